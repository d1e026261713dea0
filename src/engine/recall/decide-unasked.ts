import { isInjection } from '../../gate/actions.ts';
import type { LedgerBalance } from '../../gate/guarantee/injection-ledger.ts';
import { silenceOf } from '../../gate/overrides.ts';
import { riskCovariates } from '../../gate/risk-covariates.ts';
import type { DecisionId, PolicyVerdict } from '../../model/decision.ts';
import type { Admission } from '../../model/gate.ts';
import { stateFeatures, stateVersion } from '../../model/gate-state.ts';
import type { FailureMatch } from '../../model/recorded-failure.ts';
import { seededRandom } from '../../numeric/seeded-random.ts';
import { overrideWords } from '../../wording/override-words.ts';
import { readGateKnowledge } from '../decisions/gate-knowledge.ts';
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
  { settings, store, clock }: RecallDependencies,
): PolicyVerdict {
  const { policy, learned, ledger } = store.read((reader) =>
    readGateKnowledge(reader, settings.gate, clock.nowMs()),
  );
  const state = describeGateState(question);
  const decided = policy.decide(state, { learned, random: seededRandom(seedOf(decisionId)), ledger });
  const verdict = { ...withinLedger(decided, ledger, state.nearCount), ledger: ledgerFigures(ledger) };
  const { vector } = state;
  if (vector === undefined) return verdict;
  const features = stateFeatures.map((feature) => vector[feature]);
  return { ...verdict, state: { version: stateVersion, features, covariates: riskCovariates(state) } };
}

/** The ledger stands over every policy, and over those most that know nothing of it. */
function withinLedger(verdict: PolicyVerdict, { isOpen }: LedgerBalance, nearCount: number): PolicyVerdict {
  if (isOpen || !isInjection(verdict.action)) return verdict;
  const { shows: _, ...silenced } = verdict;
  return {
    ...silenced,
    action: silenceOf(nearCount),
    reason: overrideWords.ledger_closed,
    overridden: { action: verdict.action, reason: 'ledger_closed' },
  };
}

function ledgerFigures({ falsePositives, pending, labelled }: LedgerBalance) {
  return { falsePositives, pending, labelled };
}

/** A decision's chance comes from its id: replayed, it falls the same way. */
function seedOf(id: DecisionId): number {
  return Number.parseInt(id.slice(0, 8), 16);
}
