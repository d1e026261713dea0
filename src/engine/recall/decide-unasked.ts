import { decide } from '../../gate/decide.ts';
import type { DecisionId, PolicyVerdict } from '../../model/decision.ts';
import type { Admission } from '../../model/gate.ts';
import type { FailureMatch } from '../../model/recorded-failure.ts';
import { readGateKnowledge } from '../decisions/gate-knowledge.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { describeGateState } from './describe-gate-state.ts';
import type { InspectedCandidate } from './inspect-candidates.ts';

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
  const { known, log } = store.read((reader) => ({
    known: readGateKnowledge(reader, settings.gate, clock.nowMs()),
    log: reader.logEnd(),
  }));
  const { holdBackShare } = settings.gate;
  const verdict = decide(describeGateState(question), { ...known, id: decisionId, holdBackShare });
  return { ...verdict, log };
}
