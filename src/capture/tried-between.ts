import type { ObservedRun } from './observed-run.ts';

const mostNamed = 3;

/** Share of lines that are among others, 0–1; 0 of none. */
export function shareOf(lines: readonly string[], others: readonly string[]): number {
  const known = new Set(others);
  return lines.length === 0 ? 0 : lines.filter((line) => known.has(line)).length / lines.length;
}

/** What was done in some runs that did not help, in words: the files that were edited. */
export function triedBetween(runs: readonly ObservedRun[]): readonly string[] {
  const files = [...new Set(runs.flatMap(({ edits }) => edits.map(({ path }) => path)))];
  if (files.length === 0) return [];
  const more = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : '';
  return [`edited ${files.slice(0, mostNamed).join(', ')}${more}`];
}
