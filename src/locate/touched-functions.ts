import type { LineChange } from '../ports/git-reader.ts';
import type { CutFunction, LineSpan } from './cut-functions.ts';

/** A function as a commit left it, with the lines that the commit took out and put in. */
export interface TouchedFunction {
  readonly cut: CutFunction;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * The functions that a commit changed, from the file as it left it. A function that is new as a whole was added, not
 * changed.
 *
 * @param lines of the file as the commit left it
 */
export function touchedFunctions(
  functions: readonly CutFunction[],
  changes: readonly LineChange[],
  lines: readonly string[],
): readonly TouchedFunction[] {
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

/** Of a change that reaches beyond the function it is not known which of the removed lines were the function's. */
function within({ startLine, removed, added }: LineChange, spans: readonly LineSpan[]) {
  const own = added.filter((_, at) =>
    spans.some((span) => startLine + at >= span.startLine && startLine + at <= span.endLine),
  );
  return { removed: own.length === added.length ? removed : [], added: own };
}
