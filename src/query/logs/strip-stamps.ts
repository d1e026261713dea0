/** What a CI system or a container puts before every line: when it was printed, and before that perhaps by which job and step. */
const stamp =
  /^(?:[^\t]{1,120}\t[^\t]{0,120}\t)?\ufeff?\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?(?: |$)/;
/** Share of the lines that a log stamps; what several programs print together is not all stamped. */
const mostLines = 0.6;
const fewestLines = 3;
const looksLike = /\d{4}-\d\d-\d\d[T ]\d\d:/;

/**
 * The lines of a log without the times before them, where most have one: what a line begins with tells what it is. A few
 * lines with a time are a program's own.
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
