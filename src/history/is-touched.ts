import type { HistorySnapshot } from '../ports/repository-index.ts';

/** Whether a commit of the snapshot, merges included, changed a path or moved it away. */
export function isTouched(snapshot: HistorySnapshot, pathId: number): boolean {
  const { offsets, pathIds, previousPathIds } = snapshot.changes;
  for (let ordinal = 0; ordinal < snapshot.ordinalCount; ordinal++) {
    if (!snapshot.includes(ordinal)) continue;
    for (let i = offsets[ordinal] as number; i < (offsets[ordinal + 1] as number); i++) {
      if (pathIds[i] === pathId || previousPathIds[i] === pathId) return true;
    }
  }
  return false;
}
