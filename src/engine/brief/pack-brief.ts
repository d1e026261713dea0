import type { CardFocus } from '../../cards/select-passages.ts';
import { compileBriefCard } from '../../cards/short-cards.ts';
import type { BriefType } from '../../model/answers/recollection.ts';
import type { ItemId } from '../../model/brands.ts';
import type { MemoryCard } from '../../model/card.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { packUnits } from '../../packing/pack-units.ts';
import { type BriefSection, tokensOfBriefCard } from '../../packing/render-lists.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { briefTitles } from '../../wording/memory-words.ts';
import type { Candidate } from '../recall/candidate.ts';
import type { PackedMemories } from '../recall/fill-pack.ts';
import { type BriefGroup, orderBrief } from './find-for-brief.ts';

/** A brief as it fits: the cards, and the same under the names of their kinds. */
export interface PackedBrief extends PackedMemories {
  readonly sections: readonly (BriefSection & {
    readonly type: BriefType;
    readonly cards: readonly MemoryCard[];
  })[];
}

/** Fills the budget with entries; the first of every kind counts more than the second of any. */
export function packBrief(
  considered: readonly Candidate[],
  { focus, budgetTokens }: { readonly focus: CardFocus; readonly budgetTokens: number },
): PackedBrief {
  const groups = orderBrief(considered.filter(({ admission }) => admission.admitted));
  const all = groups.map(({ type, candidates }) => ({
    type,
    cards: candidates.map(({ item }, rank) => briefCard(item, 1 / (1 + rank), focus)),
  }));
  const byUtility = all.flatMap(({ cards }) => cards).toSorted((a, b) => b.utility - a.utility);
  const units = byUtility.map((card) => ({ ...card, id: card.itemId }));
  const packed = packUnits(units, budgetTokens - frameTokens).units;
  const fitting = new Set(packed.map(({ itemId }) => itemId));
  const sections = all.map(({ type, cards }) => ({
    type,
    title: briefTitles[type],
    // A replaced memory is not shown without its successor.
    cards: cards.filter(({ itemId, supersededById }) => {
      return fitting.has(itemId) && (supersededById === undefined || fitting.has(supersededById));
    }),
  }));
  const cards = sections.flatMap((section) => section.cards);
  return { considered, cards, sections, budgetTokens };
}

/** Counts the known memories of each kind that are not shown; those looked at that may not be shown are left out. */
export function countOthers(
  groups: readonly BriefGroup<{ readonly item: MemoryItem }>[],
  considered: readonly Candidate[],
  cards: readonly MemoryCard[],
): Readonly<Partial<Record<BriefType, number>>> {
  const seen = new Set<ItemId>(cards.map(({ itemId }) => itemId));
  for (const { item, admission } of considered) if (!admission.admitted) seen.add(item.id);
  const counts = groups.map(({ type, candidates }): [BriefType, number] => [
    type,
    candidates.filter(({ item }) => item.status === 'active' && !seen.has(item.id)).length,
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

export function briefCard(item: MemoryItem, utility: number, focus?: CardFocus): MemoryCard {
  const card = compileBriefCard({ item, utility, focus });
  return { ...card, tokens: tokensOfBriefCard(card) };
}

/** Lines under a title, of a text that is written for an agent. */
export interface TitledLines {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Room of a text that is filled part by part. */
interface LineRoom {
  /** Returns the lines that fit beside those put in before. */
  fit(title: string, lines: readonly string[]): TitledLines;
  readonly usedTokens: number;
}

/** @param usedTokens taken before the first line */
export function lineRoom(budgetTokens: number, usedTokens: number): LineRoom {
  let used = usedTokens;
  return {
    fit: (title, lines) => ({
      title,
      lines: lines.filter((line, position) => {
        const cost = estimateTokens(position === 0 ? `${title}:\n${line}` : line) + 1;
        if (used + cost > budgetTokens) return false;
        used += cost;
        return true;
      }),
    }),
    get usedTokens() {
      return used;
    },
  };
}
