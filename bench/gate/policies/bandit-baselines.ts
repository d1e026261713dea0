import {
  type ActionStatistics,
  learnScores,
  type ScorePriors,
  type ScoreState,
  scoreWeights,
  startScores,
} from '../../../src/gate/action-score.ts';
import { availableActions, fixesAmong, isInjection, shownCandidates } from '../../../src/gate/actions.ts';
import { overrideOf } from '../../../src/gate/overrides.ts';
import { definePolicy, type GateState, type JudgedDecision, type Policy } from '../../../src/gate/policy.ts';
import { scoreActions, verdictOf } from '../../../src/gate/rscb-mc.ts';
import { rowLength, rowOf } from '../../../src/gate/state-vector.ts';
import type { GateAction } from '../../../src/index.ts';
import {
  emptyRidge,
  predictRidge,
  type RidgeModel,
  ridgeWidth,
  updateRidge,
} from '../../../src/numeric/online-models.ts';
import { drawBeta } from './draw-beta.ts';

const leaf = (value: number, description: string) => ({ value, description, parts: [] });

const explored = 0.1;
const confidence = Math.SQRT2;
const width = 1;

function availableOf({ candidates, budgetTokens }: GateState): readonly GateAction[] {
  return availableActions(fixesAmong(candidates), budgetTokens);
}

/** ε-greedy with ε = .1: the action with the best mean reward so far, and every tenth time any. */
export const epsilonGreedy = (priors?: ScorePriors): Policy =>
  definePolicy<ScoreState>({
    name: 'epsilon_greedy',
    version: 2,
    start: () => startScores(priors),
    update: learnScores,
    decide(state, { actions }, { random }) {
      const available = availableOf(state);
      const lucky = random() < explored ? available[Math.floor(random() * available.length)] : undefined;
      const best = bestOf(available, (action) => meanReward(actions[action]));
      const scored = available.map((action) => {
        const value = action === lucky ? Number.POSITIVE_INFINITY : meanReward(actions[action]);
        return {
          action,
          value,
          explain: () => leaf(meanReward(actions[action]), 'mean reward so far, in γ'),
        };
      });
      const propensityOf = (action: GateAction) =>
        explored / available.length + (action === best ? 1 - explored : 0);
      return verdictOf({ policy: this.name, policyVersion: this.version, state, scored, propensityOf });
    },
  });

/** UCB1 (Auer, Cesa-Bianchi and Fischer 2002) with √2. */
export const ucb1 = (priors?: ScorePriors): Policy =>
  definePolicy<ScoreState>({
    name: 'ucb1',
    version: 2,
    start: () => startScores(priors),
    update: learnScores,
    decide(state, { actions, total }) {
      const scored = availableOf(state).map((action) => {
        const { count } = actions[action];
        const bonus = count === 0 ? Number.MAX_VALUE : confidence * Math.sqrt(Math.log(total) / count);
        const value = meanReward(actions[action]) + bonus;
        return { action, value, explain: () => leaf(value, 'mean reward and its upper confidence') };
      });
      return verdictOf({ policy: this.name, policyVersion: this.version, state, scored });
    },
  });

/** Thompson sampling on success: what was verified, accepted, or rightly left unsaid. */
export const thompson = (priors?: ScorePriors): Policy =>
  definePolicy<ScoreState>({
    name: 'thompson',
    version: 2,
    start: () => startScores(priors),
    update: learnScores,
    decide(state, { actions }, { random }) {
      const scored = availableOf(state).map((action) => {
        const { count } = actions[action];
        const good = successes(actions[action]);
        const value = drawBeta(1 + good, 1 + count - good, random);
        return { action, value, explain: () => leaf(value, 'a draw from its chance of success') };
      });
      return verdictOf({ policy: this.name, policyVersion: this.version, state, scored });
    },
  });

interface LinearState extends Record<string, unknown> {
  readonly models: Readonly<Partial<Record<GateAction, RidgeModel>>>;
}

const unseen = emptyRidge(rowLength);

/** LinUCB (Li et al. 2010) with α = 1, one ridge regression an action. */
export const linUcb: Policy = definePolicy<LinearState>({
  name: 'linucb',
  version: 2,
  start: () => ({ models: {} }),
  update({ models }, { action, row, reward, scale }: JudgedDecision) {
    return { models: { ...models, [action]: updateRidge(models[action] ?? unseen, row, reward / scale) } };
  },
  decide(state, { models }) {
    const row = rowOf(state);
    const scored = availableOf(state).map((action) => {
      const model = models[action] ?? unseen;
      const value = predictRidge(model, row) + width * ridgeWidth(model, row);
      return { action, value, explain: () => leaf(value, 'expected reward and its upper confidence') };
    });
    return verdictOf({ policy: this.name, policyVersion: this.version, state, scored });
  },
});

function meanReward({ reward, count }: ActionStatistics): number {
  return count === 0 ? 0 : reward / count;
}

function successes({ verified, accepted, correct }: ActionStatistics): number {
  return verified + accepted + correct;
}

function bestOf(
  actions: readonly GateAction[],
  worth: (action: GateAction) => number,
): GateAction | undefined {
  return actions.toSorted((a, b) => worth(b) - worth(a))[0];
}

/** Thompson sampling that weighs a drawn risk against a drawn success, with the paper's overrides. */
export function riskSensitiveThompson({ priors }: { readonly priors?: ScorePriors } = {}): Policy {
  return definePolicy<ScoreState>({
    name: 'risk_sensitive_thompson',
    version: 3,
    start: () => startScores(priors),
    update: learnScores,
    decide(state, learned, { random }) {
      return verdictOf({
        policy: this.name,
        policyVersion: this.version,
        state,
        scored: scoreActions(state, learned, {}).map(({ action, inputs: { cost, contextRisk } }) => {
          const value = drawValue(
            learned.actions[action],
            isInjection(action) ? contextRisk : undefined,
            random,
          );
          return {
            action,
            value: value - scoreWeights.cost * cost,
            explain: () => leaf(value, 'a draw of its success, less a draw of its risk'),
          };
        }),
        overrideOf: (action) => overrideOf(shownCandidates(action, state.candidates)[0]),
      });
    },
  });
}

/** @param contextRisk undefined of silence */
function drawValue(known: ActionStatistics, contextRisk: number | undefined, random: () => number): number {
  const { count, falsePositives } = known;
  const good = successes(known);
  const success = drawBeta(1 + good, 1 + count - good, random);
  if (contextRisk === undefined) return success * silenceWorth;
  const risk = (drawBeta(1 + falsePositives, 3 + count - falsePositives, random) + contextRisk) / 2;
  return success * injectionWorth - scoreWeights.risk * risk;
}

/** κ and the mean of α and β, in units of γ. */
const silenceWorth = 0.5 / 4;
const injectionWorth = 1.5 / 4;
