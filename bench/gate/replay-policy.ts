import { costOf, fixesAmong, latencyMsOf, shownCandidates } from '../../src/gate/actions.ts';
import { emptyLedger } from '../../src/gate/injection-ledger.ts';
import type { RewardCoefficients } from '../../src/gate/options.ts';
import type { GateState, Policy } from '../../src/gate/policy.ts';
import { defaultReward, rewardOf } from '../../src/gate/reward.ts';
import { riskCovariates } from '../../src/gate/risk-covariates.ts';
import { describeState, poolRates, standardiseState } from '../../src/gate/state-vector.ts';
import type { GateAction, OutcomeKind } from '../../src/index.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import type { ReplayEvent } from './generate-benchmark.ts';
import { judgeAction } from './judge-action.ts';
import type { Observation } from './observe-benchmark.ts';
import { PastOutcomes } from './past-outcomes.ts';

export interface ReplayCase {
  readonly event: ReplayEvent;
  readonly observation: Observation;
}

export interface ReplayStep {
  readonly action: GateAction;
  readonly kind: OutcomeKind;
  readonly reward: number;
  readonly tokens: number;
  readonly latencyMs: number;
  readonly decideUs: number;
}

interface ReplayOptions {
  readonly seed: number;
  readonly reward?: RewardCoefficients;
  /** Coefficients of reported rewards, where they differ from those that policies learn from. */
  readonly reported?: RewardCoefficients;
  /** Changes what a policy sees, as ablations do. */
  readonly see?: (state: GateState) => GateState;
}

/** Replays cases in order: decide, be judged, learn. Features of the past come from the policy's own outcomes. */
export function replayPolicy(
  policy: Policy,
  cases: readonly ReplayCase[],
  { seed, reward = defaultReward, reported = reward, see = (state) => state }: ReplayOptions,
): readonly ReplayStep[] {
  const random = seededRandom(seed);
  const past = new PastOutcomes();
  let learned = policy.start();
  return cases.map(({ event, observation }) => {
    const state = see(stateOf(observation, past));
    const begun = process.hrtime.bigint();
    const verdict = policy.decide(state, { learned, random, ledger: emptyLedger });
    const decideUs = Number(process.hrtime.bigint() - begun) / 1_000;
    const step = judgeStep({ event, observation }, verdict.action, verdict.shows, reported);
    const row = state.vector === undefined ? [] : standardiseState(state.vector);
    learned = policy.update(learned, {
      row,
      covariates: observation.candidates.length === 0 ? [] : riskCovariates(state),
      action: verdict.action,
      kind: step.kind,
      reward: rewardOf(step.kind, step, reward),
      scale: reward.falsePositive,
    });
    past.add(observation.candidates[0], step.kind);
    return { ...step, decideUs };
  });
}

/** The result of an action on a case, with its cost. */
export function judgeStep(
  { event, observation }: ReplayCase,
  action: GateAction,
  shows: readonly string[] | undefined,
  reward: RewardCoefficients,
): Omit<ReplayStep, 'decideUs'> {
  const { candidates } = observation;
  const shown =
    shows ??
    shownCandidates(
      action,
      candidates.filter(({ strength }) => strength === 'same'),
    ).map(({ itemId }) => itemId);
  const variants = candidates.filter(({ itemId }) => shown.includes(itemId)).map(({ variant }) => variant);
  const judged = { truth: event.truth, expected: event.query.expected };
  const kind = judgeAction(judged, action, variants, candidates[0]?.variant);
  const cost = costOf(action, candidates);
  return { action, kind, ...cost, reward: rewardOf(kind, cost, reward) };
}

const noPast = new PastOutcomes();

/** The state that the library's engine would describe, with the past of this replay. */
export function stateOf(observation: Omit<Observation, 'query'>, past = noPast): GateState {
  const { candidates, nearCount, match, budgetTokens } = observation;
  const fixes = fixesAmong(candidates);
  const [best] = fixes;
  return {
    candidates,
    nearCount,
    match: { status: match, topScore: 0, margin: 0, reason: '' },
    budgetTokens,
    vector: describeState({
      candidates: fixes.flatMap(({ evidence, tokenCost }) =>
        evidence === undefined ? [] : [{ evidence, tokenCost }],
      ),
      sessionRejections: 0,
      ...poolRates(past.similarTo(best)),
      latencyMs: latencyMsOf.top1_resolution,
      budgetTokens,
    }),
  };
}
