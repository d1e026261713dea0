import { latencyMsOf } from '../../gate/actions.ts';
import { judgedKinds } from '../../gate/fold-log.ts';
import { type GateSettings, gateOptions } from '../../gate/options.ts';
import { choosePolicy } from '../../gate/policies.ts';
import { type GateLog, type ReplayedDecision, replayLog } from '../../gate/replay-log.ts';
import { rewardOf } from '../../gate/reward.ts';
import { standardiseState } from '../../gate/state-vector.ts';
import type {
  GateEvaluation,
  GateReplay,
  PolicyEstimate,
  ValueEstimate,
} from '../../model/answers/gate-report.ts';
import type { OutcomeKind, PolicyVerdict } from '../../model/decision.ts';
import type { GateAction } from '../../model/gate.ts';
import { estimateOffPolicy, type LoggedReward } from '../../numeric/off-policy.ts';
import { emptyRidge, predictRidge, type RidgeModel, updateRidge } from '../../numeric/online-models.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { findDecision } from './read-decisions.ts';

const mostChanged = 20;

/** Decides the log again, with the policy of the settings or another: the same one must come to the same. */
export function replayGate(reader: ItemReader, settings: GateSettings, limit = mostChanged): GateReplay {
  const policy = choosePolicy(settings);
  const { replayed, passedOver } = replayLog(readGateLog(reader), policy, settings);
  const changed = replayed.filter(isChanged);
  const ofOthers = replayed.filter(
    ({ receipt: { verdict } }) => verdict?.policy !== policy.name || verdict.policyVersion !== policy.version,
  );
  return {
    policy: policy.name,
    replayed: replayed.length,
    same: replayed.length - changed.length,
    changed: changed.slice(-limit).flatMap(({ receipt, verdict }) =>
      receipt.verdict === undefined
        ? []
        : {
            decisionId: receipt.id,
            atMs: receipt.atMs,
            before: decidedAction(receipt.verdict),
            now: verdict.action,
            reason: verdict.reason,
          },
    ),
    passedOver,
    ofOthers: ofOthers.length,
  };
}

/** Returns a policy's decision in one place of the log; undefined where its receipt no longer has the inputs. */
export function redecide(
  reader: ItemReader,
  settings: GateSettings,
  decision: string,
): { readonly policy: string; readonly verdict?: PolicyVerdict } {
  const { id } = findDecision(reader, decision);
  const policy = choosePolicy(settings);
  const { replayed } = replayLog(readGateLog(reader), policy, settings);
  const found = replayed.find(({ receipt }) => receipt.id === id);
  return { policy: policy.name, ...(found === undefined ? {} : { verdict: found.verdict }) };
}

function readGateLog(reader: ItemReader): GateLog {
  return { decisions: reader.decisionsAfter(0), outcomes: reader.outcomesAfter(0) };
}

/** Retrieving once more may leave nothing to show: the decision was another. */
function decidedAction({
  action,
  overridden,
}: ReplayedDecision['verdict']): ReplayedDecision['verdict']['action'] {
  const isEmptied = overridden?.reason === 'nothing_to_show' || overridden?.reason === 'nothing_to_ask';
  return isEmptied && isRetrieval(overridden.action) ? overridden.action : action;
}

function isRetrieval(action: string): boolean {
  return ['high_precision_retrieval', 'high_recall_retrieval', 'ask_feedback'].includes(action);
}

function isChanged({ receipt, verdict }: ReplayedDecision): boolean {
  const before = receipt.verdict;
  if (before === undefined || decidedAction(before) !== verdict.action) return true;
  // A repeated retrieval is not decided.
  if (isRetrieval(verdict.action)) return false;
  // A rule names no memory: it shows those that fit this very failure.
  if (before.shows === undefined || verdict.shows === undefined) return false;
  return JSON.stringify(before.shows) !== JSON.stringify(verdict.shows);
}

/** Folds of the reward model: none is asked about a decision that it was fitted on. */
const folds = 5;
const seed = 1;

/**
 * Estimates each policy's reward on the decisions of the log, from their rewards and the chance of each action. Where
 * every action was certain, an estimate of another policy rests on the decisions that both would make, and on the model
 * beyond them.
 */
export function evaluatePolicies(reader: ItemReader, settings: GateSettings): GateEvaluation {
  const log = readGateLog(reader);
  const kinds = judgedKinds(log.outcomes);
  const unasked = log.decisions.filter(({ receipt }) => receipt.verdict !== undefined).length;
  const replays = gateOptions.policy.choices.map((name) => {
    const { replayed } = replayLog(log, choosePolicy({ ...settings, policy: name }), {
      ...settings,
      policy: name,
      holdBackShare: 0,
    });
    return { name, steps: replayed.flatMap((one) => judgedStep(one, kinds, settings)) };
  });
  const steps = replays[0]?.steps ?? [];
  const predict = fitRewards(steps);
  const estimates = replays.map(({ name, steps: own }): PolicyEstimate => {
    const rewards = own.map(
      (step, at): LoggedReward => ({
        reward: step.reward,
        propensity: step.propensity,
        targetPropensity: step.isSame ? 1 : 0,
        expected: predict(at, step.action),
        targetExpected: predict(at, step.target),
      }),
    );
    const { matched, effectiveSampleSize, ips, snips, dr } = estimateOffPolicy(rewards, seed);
    return { policy: name, matched, effectiveSampleSize, ips, snips, dr };
  });
  return {
    judged: steps.length,
    leftOut: unasked - steps.length,
    logged: loggedValue(steps),
    isDeterministic: steps.every(({ propensity }) => propensity === 1),
    policies: estimates,
  };
}

interface JudgedStep {
  readonly row: readonly number[];
  readonly action: GateAction;
  readonly target: GateAction;
  readonly isSame: boolean;
  readonly propensity: number;
  readonly reward: number;
}

function judgedStep(
  { receipt, state, verdict: target }: ReplayedDecision,
  kinds: ReadonlyMap<string, OutcomeKind>,
  { reward }: GateSettings,
): readonly JudgedStep[] {
  const kind = kinds.get(receipt.id);
  const { verdict, usedTokens } = receipt;
  if (kind === undefined || verdict === undefined || state.vector === undefined) return [];
  const { action, propensity } = verdict;
  return [
    {
      row: standardiseState(state.vector),
      action,
      target: target.action,
      isSame: effectOf(action) === effectOf(target.action),
      propensity,
      reward: rewardOf(kind, { latencyMs: latencyMsOf[action], tokens: usedTokens }, reward),
    },
  ];
}

/** `no_memory` and `abstain` are both silence: a user sees no difference. */
function effectOf(action: GateAction): GateAction {
  return action === 'no_memory' ? 'abstain' : action;
}

/** Expected reward of an action in a state: a ridge regression an action, fitted on the other folds. */
function fitRewards(steps: readonly JudgedStep[]): (at: number, action: GateAction) => number {
  const models = Array.from({ length: folds }, (_, fold) =>
    fitFold(steps.filter((__, at) => at % folds !== fold)),
  );
  return (at, action) => {
    const model = models[at % folds]?.get(effectOf(action));
    return model === undefined ? 0 : predictRidge(model, (steps[at] as JudgedStep).row);
  };
}

function fitFold(steps: readonly JudgedStep[]): ReadonlyMap<GateAction, RidgeModel> {
  const models = new Map<GateAction, RidgeModel>();
  for (const { action: done, row, reward } of steps) {
    const action = effectOf(done);
    models.set(action, updateRidge(models.get(action) ?? emptyRidge(row.length), row, reward));
  }
  return models;
}

function loggedValue(steps: readonly JudgedStep[]): ValueEstimate {
  const rewards = steps.map(({ reward }) => ({
    ...{ reward, propensity: 1, targetPropensity: 1, expected: 0, targetExpected: 0 },
  }));
  return estimateOffPolicy(rewards, seed).ips;
}
