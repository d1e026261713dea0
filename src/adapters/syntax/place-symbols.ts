import type { Node } from 'web-tree-sitter';
import type { CodeSymbol, SymbolKind } from '../../model/code.ts';
import { commentAbove, docstringAt } from '../../text/code-comments.ts';
import { type Captures, type Definition, readBases, readName, readReceiver, textOf } from './captures.ts';
import type { LanguageRules } from './languages/languages.ts';

const longestPathCharacters = 500;

/** Returns the symbols in the order of the text, each with its container. */
export function placeSymbols(
  captures: Captures,
  text: string,
  rules: LanguageRules,
): readonly PlacedSymbol[] {
  const placed = placeDefinitions(captures.definitions, text, rules).filter(({ kind }) => kind !== 'scope');
  return withoutRepetitions(placed)
    .map((each) => describeSymbol(each, captures.outer.get(each.definition.name.startIndex), text, rules))
    .sort((one, other) => one.start - other.start || other.end - one.end);
}

function placeDefinitions(
  definitions: readonly Definition[],
  text: string,
  rules: LanguageRules,
): readonly PlacedDefinition[] {
  const enclosing: PlacedDefinition[] = [];
  const placed: PlacedDefinition[] = [];
  for (const definition of definitions) {
    while ((enclosing.at(-1)?.definition.end ?? Number.POSITIVE_INFINITY) <= definition.start)
      enclosing.pop();
    const around = enclosing.at(-1);
    const isInFunction = around?.kind === 'function' || around?.kind === 'method';
    if (isInFunction && (definition.kind === 'constant' || definition.isSignature)) continue;
    const each = placeDefinition(definition, around, text, rules);
    if (each === undefined) continue;
    placed.push(each);
    if (each.kind !== 'constant') enclosing.push(each);
  }
  return placed;
}

function placeDefinition(
  definition: Definition,
  around: PlacedDefinition | undefined,
  text: string,
  rules: LanguageRules,
): PlacedDefinition | undefined {
  const named = readName(textOf(definition.name, text));
  if (named === undefined) return undefined;
  const { receiver } = definition;
  const owner = receiver === undefined ? named.container : readReceiver(textOf(receiver, text));
  // Deeper nesting is made by machines; its symbols stand in the last that people would name.
  const outside = (around?.path.length ?? 0) > longestPathCharacters ? around?.container : around?.path;
  const container = [outside, owner].filter((part) => part !== undefined).join('.') || undefined;
  return {
    definition,
    name: named.name,
    kind: definition.kind === 'function' && isMethod(owner, around, rules) ? 'method' : definition.kind,
    container,
    path: container === undefined ? named.name : `${container}.${named.name}`,
  };
}

const havingMethods: ReadonlySet<Definition['kind']> = new Set([
  'class',
  'interface',
  'enum',
  'type',
  'scope',
]);

function isMethod(
  owner: string | undefined,
  around: PlacedDefinition | undefined,
  rules: LanguageRules,
): boolean {
  if (owner !== undefined) return true;
  if (around === undefined) return false;
  return havingMethods.has(around.kind) || (rules.modulesHaveMethods === true && around.kind === 'module');
}

/** A signature counts once, and only where no body is; so does a constant that is set again. */
function withoutRepetitions(placed: readonly PlacedDefinition[]): readonly PlacedDefinition[] {
  const withBody = new Set(
    placed.filter(({ definition }) => !definition.isSignature).map(({ path }) => path),
  );
  const seen = new Set<string>();
  return placed.filter(({ definition, kind, path }) => {
    if (!definition.isSignature && kind !== 'constant') return true;
    if (seen.has(path) || (definition.isSignature && withBody.has(path))) return false;
    seen.add(path);
    return true;
  });
}

/** A symbol and the part of the text it covers. */
export interface PlacedSymbol {
  readonly symbol: CodeSymbol;
  readonly start: number;
  readonly end: number;
}

/** A definition, with its name and its container. */
interface PlacedDefinition {
  readonly definition: Definition;
  readonly name: string;
  readonly kind: Definition['kind'];
  readonly container: string | undefined;
  readonly path: string;
}

/** Beyond this column a line is written by machines; the lines above it say nothing. */
const farthestColumn = 2000;

function describeSymbol(
  { definition, name, kind, container }: PlacedDefinition,
  outer: Node | undefined,
  text: string,
  rules: LanguageRules,
): PlacedSymbol {
  const first = outer ?? definition.node;
  const startLine = first.startPosition.row + 1;
  const { row, column } = definition.node.endPosition;
  const bases = definition.bases.flatMap((node) => readBases(textOf(node, text)));
  const documentation =
    rules.docstrings === true
      ? definition.body && docstringAt(text, definition.body.startIndex, 'symbol')
      : readCommentAbove(first, text, rules);
  return {
    symbol: {
      name,
      kind: kind as SymbolKind,
      ...(container !== undefined && { container }),
      startLine,
      // A node that ends with its line ends at the start of the next.
      endLine: Math.max(startLine, column === 0 ? row : row + 1),
      ...(bases.length > 0 && { bases }),
      ...(documentation !== undefined && { documentation }),
    },
    start: first.startIndex,
    end: definition.end,
  };
}

function readCommentAbove(node: Node, text: string, rules: LanguageRules): string | undefined {
  const { column } = node.startPosition;
  if (column > farthestColumn) return undefined;
  const line = node.startIndex - column;
  // With other code before it on its line, the comment is about that code.
  return /^[\w\s.]*$/.test(text.slice(line, node.startIndex))
    ? commentAbove(text, line, rules.comments)
    : undefined;
}
