import { matchInOrder } from './align.ts';

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
  const lines: string[] = [];
  let [row, column] = [0, 0];
  for (const [oldEnd, currentEnd] of [...matchInOrder(old, current), [old.length, current.length] as const]) {
    lines.push(...old.slice(row, oldEnd).map((line) => `-${line}`));
    lines.push(...current.slice(column, currentEnd).map((line) => `+${line}`));
    if (oldEnd < old.length) lines.push(` ${old[oldEnd]}`);
    [row, column] = [oldEnd + 1, currentEnd + 1];
  }
  return lines;
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
