import type { SymbolKind, SymbolOutline } from '../model/code.ts';

/** A stretch of lines, from 1, both ends inclusive. */
export interface LineSpan {
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
 * The functions and methods of a file, in the order of the text. What is defined within a function belongs to it: a
 * closure has no history and hardly a name of its own.
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
    const name = container === undefined ? ownName : `${container}.${ownName}`;
    const span = { startLine, endLine };
    const known = found.get(name);
    const spans: CutFunction['spans'] = known === undefined ? [span] : [...known.spans, span];
    found.set(name, { name, ownName, kind, spans, ...(container === undefined ? {} : { container }) });
  }
  return [...found.values()];
}

/** Text of a function, cut to a size. */
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
