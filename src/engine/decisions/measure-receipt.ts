import type { MetricValues } from '../../model/answers/gate-report.ts';
import type { ConsideredMemory, DecisionReceipt } from '../../model/decision.ts';
import type { RefusalReason } from '../../model/gate.ts';

/** The metrics of one answer, from its receipt. */
export function measureReceipt({
  considered,
  moment,
  usedTokens,
  elsewhere = 0,
  reranked,
}: DecisionReceipt): MetricValues {
  const refusedFor = (reason: RefusalReason) =>
    considered.filter(({ admission }: ConsideredMemory) => admission.refusals.includes(reason)).length;
  return {
    'memory.v3.rerank.calls': reranked ? 1 : 0,
    'memory.v3.rerank.skipped': moment === 'asked' && !reranked ? 1 : 0,
    'memory.v3.retrieval.candidate_count': considered.length,
    'memory.v3.retrieval.final_count': considered.filter(({ shown }) => shown).length,
    'memory.v3.contradiction.detected': refusedFor('contradicts_another'),
    'memory.v3.scope.mismatch.filtered': refusedFor('out_of_scope') + elsewhere,
    'memory.v3.token.overhead': usedTokens,
  };
}
