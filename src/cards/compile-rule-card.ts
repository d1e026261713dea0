import type { RedactedText } from '../model/brands.ts';
import type { MemoryCard } from '../model/card.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { quoteText } from './quote-text.ts';
import { selectPassages } from './select-passages.ts';

/** What a prevention rule is offered with. */
interface RuleCardRequest {
  readonly pattern: MemoryItem;
  readonly rule: RedactedText;
  /** How close the planned work is to the failures that it prevents, 0–1. */
  readonly nearness: number;
  /** Why it is offered, in words. */
  readonly reasons: readonly string[];
  readonly episodeCount: number;
}

/** A prevention rule as a card, offered before the failure. */
export function compileRuleCard(request: RuleCardRequest): MemoryCard {
  const { pattern, rule, nearness, reasons, episodeCount } = request;
  const symptom = pattern.body?.kind === 'pattern' ? pattern.body.symptom : pattern.title;
  return {
    itemId: pattern.id,
    trigger: quoteText(reasons.join('; ')),
    evidence: quoteText(`happened ${times(episodeCount)}`),
    actionHint: quoteText(selectPassages(rule, pattern.id)),
    failureIfIgnored: quoteText(selectPassages(symptom, pattern.id)),
    scope: pattern.scope,
    provenance: {
      principal: pattern.principal,
      trust: pattern.trust,
      confirmedOn: new Date(pattern.updatedAtMs).toISOString().slice(0, 10),
    },
    utility: nearness,
    tokens: pattern.tokenCost,
  };
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
