import { fixesAmong, latencyMsOf } from '../../src/gate/actions.ts';
import { emptyLedger } from '../../src/gate/injection-ledger.ts';
import type { GateState, Policy } from '../../src/gate/policy.ts';
import { defaultReward } from '../../src/gate/reward.ts';
import { riskCovariates } from '../../src/gate/risk-covariates.ts';
import { describeState, poolRates, standardiseState } from '../../src/gate/state-vector.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { judgeStep, type ReplayCase, type ReplayStep } from './judge-event.ts';
import type { Observation } from './observe-benchmark.ts';
import { PastOutcomes } from './past-outcomes.ts';

export interface TimedStep extends ReplayStep {
  readonly decideUs: number;
}

/** Replays cases in order: decide, be judged, learn. Features of the past come from the policy's own outcomes. */
export function replayPolicy(
  policy: Policy,
  cases: readonly ReplayCase[],
  seed: number,
): readonly TimedStep[] {
  const random = seededRandom(seed);
  const past = new PastOutcomes();
  let learned = policy.start();
  return cases.map((one) => {
    const { candidates } = one.observation;
    const state = stateOf(one.observation, past);
    const begun = process.hrtime.bigint();
    const { action, shows } = policy.decide(state, { learned, random, ledger: emptyLedger });
    const decideUs = Number(process.hrtime.bigint() - begun) / 1_000;
    const step = judgeStep(one, action, shows);
    learned = policy.update(learned, {
      row: state.vector === undefined ? [] : standardiseState(state.vector),
      covariates: candidates.length === 0 ? [] : riskCovariates(state),
      ...{ action, kind: step.kind, reward: step.reward, scale: defaultReward.falsePositive },
    });
    past.add(candidates[0], step.kind);
    return { ...step, decideUs };
  });
}

const noPast = new PastOutcomes();

/** The state that the library's engine would describe, with the past of this replay. */
export function stateOf(observation: Observation, past = noPast): GateState {
  const { candidates, nearCount, match, budgetTokens } = observation;
  const fixes = fixesAmong(candidates);
  return {
    ...{ candidates, nearCount, budgetTokens },
    match: { status: match, topScore: 0, margin: 0, reason: '' },
    vector: describeState({
      candidates: fixes.flatMap(({ evidence, tokenCost }) =>
        evidence === undefined ? [] : [{ evidence, tokenCost }],
      ),
      sessionRejections: 0,
      ...poolRates(past.similarTo(fixes[0])),
      latencyMs: latencyMsOf.top1_resolution,
      budgetTokens,
    }),
  };
}
