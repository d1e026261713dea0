import type { CandidateEvidence, StateVector } from '../../model/gate.ts';

/** One admitted memory with what its features come from. */
interface StateCandidate {
  readonly evidence: CandidateEvidence;
  readonly tokenCost: number;
}

/** What the state is described from: the profile, the candidates, and what came of similar contexts. */
export interface StateFacts {
  /** Admitted memories of failures, best first. */
  readonly candidates: readonly StateCandidate[];
  readonly sessionRejections: number;
  readonly acceptanceRate: number;
  readonly falsePositiveRate: number;
  readonly latencyMs: number;
  readonly budgetTokens: number;
}

/** ε of Eq. 8. */
const smoothing = 1e-6;

/** The state z = ψ(q, C) of Eq. 4, from evidence alone: no clock and no chance. */
export function describeState(facts: StateFacts): StateVector {
  const { candidates } = facts;
  const scores = candidates.map(({ evidence }) => evidence.score);
  const best = candidates[0]?.evidence;
  const [first = 0, second = 0] = scores;
  return {
    top1_score: first,
    top2_score: second,
    score_margin: first - second,
    candidate_entropy: entropyOf(scores),
    candidate_count: candidates.length,
    family_confidence: best?.family ?? 0,
    entity_match_ratio: best?.entities ?? 0,
    command_signature_match: best?.command ?? 0,
    path_signature_match: best?.path ?? 0,
    stack_signature_match: best?.stack ?? 0,
    session_rejection_count: facts.sessionRejections,
    historical_acceptance_rate: facts.acceptanceRate,
    historical_false_positive_rate: facts.falsePositiveRate,
    estimated_latency_ms: facts.latencyMs,
    estimated_token_cost: candidates[0]?.tokenCost ?? 0,
    token_budget_remaining: facts.budgetTokens,
  };
}

/** H of Eq. 9 over the scores as shares (Eq. 8); 0 with fewer than two. */
function entropyOf(scores: readonly number[]): number {
  const total = scores.reduce((sum, score) => sum + score + smoothing, 0);
  let entropy = 0;
  for (const score of scores) {
    const share = (score + smoothing) / total;
    entropy -= share * Math.log(share);
  }
  return Math.max(0, entropy);
}
