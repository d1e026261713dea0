import type { RedactedText } from '../model/brands.ts';
import type { MemoryCard } from '../model/card.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { quoteText } from './quote-text.ts';
import { type CardFocus, selectText } from './select-passages.ts';

/** Longest text in a checklist; the rest is read by its id. */
const longestText = 320;
const empty = '' as RedactedText;

interface BriefCardRequest {
  readonly item: MemoryItem;
  /** 0–1. */
  readonly utility: number;
  readonly focus?: CardFocus | undefined;
}

/** One entry of a checklist: what it says, where it applies, who said it and when. Its kind stands above it. */
export function compileBriefCard({ item, utility, focus }: BriefCardRequest): Omit<MemoryCard, 'tokens'> {
  const { supersededById } = item.status === 'superseded' ? item : {};
  return {
    itemId: item.id,
    trigger: quoteText(placesOf(item).join(', ')),
    evidence: empty,
    actionHint: quoteText(shorten(item.content, focus)),
    failureIfIgnored: empty,
    scope: item.scope,
    provenance: {
      principal: item.principal,
      trust: item.trust,
      confirmedOn: new Date(item.updatedAtMs).toISOString().slice(0, 10),
    },
    ...(supersededById === undefined ? {} : { supersededById }),
    utility,
  };
}

/** The file that a rule stands in says where it is from, not where it applies. */
function placesOf({ references, principal }: MemoryItem): readonly string[] {
  return references.filter((reference) => principal !== `file:${reference}`).slice(0, 2);
}

function shorten(content: string, focus: CardFocus | undefined): string {
  const text = selectText(content, longestText, focus).replaceAll(/\s+/g, ' ').trim();
  return text.length < content.trim().length && content.length > longestText ? `${text} …` : text;
}
