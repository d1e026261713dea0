import { noParent } from './segment-columns.ts';

export interface Ancestry {
  /** 1 for the commit and each of its ancestors, by ordinal. */
  readonly visible: Uint8Array;
  readonly commitCount: number;
}

/**
 * The commit at `ordinal` and all its ancestors. Parents always have smaller ordinals than their children, so one
 * downward sweep visits each commit after all its descendants.
 */
export function findAncestors(ordinal: number, parentOffsets: Uint32Array, parents: Uint32Array): Ancestry {
  const visible = new Uint8Array(ordinal + 1);
  visible[ordinal] = 1;
  let commitCount = 0;
  for (let current = ordinal; current >= 0; current--) {
    if (visible[current] === 0) continue;
    commitCount++;
    for (let i = parentOffsets[current] as number; i < (parentOffsets[current + 1] as number); i++) {
      const parent = parents[i] as number;
      if (parent !== noParent) visible[parent] = 1;
    }
  }
  return { visible, commitCount };
}
