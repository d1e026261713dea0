import type { GateAction } from '../../model/gate.ts';
import { drawBeta } from '../../numeric/draw-beta.ts';
import {
  emptyRidge,
  predictRidge,
  type RidgeModel,
  ridgeWidth,
  updateRidge,
} from '../../numeric/ridge-model.ts';
import { availableActions } from '../actions.ts';
import { definePolicy, type GateState, type JudgedDecision, type Policy } from '../policy.ts';
import { type ActionStatistics, learnScores, type ScoreState, startScores } from '../score/score-state.ts';
import { fixesAmong } from '../shown-candidates.ts';
import { rowLength, standardiseState } from '../state/standardise-state.ts';
import { plainScore, verdictOf } from './score-verdict.ts';

const explored = 0.1;
const confidence = Math.SQRT2;
const width = 1;

/** ε-greedy with ε = .1: the action with the best mean reward so far, and every tenth time any. */
export const epsilonGreedy: Policy = definePolicy<ScoreState>({
  name: 'epsilon_greedy',
  version: 2,
  start: () => startScores(),
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
        explain: () => plainScore(meanReward(actions[action]), 'mean reward so far, in γ'),
      };
    });
    const propensityOf = (action: GateAction) =>
      explored / available.length + (action === best ? 1 - explored : 0);
    return verdictOf({ policy: this.name, policyVersion: this.version, state, scored, propensityOf });
  },
});

/** UCB1 (Auer, Cesa-Bianchi and Fischer 2002) with √2. */
export const ucb1: Policy = definePolicy<ScoreState>({
  name: 'ucb1',
  version: 2,
  start: () => startScores(),
  update: learnScores,
  decide(state, { actions, total }) {
    const scored = availableOf(state).map((action) => {
      const { count } = actions[action];
      const bonus = count === 0 ? Number.MAX_VALUE : confidence * Math.sqrt(Math.log(total) / count);
      const value = meanReward(actions[action]) + bonus;
      return { action, value, explain: () => plainScore(value, 'mean reward and its upper confidence') };
    });
    return verdictOf({ policy: this.name, policyVersion: this.version, state, scored });
  },
});

/** Thompson sampling on success: what was verified, accepted, or rightly left unsaid. */
export const thompson: Policy = definePolicy<ScoreState>({
  name: 'thompson',
  version: 2,
  start: () => startScores(),
  update: learnScores,
  decide(state, { actions }, { random }) {
    const scored = availableOf(state).map((action) => {
      const { count } = actions[action];
      const good = successes(actions[action]);
      const value = drawBeta(1 + good, 1 + count - good, random);
      return { action, value, explain: () => plainScore(value, 'a draw from its chance of success') };
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
      return { action, value, explain: () => plainScore(value, 'expected reward and its upper confidence') };
    });
    return verdictOf({ policy: this.name, policyVersion: this.version, state, scored });
  },
});

export function availableOf({ candidates, budgetTokens }: GateState): readonly GateAction[] {
  return availableActions(fixesAmong(candidates), budgetTokens);
}

/** Without a failure at hand there is no state: a row of the constant alone. */
export function rowOf({ vector }: GateState): readonly number[] {
  return vector === undefined ? emptyRow : standardiseState(vector);
}

const emptyRow: readonly number[] = [1, ...new Array<number>(rowLength - 1).fill(0)];

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
