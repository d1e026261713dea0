import { qualifiedName, type SymbolKind, type SymbolOutline } from '../model/code.ts';
import type { LineChange } from '../ports/git-reader.ts';
import { oncePerKey } from '../text/once.ts';
import { countTerms } from '../text/terms.ts';

/** A stretch of lines, from 1, both ends inclusive. */
interface LineSpan {
  readonly startLine: number;
  readonly endLine: number;
}

/** A function of a file, with all definitions of its name there: overloads, or a property's getter and setter. */
export interface CutFunction {
  /** Name with its container: `Writer.write`. */
  readonly name: string;
  readonly ownName: string;
  readonly container?: string;
  readonly kind: SymbolKind;
  readonly spans: readonly [LineSpan, ...LineSpan[]];
}

/**
 * The functions and methods of a file, in the order of the text. Code within a function belongs to it: a closure has no
 * history and hardly a name of its own.
 */
export function cutFunctions(outline: readonly SymbolOutline[]): readonly CutFunction[] {
  const callable = outline
    .filter(({ kind }) => kind === 'function' || kind === 'method')
    .toSorted((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
  const found = new Map<string, CutFunction>();
  let covered = 0;
  for (const { name: ownName, kind, container, startLine, endLine } of callable) {
    if (endLine <= covered) continue;
    covered = endLine;
    const name = qualifiedName({ name: ownName, container });
    const span = { startLine, endLine };
    const known = found.get(name);
    const spans: CutFunction['spans'] = known === undefined ? [span] : [...known.spans, span];
    found.set(name, { name, ownName, kind, spans, ...(container === undefined ? {} : { container }) });
  }
  return [...found.values()];
}

export function functionText(
  lines: readonly string[],
  { spans }: CutFunction,
  mostCharacters: number,
): string {
  let text = '';
  for (const { startLine, endLine } of spans) {
    for (let at = startLine - 1; at < endLine && text.length < mostCharacters; at++)
      text += `${lines[at] ?? ''}\n`;
  }
  return text.slice(0, mostCharacters);
}

/**
 * The functions that a commit changed, from the file as it left it. A function that is new as a whole was added, not
 * changed.
 * @param lines of the file as the commit left it
 * @returns each as the commit left it, with the lines that the commit took out and put in
 */
export function touchedFunctions(
  functions: readonly CutFunction[],
  changes: readonly LineChange[],
  lines: readonly string[],
) {
  return functions.flatMap((cut) => {
    const own = changes.filter((change) => cut.spans.some((span) => touches(change, span, lines)));
    if (own.length === 0 || isNew(cut, own)) return [];
    const parts = own.map((change) => within(change, cut.spans));
    return [
      { cut, removed: parts.flatMap((part) => part.removed), added: parts.flatMap((part) => part.added) },
    ];
  });
}

function touches(
  { startLine, removed, added }: LineChange,
  span: LineSpan,
  lines: readonly string[],
): boolean {
  if (added.length > 0) return startLine <= span.endLine && startLine + added.length - 1 >= span.startLine;
  if (startLine < span.startLine || startLine > span.endLine) return false;
  // Lines removed behind the last one were the function's where they stood deeper than its head.
  return startLine < span.endLine || indentOf(removed[0]) > indentOf(lines[span.startLine - 1]);
}

function indentOf(line = ''): number {
  return line.length - line.trimStart().length;
}

function isNew({ spans }: CutFunction, changes: readonly LineChange[]): boolean {
  return spans.every(({ startLine, endLine }) =>
    changes.some(
      (change) => change.startLine <= startLine && change.startLine + change.added.length > endLine,
    ),
  );
}

/** The part of a change within a function; if it reaches beyond, its removed lines cannot be told apart. */
function within({ startLine, removed, added }: LineChange, spans: readonly LineSpan[]) {
  const own = added.filter((_, at) =>
    spans.some((span) => startLine + at >= span.startLine && startLine + at <= span.endLine),
  );
  return { removed: own.length === added.length ? removed : [], added: own };
}

export interface NamedText {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/** Least likeness of two texts to be taken for one function that was renamed or moved. */
const leastLikeness = 0.5;
/** Shorter functions are alike by chance. */
const fewestTerms = 8;

/**
 * The function of today that an earlier one has become: the one of the same name in the same file, else the one most
 * like it, by the terms of both texts, that the earlier file did not have as well.
 * @param earlier under its file's path of today
 * @param today functions it may have become
 * @param neighbours names of all functions that stood in the earlier file
 */
export function followFunction<Today extends NamedText>(
  earlier: NamedText,
  today: readonly Today[],
  neighbours: ReadonlySet<string>,
): Today | undefined {
  const same = today.find(({ path, name }) => path === earlier.path && name === earlier.name);
  if (same !== undefined) return same;
  const terms = termsIn(earlier);
  if (terms.size < fewestTerms) return undefined;
  const others = today.filter(({ path, name }) => path !== earlier.path || !neighbours.has(name));
  const alike = others.map((other) => ({ other, likeness: jaccard(terms, termsIn(other)) }));
  const [best] = alike.toSorted((a, b) => b.likeness - a.likeness);
  return best !== undefined && best.likeness >= leastLikeness ? best.other : undefined;
}

/** Functions of today are compared with many earlier ones. */
const termsIn = oncePerKey(
  ({ text }: NamedText) => countTerms(text),
  new WeakMap<NamedText, ReadonlyMap<string, number>>(),
);

/** Shared terms ÷ all terms, each as often as it occurs. */
function jaccard(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let shared = 0;
  let all = 0;
  for (const [term, count] of one) {
    const also = other.get(term) ?? 0;
    shared += Math.min(count, also);
    all += Math.max(count, also);
  }
  for (const [term, count] of other) if (!one.has(term)) all += count;
  return all === 0 ? 0 : shared / all;
}
