/** Lines that one text has and another does not. */
export interface ChangedLines {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const mostLines = 400;
const longestLine = 400;

/**
 * What an edit took away and put there, indentation aside: a line counts as often as it occurs, so that a line that only moved
 * is neither. Linear time; of a long text the first lines are compared.
 */
export function changedLines(before: string, after: string): ChangedLines {
  const old = linesOf(before);
  const fresh = linesOf(after);
  return { added: without(fresh, old), removed: without(old, fresh) };
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n', mostLines)
    .map((line) => line.slice(0, longestLine).trimEnd())
    .filter((line) => line.trim() !== '');
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line.trim()) ?? 0;
    if (count > 0) left.set(line.trim(), count - 1);
    return count === 0;
  });
}
