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
