import type { ItemLayer, MemoryItem } from './memory-item.ts';

/** Folder of the memories in Memory V2's layout, from the folder that it is kept in. */
export const v2Folder = 'memory/items';

/**
 * File of a memory in that folder: one a day for episodes, by the UTC day on which they were made (`episodic/2026-02-22.jsonl`), one
 * for each other layer (`semantic.jsonl`, `procedural.jsonl`, and `working.jsonl`, which V2 keeps for itself).
 */
export function v2FileOf({ layer, createdAtMs }: Pick<MemoryItem, 'layer' | 'createdAtMs'>): string {
  return layer === 'episodic' ? `episodic/${dayOf(createdAtMs)}.jsonl` : `${layer}.jsonl`;
}

/** Layer of the memories in a file of that folder, for lines that do not say it; undefined for a file that is no part of it. */
export function v2LayerOf(file: string): ItemLayer | undefined {
  const layer = /^(?:(episodic)\/[^/]+|(semantic|procedural|working))\.jsonl$/
    .exec(file)
    ?.slice(1)
    .find(Boolean);
  return layer as ItemLayer | undefined;
}

/** A clock may be wrong by more than ISO 8601 has days for. */
function dayOf(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? 'undated' : date.toISOString().slice(0, -'T00:00:00.000Z'.length);
}
