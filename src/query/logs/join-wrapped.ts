/** Columns of terminals; a program that writes to none rarely fills a line so far twice. */
const usualColumns: ReadonlySet<number> = new Set([80, 100, 120, 132, 160]);
const fewestBroken = 2;
const brokenShare = 0.8;
/** Drawn across the terminal: `===== FAILURES =====`. */
const rule = /([=\-_*~#+.─━])\1{3}/;
const alikeStart = 4;
const wordEnd = /\w$/;
const wordStart = /^[a-z_.]/;

/**
 * Joins lines that a terminal broke at its last column: no line is longer than that column, and nearly all that fill it go on
 * in the next line, twice, or in the middle of a word.
 * @param lines with the spaces at their ends
 */
export function joinWrapped(lines: readonly string[]): readonly string[] {
  let columns = 0;
  for (const { length } of lines) if (length > columns) columns = length;
  if (!usualColumns.has(columns)) return lines;
  const isFull = (line: string) => line.length === columns && !rule.test(line);
  const goesOn = (at: number) => isFull(lines[at] ?? '') && isMore(lines[at] ?? '', lines[at + 1] ?? '');
  const full = lines.filter(isFull).length;
  const broken = lines.filter((_, at) => goesOn(at)).length;
  const isInWord = lines.some(
    (line, at) => goesOn(at) && wordEnd.test(line) && wordStart.test(lines[at + 1] ?? ''),
  );
  if (broken < Math.max(isInWord ? 1 : fewestBroken, brokenShare * full)) return lines;
  const joined: string[] = [];
  for (const [at, line] of lines.entries())
    joined.push(at > 0 && goesOn(at - 1) ? `${joined.pop()}${line}` : line);
  return joined;
}

/** A list begins each of its lines alike. */
function isMore(line: string, next: string): boolean {
  return next !== '' && next.slice(0, alikeStart) !== line.slice(0, alikeStart);
}
