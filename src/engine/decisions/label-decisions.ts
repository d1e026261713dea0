import {
  adviceOf,
  compareFixes,
  type FixAgreement,
  type FixDeeds,
  type ShownAdvice,
} from '../../capture/judge-followed.ts';
import { outcomeId } from '../../feedback/outcomes.ts';
import { isInjection } from '../../gate/actions.ts';
import type { ItemId } from '../../model/brands.ts';
import type { DecisionReceipt, Outcome } from '../../model/decision.ts';
import type { FailureProfile } from '../../model/failure.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';

/** A session's failure, and the fix that made it go away: told at the session's end. */
export interface SessionFix {
  /** Session of the agent, as the agent names it. */
  readonly session: string;
  readonly failure: FailureProfile;
  /** The remembered fix, or the known variant that it equals. Absent while a person is asked whether it is a known one. */
  readonly variantId?: ItemId;
  readonly done: FixDeeds;
  /** When the failure had ended, where the transcript says. */
  readonly endedAtMs?: number;
  readonly atMs: number;
}

/** Decisions among which those of a session are looked for, the newest. */
const mostDecisions = 500;
/** Labels of an earlier principal came from files that two fixes had in common (`isRefuted`). */
const principal = 'inference:own-lines';
/** Two failures of a session are one from this share of common lines on, since it prints one failure in the same words. */
const sameLines = 0.5;

/**
 * Labels the silences about a failure of a session by its real fix: `missed` where the candidate says it,
 * `correct_abstain` where the fix was another one, nothing where no line or command tells. A labelled
 * decision keeps its outcome.
 */
export async function labelDecisions(store: MemoryStore, fix: SessionFix): Promise<readonly Outcome[]> {
  return await store.transact((transaction) =>
    transaction
      .decisions(mostDecisions)
      .filter((receipt) => isAbout(receipt, fix) && transaction.outcomesOf(receipt.id).length === 0)
      .flatMap((receipt) => {
        const candidate = withheldBy(receipt);
        const item = candidate && transaction.item(candidate);
        const outcome = item && labelOf(receipt, agreementWith(item, fix), fix);
        return outcome !== undefined && transaction.addOutcome(outcome) ? [outcome] : [];
      }),
  );
}

/** Whether a decision of the fix's session was about the failure that it mended. */
export function isAbout({ session, verdict, failure, atMs }: DecisionReceipt, fix: SessionFix): boolean {
  if (verdict === undefined || failure === undefined || session !== fix.session || atMs > fix.atMs)
    return false;
  if (failure.command?.family !== fix.failure.command?.family) return false;
  const printed = new Set<string>(fix.failure.errorLines);
  const shared = failure.errorLines.filter((line) => printed.has(line)).length;
  const all = Math.min(failure.errorLines.length, fix.failure.errorLines.length);
  return all > 0 && shared / all >= sameLines;
}

/** Compares a memory's fix with the real one. */
export function agreementWith(item: MemoryItem, { variantId, failure, done }: SessionFix): FixAgreement {
  const advice = adviceOf(item, failure.command?.family ?? '', done.failed);
  const agreement = compareFixes(advice, done);
  return agreement === 'unknown' && isProse(advice) && item.id === variantId ? 'same' : agreement;
}

function isProse({ commands, lines, dropped }: ShownAdvice): boolean {
  return [...commands, ...lines, ...dropped].length === 0;
}

/** Returns the memory that silence kept back. A question is no silence. */
function withheldBy({ verdict, considered }: DecisionReceipt): ItemId | undefined {
  const isSilent = verdict !== undefined && !isInjection(verdict.action) && verdict.action !== 'ask_feedback';
  return isSilent && !considered.some(({ shown }) => shown) ? verdict.shadow : undefined;
}

function labelOf(
  { id: decisionId }: DecisionReceipt,
  agreement: FixAgreement,
  { session, atMs }: SessionFix,
): Outcome | undefined {
  if (agreement === 'unknown') return undefined;
  const kind = agreement === 'same' ? ('missed' as const) : ('correct_abstain' as const);
  const said = { decisionId, kind, principal, session, atMs, by: 'inference' as const };
  return { id: outcomeId(said), ...said };
}
