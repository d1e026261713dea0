import { isRefuted, type Outcome, type OutcomeKind } from '../model/decision.ts';

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
