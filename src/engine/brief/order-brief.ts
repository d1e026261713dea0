import { briefTypes } from '../../model/answers/recollection.ts';
import type { ItemId } from '../../model/brands.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { placeSuccessors } from '../recall/place-successors.ts';
import { ruleFolderOf } from '../rules/rule-folder.ts';

const dayMs = 86_400_000;

/** Entries of one kind, in order. */
export interface BriefGroup<Candidate> {
  readonly type: (typeof briefTypes)[number];
  readonly candidates: readonly Candidate[];
}

/**
 * By kind, in each the newest first. Before that, what only an agent says comes last, however much it says, and what a file says
 * for its own folder comes after what holds everywhere. Rules that were read on one day stay in the order of their files. What
 * was replaced stands right after what took its place, whatever kind it was of.
 */
export function orderBrief<Candidate extends { readonly item: MemoryItem }>(
  candidates: readonly Candidate[],
): readonly BriefGroup<Candidate>[] {
  const placed = placeSuccessors(candidates.toSorted((a, b) => compare(a.item, b.item)));
  const typeOf = new Map<ItemId, string>();
  for (const { item } of placed) {
    const successor = item.supersededById === undefined ? undefined : typeOf.get(item.supersededById);
    typeOf.set(item.id, successor ?? item.type);
  }
  return briefTypes.map((type) => ({
    type,
    candidates: placed.filter(({ item }) => typeOf.get(item.id) === type),
  }));
}

function compare(a: MemoryItem, b: MemoryItem): number {
  return (
    Number(isOnlySaid(a)) - Number(isOnlySaid(b)) ||
    Number(isOfFolder(a)) - Number(isOfFolder(b)) ||
    dayOf(b) - dayOf(a) ||
    Number(isOfFile(a)) - Number(isOfFile(b)) ||
    (isOfFile(a) ? a.createdAtMs - b.createdAtMs : b.updatedAtMs - a.updatedAtMs)
  );
}

function isOfFile(item: MemoryItem): boolean {
  return ruleFolderOf(item) !== undefined;
}

function isOfFolder(item: MemoryItem): boolean {
  return (ruleFolderOf(item) ?? '') !== '';
}

function dayOf({ updatedAtMs }: MemoryItem): number {
  return Math.floor(updatedAtMs / dayMs);
}

function isOnlySaid({ trust }: MemoryItem): boolean {
  return trust === 'agent' || trust === 'untrusted';
}
