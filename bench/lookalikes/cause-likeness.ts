/** Two causes of which so many words are the same are alike; fewer than the least, unlike; in doubt between. */
const alikeFrom = 0.5;
const unlikeBelow = 0.3;
/** Of a cause that was met before, the known one has so many of the same words. */
export const recurringFrom = 0.8;

export type CauseRelation = 'alike' | 'in_doubt' | 'unlike';

/** Words of the lines that a person marked: `spec/gate.md` 7. */
export function causeWords(marked: string): ReadonlySet<string> {
  return new Set(
    marked
      .toLowerCase()
      .split(/[^a-z0-9_./:-]+/)
      .filter((word) => word.length >= 2),
  );
}

/** Jaccard index of the words of two causes. */
export function causeLikeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const all = new Set([...one, ...other]).size;
  return all === 0 ? 0 : [...one].filter((word) => other.has(word)).length / all;
}

export function relationOf(likeness: number): CauseRelation {
  if (likeness >= alikeFrom) return 'alike';
  return likeness < unlikeBelow ? 'unlike' : 'in_doubt';
}
