import { matchInOrder } from './likeness.ts';

const mostLines = 400;
const longestLine = 400;

/**
 * Returns the lines that an edit took away and put there, indentation aside: a line counts as often as it occurs, so
 * that a line that only moved is neither. Linear time; of a long text the first lines are compared.
 */
export function changedLines(before: string, after: string) {
  const old = writtenLines(before);
  const fresh = writtenLines(after);
  return { added: without(fresh, old), removed: without(old, fresh) };
}

function writtenLines(text: string): readonly string[] {
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

const fileLine = /^\*\*\* (?:Update|Add|Delete) File: (.{1,1000})$/;
const longestPatch = 1_000_000;

/** Files of a patch that begins with `*** Begin Patch`, wherever in a text that stands; none where it does not. */
export function patchFiles(text: string) {
  const start = text.indexOf('*** Begin Patch');
  if (start === -1) return [];
  const files: { path: string; removed: string[]; added: string[] }[] = [];
  for (const line of text.slice(start, start + longestPatch).split('\n')) {
    const path = fileLine.exec(line)?.[1]?.trim();
    const last = files.at(-1);
    if (line.startsWith('*** End Patch')) break;
    if (path !== undefined) files.push({ path, removed: [], added: [] });
    else if (line.startsWith('+')) last?.added.push(line.slice(1));
    else if (line.startsWith('-')) last?.removed.push(line.slice(1));
  }
  return files.map(({ path, removed, added }) => ({
    path,
    ...changedLines(removed.join('\n'), added.join('\n')),
  }));
}
