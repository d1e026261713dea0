/** The prefix that a CI system or container adds to every line: the time and, before it, perhaps the job and step. */
const stamp =
  /^(?:[^\t]{1,120}\t[^\t]{0,120}\t)?\ufeff?\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?(?: |$)/;
/** Share of lines with a stamp from which on a log counts as stamped. Not every program of a job is stamped. */
const mostLines = 0.6;
const fewestLines = 3;
const looksLike = /\d{4}-\d\d-\d\d[T ]\d\d:/;

/**
 * Removes the times before the lines of a log if most lines have one, because the start of a line tells what it is. If only
 * a few lines have a time, the program itself printed it, and it stays.
 */
export function stripStamps(lines: readonly string[]): readonly string[] {
  if (!lines.slice(0, fewestLines).some((line) => looksLike.test(line.slice(0, 300)))) return lines;
  let written = 0;
  let stamped = 0;
  const bare = lines.map((line) => {
    if (line === '') return line;
    written += 1;
    const found = stamp.exec(line)?.[0];
    if (found === undefined) return line;
    stamped += 1;
    return line.slice(found.length);
  });
  return stamped >= Math.max(fewestLines, mostLines * written) ? bare : lines;
}
