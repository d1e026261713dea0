import { emptyLedger } from '../../gate/guarantee/injection-ledger.ts';
import { policies } from '../../gate/policies.ts';
import { riskCovariates } from '../../gate/risk-covariates.ts';
import type { DecisionId, PolicyVerdict } from '../../model/decision.ts';
import type { Admission } from '../../model/gate.ts';
import { stateFeatures, stateVersion } from '../../model/gate-state.ts';
import type { FailureMatch } from '../../model/recorded-failure.ts';
import { seededRandom } from '../../numeric/seeded-random.ts';
import { describeGateState } from './describe-gate-state.ts';
import type { InspectedCandidate } from './inspect-candidates.ts';
import type { RecallDependencies } from './recall-dependencies.ts';

interface UnaskedQuestion {
  readonly candidates: readonly InspectedCandidate[];
  readonly admissions: readonly Admission[];
  readonly match: FailureMatch | undefined;
  readonly budgetTokens: number;
  readonly decisionId: DecisionId;
}

/** Whether a memory is shown that nobody asked for: the policy's answer, with the state that it decided from. */
export function decideUnasked(
  { decisionId, ...question }: UnaskedQuestion,
  { settings }: RecallDependencies,
): PolicyVerdict {
  const policy = policies[settings.gate.policy];
  const state = describeGateState(question);
  const verdict = policy.decide(state, {
    learned: policy.start(),
    random: seededRandom(seedOf(decisionId)),
    ledger: emptyLedger,
  });
  const { vector } = state;
  if (vector === undefined) return verdict;
  const features = stateFeatures.map((feature) => vector[feature]);
  return { ...verdict, state: { version: stateVersion, features, covariates: riskCovariates(state) } };
}

/** A decision's chance comes from its id: replayed, it falls the same way. */
function seedOf(id: DecisionId): number {
  return Number.parseInt(id.slice(0, 8), 16);
}
