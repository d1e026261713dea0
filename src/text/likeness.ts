/** How many members two sets have in common. */
function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const member of one) if (other.has(member)) shared += 1;
  return shared;
}

/** Jaccard index: the share of all members that both sets have, 0–1; 0 when both are empty. */
export function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = countShared(one, other);
  return shared / (one.size + other.size - shared || 1);
}

/** Dice coefficient, 0–1; 0 when both are empty. */
export function dice(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return (2 * countShared(one, other)) / (one.size + other.size || 1);
}

/** Share of the smaller set that the larger one contains, 0–1; 0 when one is empty. */
export function containment(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return countShared(one, other) / (Math.min(one.size, other.size) || 1);
}

/** Place of a run that differs: the words that left, and those that came. One of them may be empty. */
export interface Change {
  readonly left: readonly string[];
  readonly came: readonly string[];
}

/** Places of a longest common subsequence of two sequences of words or lines. Takes time and memory for each pair of parts. */
export function matchInOrder(
  one: readonly string[],
  other: readonly string[],
): readonly (readonly [one: number, other: number])[] {
  const width = other.length + 1;
  const lengths = new Uint32Array((one.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] as number;
  for (let row = one.length - 1; row >= 0; row--)
    for (let column = other.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        one[row] === other[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const matches: (readonly [number, number])[] = [];
  for (let row = 0, column = 0; row < one.length && column < other.length; ) {
    if (one[row] === other[column]) matches.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return matches;
}

/** Returns the parts that both have in one order, and the runs between that differ. */
export function align(one: readonly string[], other: readonly string[]) {
  const matches = matchInOrder(one, other);
  const changes: Change[] = [];
  let [start, otherStart] = [0, 0];
  for (const [end, otherEnd] of [...matches, [one.length, other.length] as const]) {
    if (end > start || otherEnd > otherStart)
      changes.push({ left: one.slice(start, end), came: other.slice(otherStart, otherEnd) });
    [start, otherStart] = [end + 1, otherEnd + 1];
  }
  return { kept: matches.length, changes };
}
