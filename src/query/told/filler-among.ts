const fewestRepeats = 8;
const mostRead = 10_000;

/**
 * Lines that begin and end alike many times are a list of what went well: downloads, steps of progress, passing tests. What each
 * of them names says nothing of a failure.
 *
 * @param lines all lines of the output
 * @param candidates those that are asked about
 */
export function fillerAmong(lines: readonly string[], candidates: readonly string[]): ReadonlySet<string> {
  const shapes = new Map(candidates.map((line) => [line, shapeOf(line)]));
  const counts = new Map([...shapes.values()].map((shape) => [shape, 0]));
  const distinct = new Set<string>();
  const beginnings = new Set([...shapes.values()].map((shape) => shape.charAt(0)));
  for (const line of lines.slice(-mostRead)) {
    // Most lines begin with another character: that takes a fifth of the time.
    if (!beginnings.has(beginningOf(line))) continue;
    const shape = shapeOf(line);
    const count = counts.get(shape);
    if (count === undefined || count >= fewestRepeats || distinct.has(line)) continue;
    distinct.add(line);
    counts.set(shape, count + 1);
  }
  return new Set(candidates.filter((line) => (counts.get(shapes.get(line) ?? '') ?? 0) >= fewestRepeats));
}

/** Its first and its last word, without numbers. */
function shapeOf(line: string): string {
  const text = line.trim();
  const first = text.indexOf(' ');
  if (first === -1) return withoutNumbers(text);
  return withoutNumbers(`${text.slice(0, first)} ${text.slice(text.lastIndexOf(' ') + 1)}`);
}

function beginningOf(line: string): string {
  const first = line.trimStart().charAt(0);
  return first >= '0' && first <= '9' ? '0' : first;
}

function withoutNumbers(text: string): string {
  return text.slice(0, 120).replace(/\d+/g, '0');
}
