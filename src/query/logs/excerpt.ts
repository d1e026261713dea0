import type { ErrorLine } from './error-lines.ts';

const mostLines = 40;
const mostCharacters = 4_000;
/** The most characters that a line counts for; longer lines are cut when they are shown. */
export const longestExcerptLine = 300;
/** How many lines around an error line are shown, the nearest first. The wider window is used if there is room left. */
const windows = [
  { before: 2, after: 7 },
  { before: 8, after: 16 },
] as const;

/**
 * Gives the indices of the lines that an excerpt shows, in ascending order. It takes the error lines first, then the best
 * lines if they are known, then the lines around each error, starting with the most informative error. The limit is 40
 * lines and 4,000 characters, including the marks between parts that are not adjacent.
 */
export function excerptLines(
  lines: readonly string[],
  errors: readonly ErrorLine[],
  best: readonly number[] = [],
): readonly number[] {
  const chosen = new Set<number>();
  let characters = 0;
  // True if the line was taken or is not wanted; false only if there is no room for it.
  const take = (index: number): boolean => {
    const line = lines[index];
    if (line === undefined || line === '' || chosen.has(index)) return true;
    const cost = Math.min(line.length, longestExcerptLine) + 3;
    if (chosen.size + errors.length >= mostLines || characters + cost > mostCharacters) return false;
    chosen.add(index);
    characters += cost;
    return true;
  };
  for (const { index } of errors) take(index);
  for (const index of best) if (!take(index)) break;
  for (const window of windows) {
    for (const { index } of errors) {
      for (let after = 1; after <= window.after && take(index + after); after++);
      for (let before = 1; before <= window.before && take(index - before); before++);
    }
  }
  for (let last = lines.length - 1; last >= 0 && take(last); last--);
  return [...chosen].sort((left, right) => left - right);
}
