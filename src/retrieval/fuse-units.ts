import { type ContextUnit, contextBanks } from '../model/card.ts';

/**
 * One order of what several banks yield: the surest first. Scores of different banks mean different things, so that only the calibrated
 * confidence counts; at equal confidence the bank that is written down first goes first, then its better score. The order of
 * the arguments does not matter.
 */
export function fuseUnits(units: readonly ContextUnit[]): readonly ContextUnit[] {
  return units.toSorted(
    (a, b) =>
      b.confidence - a.confidence ||
      contextBanks.indexOf(a.bank) - contextBanks.indexOf(b.bank) ||
      b.score - a.score ||
      (a.id < b.id ? -1 : 1),
  );
}
