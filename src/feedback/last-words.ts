import type { Outcome, OutcomeKind } from '../model/decision.ts';

const positive: readonly OutcomeKind[] = ['verified', 'accepted'];
const negative: readonly OutcomeKind[] = ['rejected', 'false_positive'];

export function isPositive({ kind }: Pick<Outcome, 'kind'>): boolean {
  return positive.includes(kind);
}

export function isNegative({ kind }: Pick<Outcome, 'kind'>): boolean {
  return negative.includes(kind);
}

/** Whether it binds: a person and passing or failing tests know what an agent guesses. */
export function isBinding({ by }: Pick<Outcome, 'by'>): boolean {
  return by === 'user' || by === 'tests';
}

/**
 * What each speaker last said of each memory a decision showed, in the order in which it was said: who takes a word back is
 * believed. `ignored` is no judgement, so it takes nothing back.
 */
export function lastWords(outcomes: readonly Outcome[]): readonly Outcome[] {
  const words = new Map<string, Outcome>();
  for (const outcome of outcomes) {
    const { decisionId, itemId = '', principal, kind } = outcome;
    const speaker = JSON.stringify([decisionId, itemId, principal]);
    if (kind === 'ignored' && words.has(speaker)) continue;
    words.delete(speaker);
    words.set(speaker, outcome);
  }
  return [...words.values()];
}
