import type { SymbolKind } from '../model/code.ts';
import { pathRole } from '../text/path-role.ts';
import type { GraphNodes } from './code-graph-nodes.ts';
import type { ResolvedImport } from './index-paths.ts';
import { familyOf, type LanguageFamily, type StructuredFile } from './resolve-imports.ts';

/** A name that more definitions of the tree have is left unresolved: a guess would be wrong most of the time. */
export const mostCandidates = 5;
/** Re-exports are followed through so many files. */
const mostFilesAsked = 50;
/** In these, whoever imports a file gets what that file imports as a whole. */
const transitiveFamilies: ReadonlySet<LanguageFamily> = new Set(['script', 'c', 'ruby']);

/** What a name means in a file: the nodes it may stand for, none when nobody can say. */
export interface NameResolver {
  /** Definitions in the file itself. */
  within(file: number, name: string): readonly number[];
  /** Definitions in files it imports; else, if they are few, all there are in its languages. */
  beyond(file: number, name: string): readonly number[];
}

/** @param kinds of definitions that a name can stand for */
export function nameResolver(
  files: readonly StructuredFile[],
  imports: readonly (readonly ResolvedImport[])[],
  graph: GraphNodes,
  kinds: ReadonlySet<SymbolKind>,
): NameResolver {
  const families = files.map(({ path }) => familyOf(path));
  const isTest = files.map(({ path }) => pathRole(path) === 'test');
  const definitions = indexDefinitions(files, graph, kinds);
  const within = (file: number, name: string) => definitions.byFile[file]?.get(name) ?? [];

  const imported = (start: number, name: string): readonly number[] => {
    const asked = new Set([start]);
    const waiting = targets(imports[start] ?? [], name, true);
    for (
      let file = waiting.shift();
      file !== undefined && asked.size < mostFilesAsked;
      file = waiting.shift()
    ) {
      if (asked.has(file)) continue;
      asked.add(file);
      const found = within(file, name);
      if (found.length > 0) return found;
      waiting.push(...targets(imports[file] ?? [], name, transitiveFamilies.has(families[file] ?? 'other')));
    }
    return [];
  };
  const anywhere = (file: number, name: string): readonly number[] => {
    const all = definitions.everywhere.get(name) ?? [];
    if (all.length > 4 * mostCandidates) return [];
    // Tests define stand-ins of everything, which nothing but tests uses.
    const fitting = all.filter(({ file: other }) => {
      return other !== file && families[other] === families[file] && (isTest[file] || !isTest[other]);
    });
    return fitting.length > mostCandidates ? [] : fitting.map(({ node }) => node);
  };
  return {
    within,
    beyond(file, name) {
      const found = imported(file, name);
      return found.length > 0 ? found : anywhere(file, name);
    },
  };
}

/** Files that a name may come from: those it is taken from, or else those of which all is taken. */
function targets(imports: readonly ResolvedImport[], name: string, wholeFiles: boolean): number[] {
  const named = imports.filter(({ names }) => names.includes(name));
  if (named.length > 0) return named.map(({ file }) => file);
  return imports
    .filter(({ names }) => (names.length === 0 && wholeFiles) || names.includes('*'))
    .map(({ file }) => file);
}

interface Definitions {
  /** Nodes by name, by file. */
  readonly byFile: readonly ReadonlyMap<string, readonly number[]>[];
  readonly everywhere: ReadonlyMap<string, readonly { readonly file: number; readonly node: number }[]>;
}

/** There a later definition of the same name replaces the earlier ones, which are declarations of its overloads as a rule. */
const replacingFamilies: ReadonlySet<LanguageFamily> = new Set(['python', 'script', 'ruby']);

function indexDefinitions(
  files: readonly StructuredFile[],
  { nodes, symbolStarts }: GraphNodes,
  kinds: ReadonlySet<SymbolKind>,
): Definitions {
  const everywhere = new Map<string, { file: number; node: number }[]>();
  const byFile = files.map(({ path, structure }, file) => {
    const start = symbolStarts[file] ?? 0;
    const replaces = replacingFamilies.has(familyOf(path));
    const last = new Map(structure.symbols.map((_, position) => [nodes[start + position]?.name, position]));
    const inFile = new Map<string, number[]>();
    for (const [position, { name, kind }] of structure.symbols.entries()) {
      const node = start + position;
      if (!kinds.has(kind) || (replaces && last.get(nodes[node]?.name) !== position)) continue;
      append(inFile, name, node);
      append(everywhere, name, { file, node });
    }
    return inFile;
  });
  return { byFile, everywhere };
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
