import type { MemoryCard } from '../model/card.ts';
import type { OutcomeCounts } from '../model/decision.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { redact } from '../redaction/redact.ts';
import { cutText } from './cut-text.ts';
import { cardWordings } from './wordings.ts';

/** What a card contains besides the memory itself. */
export interface CardRequest {
  readonly item: MemoryItem;
  readonly outcomes: OutcomeCounts;
  /** 0–1. */
  readonly utility: number;
}

/**
 * The shortest form of a memory that still helps: when it applies, what it rests on, what to do, what happens otherwise.
 * Made from the memory alone, so equal memories give equal cards.
 */
export function compileCard({ item, outcomes, utility }: CardRequest): MemoryCard {
  const wording = cardWordings[item.type];
  return {
    itemId: item.id,
    trigger: redact(wording.trigger(item)),
    evidence: redact(describeEvidence(item, outcomes)),
    actionHint: redact(cutText(wording.action(item.content), item.id)),
    failureIfIgnored: redact(wording.otherwise(item)),
    scope: item.scope,
    provenance: {
      principal: item.principal,
      trust: item.trust,
      confirmedOn: new Date(item.updatedAtMs).toISOString().slice(0, 10),
    },
    utility,
    tokens: item.tokenCost,
  };
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
