/** Unchanged lines shown before and after a change. */
const contextLines = 2;

/** Above this many pairs of lines, the differing part is shown as one block. */
const maximumPairs = 4_000_000;

/**
 * Line diff of two texts: `-` marks a removed line, `+` an added one, a blank an unchanged line of context, and ` …`
 * stands for omitted lines.
 */
export function compareLines(before: string, after: string): readonly string[] {
  const old = linesOf(before);
  const current = linesOf(after);
  const head = commonLength(old, current);
  const tail = commonLength(old.slice(head).reverse(), current.slice(head).reverse());
  const middle = compareMiddle(
    old.slice(head, old.length - tail),
    current.slice(head, current.length - tail),
  );
  const asContext = (line: string): string => ` ${line}`;
  return leaveOut([
    ...old.slice(0, head).map(asContext),
    ...middle,
    ...old.slice(old.length - tail).map(asContext),
  ]);
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length++;
  return length;
}

/** By longest common subsequences. */
function compareMiddle(old: readonly string[], current: readonly string[]): readonly string[] {
  if (old.length * current.length > maximumPairs)
    return [...old.map((line) => `-${line}`), ...current.map((line) => `+${line}`)];
  const width = current.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = current.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        old[row] === current[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: string[] = [];
  let column = 0;
  for (const [row, line] of old.entries()) {
    while (column < current.length && line !== current[column] && at(row, column + 1) > at(row + 1, column))
      lines.push(`+${current[column++]}`);
    lines.push(line === current[column] ? ` ${current[column++]}` : `-${line}`);
  }
  return [...lines, ...current.slice(column).map((line) => `+${line}`)];
}

function leaveOut(lines: readonly string[]): readonly string[] {
  const changed = lines.flatMap((line, at) => (line.startsWith(' ') ? [] : [at]));
  const isNear = lines.map(() => false);
  for (const at of changed)
    isNear.fill(true, Math.max(0, at - contextLines), Math.min(lines.length, at + contextLines + 1));
  return lines.flatMap((line, at) => {
    if (isNear[at]) return [line];
    return isNear[at - 1] && changed.some((other) => other > at) ? [' …'] : [];
  });
}
