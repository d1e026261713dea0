import { judgeAnchors } from '../codebase/anchors.ts';
import { linksOf } from '../engine/items/browse-items.ts';
import { findItem } from '../engine/memory/find-item.ts';
import { withLoggedAccesses } from '../engine/upkeep/merge-accesses.ts';
import { countOutcomes } from '../feedback/standing.ts';
import type { ItemLink } from '../model/answers/item-answers.ts';
import type { OutcomeKind } from '../model/decision.ts';
import type { Freshness, MemoryItem } from '../model/memory-item.ts';
import { scopeOf } from '../model/provenance.ts';
import type { HomeContext } from './home-context.ts';

/** One memory with facts that are computed on every read. */
export interface ItemView {
  readonly item: MemoryItem;
  /** Freshness of each anchor; empty without anchors, and for a memory of another repository. */
  readonly anchors: readonly { readonly path: string; readonly freshness: Freshness }[];
  readonly outcomes: Readonly<Partial<Record<OutcomeKind, number>>>;
  /** Its links: of a fix, also which fix brought its failure about, and which failures it brought about. */
  readonly links: readonly ItemLink[];
}

/** Receipts of the log that are read to count how often one memory was shown. */
const mostReceipts = 1_000;

/** @throws ITEM_NOT_FOUND */
export function viewItem(id: string, home: HomeContext): ItemView {
  const { store, clock } = home;
  return store.read((reader) => {
    const nowMs = clock.nowMs();
    const item = withLoggedAccesses(reader, findItem(reader, id), { nowMs, limit: mostReceipts });
    const told = reader.outcomesAbout([item.id]).get(item.id) ?? [];
    const outcomes = countOutcomes(told);
    return { item, anchors: anchorsHere(home, item), outcomes, links: linksOf(reader, item) };
  });
}

function anchorsHere({ here }: HomeContext, item: MemoryItem): ItemView['anchors'] {
  const { repositoryId, files } = here();
  if (files === undefined || repositoryId === undefined || item.scope !== scopeOf('repo', repositoryId))
    return [];
  return judgeAnchors(item, files).map((freshness, at) => ({
    path: item.anchors[at]?.path ?? '',
    freshness,
  }));
}
