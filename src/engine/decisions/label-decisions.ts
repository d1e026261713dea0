import { outcomeId } from '../../feedback/outcome-id.ts';
import { isInjection } from '../../gate/actions.ts';
import type { DecisionReceipt, Outcome, OutcomeKind } from '../../model/decision.ts';
import type { FailureProfile } from '../../model/failure.ts';
import type { ItemId, MemoryItem } from '../../model/memory-item.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';

/** What a session's end tells: a failure of it, and the fix that made it go away. */
export interface SessionFix {
  /** Session of the agent, as the agent names it. */
  readonly session: string;
  readonly failure: FailureProfile;
  /** The fix as it is remembered: of a known one, that variant. */
  readonly variantId: ItemId;
  /** It may be the same as a known one, and waits for a person: then it labels nothing. */
  readonly isDoubtful: boolean;
  /** Files that the fix changed. */
  readonly files: readonly string[];
  readonly atMs: number;
}

export interface LabelledDecisions {
  readonly outcomes: readonly Outcome[];
}

/** Decisions among which those of a session are looked for, the newest. */
const mostDecisions = 500;
const principal = 'inference:session-end';
/** Share of the lines that both failures name, from which on they are one: a session prints the same failure in the same words. */
const sameLines = 0.5;
/** Share of common words from which on two fixes say the same. */
const sameWords = 0.5;

/**
 * Labels the decisions about a failure of a session by what its real fix was. Where nothing was shown and the fix agrees with what
 * would have been: `missed`; where it differs: `correct_abstain`. What was shown and is the fix was followed: `accepted`; a fix that
 * differs from what was shown proves nothing. A decision that anybody judged keeps its judgement, so labelling again adds nothing.
 */
export async function labelDecisions(store: MemoryStore, fix: SessionFix): Promise<LabelledDecisions> {
  if (fix.isDoubtful) return { outcomes: [] };
  return await store.transact((transaction) => {
    const real = transaction.item(fix.variantId);
    const outcomes = transaction
      .decisions(mostDecisions)
      .filter((receipt) => isAbout(receipt, fix) && transaction.outcomesOf(receipt.id).length === 0)
      .flatMap((receipt) => {
        const candidate = candidateOf(receipt);
        const item = candidate && transaction.item(candidate);
        if (candidate === undefined || item === undefined || real === undefined) return [];
        return labelOf(receipt, candidate, agrees(item, real, fix), fix) ?? [];
      });
    return { outcomes: outcomes.filter((outcome) => transaction.addOutcome(outcome)) };
  });
}

/** What was shown, or would have been. */
function candidateOf({ verdict, considered }: DecisionReceipt): ItemId | undefined {
  return considered.find(({ shown }) => shown)?.itemId ?? verdict?.shadow;
}

function labelOf(
  { id: decisionId, verdict, considered }: DecisionReceipt,
  itemId: ItemId,
  isAgreed: boolean,
  { session, atMs }: SessionFix,
): Outcome | undefined {
  const isShown = considered.some(({ shown }) => shown);
  if (isShown && !isAgreed) return undefined;
  // A question shows nothing, and is no silence either.
  if (!isShown && (verdict === undefined || isInjection(verdict.action) || verdict.action === 'ask_feedback'))
    return undefined;
  const kind: OutcomeKind = isShown ? 'accepted' : isAgreed ? 'missed' : 'correct_abstain';
  const said = {
    ...{ decisionId, kind, principal, session, atMs },
    ...(isShown ? { itemId } : {}),
    by: 'inference' as const,
  };
  return { id: outcomeId(said), ...said };
}

function isAbout({ session, verdict, failure, atMs }: DecisionReceipt, fix: SessionFix): boolean {
  if (verdict === undefined || failure === undefined || session !== fix.session || atMs > fix.atMs)
    return false;
  if (failure.command?.family !== fix.failure.command?.family) return false;
  const printed = new Set<string>(fix.failure.errorLines);
  const shared = failure.errorLines.filter((line) => printed.has(line)).length;
  const all = Math.min(failure.errorLines.length, fix.failure.errorLines.length);
  return all > 0 && shared / all >= sameLines;
}

/** Whether two fixes are one: the same memory, a file that both name, or words that both say. */
function agrees(shown: MemoryItem, real: MemoryItem, { files }: SessionFix): boolean {
  if (shown.id === real.id) return true;
  const named = [...shown.references, ...shown.anchors.map(({ path }) => path)];
  if (files.some((file) => named.includes(file))) return true;
  const [one, other] = [wordsOf(shown.content), wordsOf(real.content)];
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - shared;
  return all > 0 && shared / all >= sameWords;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_./-]{2,}/gu));
}
