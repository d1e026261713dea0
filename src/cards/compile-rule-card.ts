import type { MemoryCard } from '../model/card.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import type { RedactedText } from '../model/redacted-text.ts';
import { redact } from '../redaction/redact.ts';
import { cutText } from './cut-text.ts';

/** A prevention rule with the evidence for offering it. */
export interface RuleCardRequest {
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
    trigger: redact(reasons.join('; ')),
    evidence: redact(`said by ${pattern.principal}; happened ${times(episodeCount)}`),
    actionHint: redact(cutText(rule, pattern.id)),
    failureIfIgnored: redact(cutText(symptom, pattern.id)),
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
