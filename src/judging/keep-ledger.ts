import type { ItemId } from '../model/brands.ts';
import type { LedgerEntry } from '../model/decision.ts';
import type { JudgeVerdict } from '../ports/judge.ts';
import { utilityOf } from './utility.ts';

/** A memory that a judge was asked about. */
interface LedgerUnit {
  readonly id: ItemId;
  /** Length of its card. */
  readonly tokens: number;
  /** Other units that it contradicts, as far as it is known without the judge. */
  readonly contradicts: readonly ItemId[];
}

/** What stands for and against each memory. @param verdicts one for each unit, in their order; absent where there is no answer */
export function keepLedger(
  units: readonly LedgerUnit[],
  verdicts: readonly JudgeVerdict[] | undefined,
): readonly LedgerEntry[] {
  return units.map(({ id, tokens, contradicts }, at): LedgerEntry => {
    const verdict = verdicts?.[at];
    const known = { itemId: id, supportedBy: verdict?.supportedBy ?? [] };
    const contradictedBy = [...new Set([...contradicts, ...(verdict?.contradictedBy ?? [])])];
    if (verdict === undefined) return { ...known, contradictedBy, state: 'deferred' };
    const utility = judgedUtility(verdict, tokens);
    return {
      ...known,
      contradictedBy,
      state: utility > 0 && contradictedBy.length === 0 ? 'supported' : 'limited',
      utility,
      confidence: verdict.confidence,
    };
  });
}

/** s of Eq. 3 from a judge's estimates: its confidence is no part of it. */
export function judgedUtility(verdict: JudgeVerdict, tokens: number): number {
  const { actionShift, necessity, expectedOutcomeUplift, negativeTransferRisk } = verdict;
  return utilityOf({
    ...{ actionShift, necessity, tokens },
    outcomeGain: expectedOutcomeUplift,
    transferRisk: negativeTransferRisk,
  });
}
