import { isRefuted, type Outcome, type OutcomeKind } from '../model/decision.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { isTrustedAs } from '../model/provenance.ts';
import { believeHelper } from '../model/raise-trust.ts';

const positive: readonly OutcomeKind[] = ['verified', 'accepted'];
const negative: readonly OutcomeKind[] = ['rejected', 'false_positive'];

export function isPositive({ kind }: Pick<Outcome, 'kind'>): boolean {
  return positive.includes(kind);
}

export function isNegative({ kind }: Pick<Outcome, 'kind'>): boolean {
  return negative.includes(kind);
}

/** Whether the outcome is binding: a person, or passing or failing tests, know what an agent only guesses. */
export function isBinding({ by }: Pick<Outcome, 'by'>): boolean {
  return by === 'user' || by === 'tests';
}

/**
 * The last judgement of each speaker about each memory of a decision, in the order of reporting; later judgements
 * replace earlier ones. `ignored` is not a judgement, so it replaces none, and a refuted one counts for nothing.
 */
export function lastWords(outcomes: readonly Outcome[]): readonly Outcome[] {
  const words = new Map<string, Outcome>();
  for (const outcome of outcomes) {
    if (isRefuted(outcome)) continue;
    const { decisionId, itemId = '', principal, kind } = outcome;
    const speaker = JSON.stringify([decisionId, itemId, principal]);
    if (kind === 'ignored' && words.has(speaker)) continue;
    words.delete(speaker);
    words.set(speaker, outcome);
  }
  return [...words.values()];
}

/**
 * Id of an outcome, equal for the same judgement of the same decision by the same speaker, so that it counts once.
 * @param times number of times that the speaker gave this judgement before and withdrew it
 */
export function outcomeId({ decisionId, itemId, kind, principal }: Omit<Outcome, 'id'>, times = 0): string {
  return [decisionId, itemId ?? '', kind, principal, ...(times > 0 ? [times] : [])].join(' ');
}

/**
 * A memory after an outcome. A person who says that it helped confirms it, and lends an agent's word the
 * trust that it lacked; no other outcome raises trust. Harm is counted, not written here (`OutcomeCounts`).
 * @param wasShownInFull a person vouches for no words that the card had cut off
 */
export function applyOutcome(
  item: MemoryItem,
  { kind, by, atMs }: Outcome,
  wasShownInFull: boolean,
): MemoryItem {
  const helped = kind === 'verified' || kind === 'accepted';
  if (!helped || by !== 'user') return item;
  const confirmed = { ...item, updatedAtMs: Math.max(item.updatedAtMs, atMs) };
  return isTrustedAs(item.trust, 'verified') || !wasShownInFull ? confirmed : believeHelper(confirmed);
}
