import type { ConsideredMemory, DecisionReceipt, PolicyVerdict } from '../../model/decision.ts';
import type { ScoreTree } from '../../model/evidence.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';

/** As many are compacted at once, so that no agent waits for it. */
const mostAtOnce = 32;
const dayMs = 24 * 60 * 60 * 1_000;

interface CompactionTerms {
  readonly receiptDays: number;
  readonly nowMs: number;
  /** Up to here in the log it is done. */
  readonly compactedTo: number;
}

/**
 * Compacts the oldest receipts: how each score came about goes, and what is needed to decide again. What was decided, from which
 * numbers, what was shown and what came of it stays, so that all can be learned again; no row goes. Returns how far it came.
 */
export function compactReceipts(
  transaction: Pick<MemoryTransaction, 'decisionsAfter' | 'replaceDecision'>,
  { receiptDays, nowMs, compactedTo }: CompactionTerms,
): number {
  let done = compactedTo;
  for (const { sequence, receipt } of transaction.decisionsAfter(compactedTo, mostAtOnce)) {
    if (receipt.atMs > nowMs - receiptDays * dayMs) return done;
    if (!receipt.isCompacted) transaction.replaceDecision(compactReceipt(receipt));
    done = sequence;
  }
  return done;
}

function compactReceipt({ verdict, considered, ...receipt }: DecisionReceipt): DecisionReceipt {
  return {
    ...receipt,
    considered: considered.map(compactConsidered),
    ...(verdict === undefined ? {} : { verdict: compactVerdict(verdict) }),
    isCompacted: true,
  };
}

function compactConsidered({
  comparison,
  utility,
  evidence: _,
  ...memory
}: ConsideredMemory): ConsideredMemory {
  return {
    ...memory,
    score: withoutParts(memory.score),
    ...(comparison === undefined ? {} : { comparison: withoutParts(comparison) }),
    ...(utility === undefined ? {} : { utility: { ...utility, proxy: withoutParts(utility.proxy) } }),
  };
}

function compactVerdict({ seen: _, actionScores, ...verdict }: PolicyVerdict): PolicyVerdict {
  return {
    ...verdict,
    actionScores: actionScores.map(({ action, score }) => ({ action, score: withoutParts(score) })),
  };
}

function withoutParts({ value, description }: ScoreTree): ScoreTree {
  return { value, description, parts: [] };
}
