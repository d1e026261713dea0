import type { ErrorLine } from './error-lines.ts';

const mostLines = 40;
const mostCharacters = 4_000;
/** Counted for a line at most: longer ones are cut when they are shown. */
export const longestExcerptLine = 300;
/** Lines before and after an error line, the nearest first; the wider window is for what room the narrow ones leave. */
const windows = [
  { before: 2, after: 7 },
  { before: 8, after: 16 },
] as const;

/**
 * Indices, ascending, of the lines an excerpt shows: the error lines, the best lines where they are known, then the lines around
 * each error, the most telling served first. At most 40 lines and 4,000 characters, the marks between parts that do not touch counted in.
 */
export function excerptLines(
  lines: readonly string[],
  errors: readonly ErrorLine[],
  best: readonly number[] = [],
): readonly number[] {
  const chosen = new Set<number>();
  let characters = 0;
  // Whether a line is taken or not wanted, as opposed to having no room.
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
