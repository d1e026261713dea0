import type { Node, QueryMatch } from 'web-tree-sitter';
import type { SymbolKind } from '../../model/code.ts';

/** A definition, before its container is known. Places are offsets in UTF-16 units; rows count from 0. */
export interface Definition {
  /** `scope`: contains symbols without being one. */
  readonly kind: SymbolKind | 'scope';
  /** A function without a body. */
  readonly isSignature: boolean;
  /** Place of the pattern in the query: of two that find the same name, the first is right. */
  readonly pattern: number;
  readonly node: Node;
  readonly start: number;
  readonly end: number;
  readonly name: Node;
  readonly receiver: Node | undefined;
  readonly bases: readonly Node[];
  readonly body: Node | undefined;
}

/** The findings of the query, each list in the order of the text. */
export interface Captures {
  readonly definitions: readonly Definition[];
  readonly imports: readonly Node[];
  readonly calls: readonly Node[];
  /** Nodes with which a definition begins earlier, by where its name is. */
  readonly outer: ReadonlyMap<number, Node>;
}

const kinds: ReadonlySet<string> = new Set<Definition['kind']>([
  'class',
  'interface',
  'enum',
  'type',
  'module',
  'function',
  'method',
  'constant',
  'scope',
]);

export function sortCaptures(matches: readonly QueryMatch[]): Captures {
  // A definition may be found by several patterns, and once for each of its repeated parts.
  const byName = new Map<number, Definition>();
  const imports: Node[] = [];
  const calls: Node[] = [];
  const outer = new Map<number, Node>();
  for (const match of matches) {
    const [first] = match.captures;
    if (first === undefined) continue;
    if (match.captures.length === 1) {
      if (first.name === 'call') calls.push(first.node);
      else if (first.name === 'import') imports.push(first.node);
      continue;
    }
    if (first.name === 'outer') {
      outer.set(match.captures[1]?.node.startIndex ?? -1, first.node);
      continue;
    }
    const definition = readDefinition(match);
    if (definition === undefined) continue;
    const known = byName.get(definition.name.startIndex);
    byName.set(definition.name.startIndex, known === undefined ? definition : merge(known, definition));
  }
  return {
    definitions: [...byName.values()].sort((one, other) => one.start - other.start || other.end - one.end),
    imports: imports.sort(byPlace),
    calls: calls.sort(byPlace),
    outer,
  };
}

const byPlace = (one: Node, other: Node) => one.startIndex - other.startIndex;

function readDefinition({ captures, patternIndex }: QueryMatch): Definition | undefined {
  const named = (wanted: string) => captures.find(({ name }) => name === wanted)?.node;
  const defined = captures.find(({ name }) => name === 'signature' || kinds.has(name));
  const name = named('name');
  if (defined === undefined || name === undefined) return undefined;
  const isSignature = defined.name === 'signature';
  return {
    kind: isSignature ? 'function' : (defined.name as Definition['kind']),
    isSignature,
    pattern: patternIndex,
    node: defined.node,
    start: defined.node.startIndex,
    end: defined.node.endIndex,
    name,
    receiver: named('receiver'),
    bases: captures.filter(({ name }) => name === 'bases').map(({ node }) => node),
    body: named('body'),
  };
}

function merge(one: Definition, other: Definition): Definition {
  const [first, second] = one.pattern <= other.pattern ? [one, other] : [other, one];
  const known = new Set(first.bases.map((node) => node.startIndex));
  const more = second.bases.filter((node) => !known.has(node.startIndex));
  return more.length === 0 ? first : { ...first, bases: [...first.bases, ...more] };
}

/** Returns the text of a part of the tree. */
export function textOf(
  node: { readonly startIndex: number; readonly endIndex: number },
  text: string,
): string {
  return text.slice(node.startIndex, node.endIndex);
}

/** Longest name kept; longer ones are not names but code that was misread. */
const longestNameCharacters = 200;

/** Takes a name apart. `undefined` when it is none. */
export function readName(text: string) {
  if (text.length > longestNameCharacters) return undefined;
  const isOperator = /\boperator\b/.test(text);
  const plain = (isOperator ? text : withoutBrackets(text)).replace(/\s+/g, ' ').trim();
  const parts = plain.split(/\s*(?:::|\\)\s*/).filter((part) => part !== '');
  const name = parts.pop();
  if (name === undefined) return undefined;
  return parts.length === 0 ? { name } : { name, container: parts.join('.') };
}

/** The type that a Go method belongs to, from its receiver: `(s *Stack[T])`. */
export function readReceiver(text: string): string | undefined {
  return /([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[[^\]]*\]\s*)?\)$/u.exec(text.slice(0, longestNameCharacters))?.[1];
}

/** Last name in a call: `a.b::c<T>` is `c`. */
export function readCallee(text: string): string | undefined {
  if (/^[\w$]+[?!]?$/.test(text)) return text;
  if (text.length > longestNameCharacters) return undefined;
  return /[\p{L}\p{N}_$]+[?!]?$/u.exec(withoutBrackets(text).trim())?.[0];
}

const introduction = /^\s*(?:extends|implements|super|for|:|<(?!\w+>))\s*/;
const modifiers = /^(?:(?:public|private|protected|virtual|dyn|typename|readonly|\?)\s*(?=[\w:]))+/;

/** Names in the list of bases that a class extends or implements. */
export function readBases(list: string): readonly string[] {
  const inner = /^\(([\s\S]*)\)$/.exec(list.trim())?.[1] ?? list;
  return withoutBrackets(
    inner
      .slice(0, 4000)
      .replace(/\/\*[^*]*\*\/|(?:\/\/|#)[^\n]*/g, ' ')
      .replace(introduction, ''),
  )
    .split(/,|\+|\b(?:implements|extends|with)\b/)
    .map((base) => base.replace(introduction, '').trim().replace(modifiers, '').trim())
    .filter((base) => /^[\\:]*[\p{L}_$'][\p{L}\p{N}_$.:\\']*$/u.test(base) && !base.startsWith("'"));
}

/** Text with everything in brackets left out: type arguments, arguments, bodies. */
function withoutBrackets(text: string): string {
  if (!/[<([{]/.test(text)) return text;
  let kept = '';
  let depth = 0;
  for (const character of text) {
    if ('<([{'.includes(character)) depth += 1;
    else if ('>)]}'.includes(character)) depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += character;
  }
  return kept;
}
