import { type CodeStructure, qualifiedName } from '../model/code.ts';
import { folderOf, languageOf } from '../text/path-role.ts';
import {
  appendTo,
  indexPaths,
  nearest,
  type PathIndex,
  pathFrom,
  type ResolvedImport,
  type ResolveImport,
} from './index-paths.ts';
import {
  jvmImports,
  namespaceImports,
  phpImports,
  resolveGoImports,
  type UsesNameOf,
} from './resolve-module-imports.ts';
import { resolvePythonImports, resolveRustImports } from './resolve-path-imports.ts';

export interface StructuredFile {
  readonly path: string;
  readonly structure: CodeStructure;
}

const familyOfLanguage = {
  python: 'python',
  typescript: 'script',
  tsx: 'script',
  javascript: 'script',
  go: 'go',
  rust: 'rust',
  java: 'jvm',
  kotlin: 'jvm',
  c: 'c',
  cpp: 'c',
  csharp: 'csharp',
  ruby: 'ruby',
  php: 'php',
} as const;

/** Languages whose files can use each other's definitions. */
export type LanguageFamily = (typeof familyOfLanguage)[keyof typeof familyOfLanguage] | 'other';

/** Languages that are read by pattern only. */
const familyOfExtension: ReadonlyMap<string, LanguageFamily> = new Map([
  ['pyx', 'python'],
  ['pxd', 'python'],
  ['vue', 'script'],
  ['svelte', 'script'],
  ['scala', 'jvm'],
  ['groovy', 'jvm'],
  ['m', 'c'],
  ['mm', 'c'],
]);

export function familyOf(path: string): LanguageFamily {
  const language = languageOf(path);
  if (language !== undefined) return familyOfLanguage[language];
  return familyOfExtension.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? 'other';
}

/** A tree with the tables of its resolvers. */
interface Tree {
  readonly files: readonly StructuredFile[];
  readonly families: readonly LanguageFamily[];
  readonly index: PathIndex;
  readonly usesNameOf: UsesNameOf;
}

const makers: Readonly<Record<LanguageFamily, (tree: Tree) => ResolveImport>> = {
  python: ({ index }) => resolvePythonImports(index),
  script: ({ index }) => resolveScriptImports(index),
  go: (tree) => resolveGoImports(tree.index, goModules(tree), tree.usesNameOf),
  rust: ({ index }) => resolveRustImports(index),
  jvm: ({ index, usesNameOf }) => jvmImports(index, usesNameOf),
  c: ({ index }) => resolveIncludedFiles(index),
  csharp: (tree) => namespaceImports(namespacesOf(tree), tree.usesNameOf),
  ruby: ({ index }) => resolveIncludedFiles(index, '.rb'),
  php: ({ index }) => phpImports(index),
  other: ({ index }) => resolveIncludedFiles(index),
};

/**
 * The files of a tree that each file imports, in the order of its imports.
 * @param files sorted by path, each once
 */
export function resolveImports(files: readonly StructuredFile[]): readonly (readonly ResolvedImport[])[] {
  const index = indexPaths(files.map(({ path }) => path));
  const families = files.map(({ path }) => familyOf(path));
  const tree = { files, families, index, usesNameOf: nameUses(files) };
  // Made on first use, so that absent languages cost nothing.
  const resolvers = new Map<LanguageFamily, ResolveImport>();
  return files.map(({ structure }, file) => {
    const family = families[file] ?? 'other';
    const resolve = resolvers.get(family) ?? makers[family](tree);
    resolvers.set(family, resolve);
    return structure.imports.flatMap((imported) => resolve(file, imported));
  });
}

function goModules({ files, families }: Tree): readonly string[] {
  return files.flatMap(({ structure }, file) =>
    families[file] === 'go' ? structure.imports.map(({ module }) => module) : [],
  );
}

function namespacesOf({ files, families }: Tree): ReadonlyMap<string, readonly number[]> {
  const namespaces = new Map<string, number[]>();
  for (const [file, { structure }] of files.entries()) {
    if (families[file] !== 'csharp') continue;
    const modules = structure.symbols.filter(({ kind }) => kind === 'module');
    for (const name of new Set(modules.map(qualifiedName))) appendTo(namespaces, name, file);
  }
  return namespaces;
}

function nameUses(files: readonly StructuredFile[]): UsesNameOf {
  const used = new Map<number, ReadonlySet<string>>();
  const usedBy = (file: number): ReadonlySet<string> => {
    let names = used.get(file);
    if (names === undefined) {
      const { calls = [], symbols = [] } = files[file]?.structure ?? {};
      names = new Set([...calls.map(({ callee }) => callee), ...symbols.flatMap(({ bases }) => bases ?? [])]);
      used.set(file, names);
    }
    return names;
  };
  return (importing, file) => {
    const names = usedBy(importing);
    return files[file]?.structure.symbols.some(({ name }) => names.has(name)) ?? false;
  };
}

const extensions = [
  ...['ts', 'tsx', 'mts', 'cts', 'd.ts', 'd.mts', 'd.cts'],
  ...['js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'],
].map((extension) => `.${extension}`);

/**
 * JavaScript and TypeScript: resolves relative modules by trying extensions and `index` files. Bare names are packages
 * outside of the tree.
 */
function resolveScriptImports(index: PathIndex): ResolveImport {
  return (file, { module, names }) => {
    if (!/^\.\.?(?:\/|$)/.test(module)) return [];
    const path = pathFrom(folderOf(index.paths[file] ?? ''), module.replace(/[?#].*$/s, ''));
    if (path === undefined) return [];
    const found = candidates(path)
      .map((candidate) => index.find(candidate))
      .find((known) => known !== undefined);
    if (found === undefined) return [];
    // A default import has another name in the exporting file, so the whole file counts.
    return [{ file: found, names: names.includes('default') ? [] : names }];
  };
}

function candidates(path: string): readonly string[] {
  // TypeScript sources import the compiled name: `./a.js` means `./a.ts`.
  const [, stem, kind] = /^(.*)\.([cm]?)jsx?$/s.exec(path) ?? [];
  const sources = stem === undefined ? [] : [`${stem}.${kind}ts`, `${stem}.tsx`];
  const inFolder = path === '' ? 'index' : `${path}/index`;
  return [
    path,
    ...sources,
    ...extensions.map((extension) => path + extension),
    ...extensions.map((extension) => inFolder + extension),
  ];
}

/**
 * Imports that name a file: `#include`, `require`. Tried relative to the importing file first, then by path suffix; the
 * nearest of several wins.
 * @param extension added when the import has none, such as `.rb`
 */
function resolveIncludedFiles(index: PathIndex, extension = ''): ResolveImport {
  return (file, { module, names }) => {
    const named = extension === '' || module.endsWith(extension) ? module : module + extension;
    const local = pathFrom(folderOf(index.paths[file] ?? ''), named);
    const besides = local === undefined ? undefined : index.find(local);
    const found =
      besides ?? (named.startsWith('.') ? undefined : nearest(index, file, index.withSuffix(named)));
    return found === undefined || found === file ? [] : [{ file: found, names }];
  };
}
