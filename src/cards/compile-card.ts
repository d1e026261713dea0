import type { MemoryCard } from '../model/card.ts';
import type { OutcomeCounts } from '../model/decision.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { quoteText } from './quote-text.ts';
import { type CardFocus, longestHint, selectPassages } from './select-passages.ts';
import { cardWordings } from './wordings.ts';

/** Everything a card says beside the memory itself. */
interface CardRequest {
  readonly item: MemoryItem;
  readonly outcomes: OutcomeCounts;
  /** 0–1. */
  readonly utility: number;
  /** What is asked; of a long memory, the passages about it are shown. */
  readonly focus?: CardFocus | undefined;
}

/** What the label of a memory costs whose place another took. */
const labelTokens = 16;

/**
 * The shortest form of a memory that still helps: when it applies, what it rests on, what to do, what happens otherwise.
 * Made from the memory and what is asked alone, so equal ones give equal cards.
 */
export function compileCard({ item, outcomes, utility, focus }: CardRequest): MemoryCard {
  const wording = cardWordings[item.type];
  const { supersededById } = item.status === 'superseded' ? item : {};
  return {
    itemId: item.id,
    trigger: quoteText(wording.trigger(item)),
    evidence: quoteText(describeEvidence(item, outcomes)),
    actionHint: quoteText(wording.action(selectPassages(item.content, item.id, focus))),
    failureIfIgnored: quoteText(wording.otherwise(item)),
    scope: item.scope,
    provenance: {
      principal: item.principal,
      trust: item.trust,
      confirmedOn: new Date(item.updatedAtMs).toISOString().slice(0, 10),
    },
    ...(supersededById === undefined ? {} : { supersededById }),
    utility,
    tokens: item.tokenCost + (supersededById === undefined ? 0 : labelTokens),
  };
}

/** Whether a card says all of a memory's content. */
export function isShownInFull({ content }: MemoryItem): boolean {
  return content.length <= longestHint;
}

function describeEvidence({ principal, references }: MemoryItem, outcomes: OutcomeCounts): string {
  const helped = (outcomes.verified ?? 0) + (outcomes.accepted ?? 0);
  const failed = (outcomes.rejected ?? 0) + (outcomes.false_positive ?? 0);
  return [
    `said by ${principal}`,
    ...(helped > 0 ? [`helped ${times(helped)} since`] : []),
    ...(failed > 0 ? [`did not help ${times(failed)}`] : []),
    ...(references.length > 0 ? [`about ${references.slice(0, 3).join(', ')}`] : []),
  ].join('; ');
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
