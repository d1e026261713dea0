import {
  type ActionStatistics,
  learnScores,
  type ScorePriors,
  type ScoreState,
  scoreWeights,
  startScores,
} from '../../src/gate/action-score.ts';
import { availableActions, fixesAmong, isInjection, shownCandidates } from '../../src/gate/actions.ts';
import { guardedRscbMc } from '../../src/gate/guarded-rscb-mc.ts';
import { overrideOf } from '../../src/gate/overrides.ts';
import { neverInject, plainRule } from '../../src/gate/policies.ts';
import {
  definePolicy,
  type GateState,
  learnsNothing,
  type Policy,
  type PolicyCandidate,
} from '../../src/gate/policy.ts';
import { shippedPriors } from '../../src/gate/priors.ts';
import { rscbMc, scoreActions, verdictOf } from '../../src/gate/rscb-mc.ts';
import { rowLength, rowOf } from '../../src/gate/state-vector.ts';
import type { GateAction } from '../../src/index.ts';
import {
  emptyRidge,
  predictRidge,
  type RidgeModel,
  ridgeWidth,
  updateRidge,
} from '../../src/numeric/online-models.ts';
import { drawBeta } from './draw-beta.ts';

/** Shows one memory by a rule that never learns. @param riskOf ranks its answers, for the risk over coverage */
function fixedRule(
  name: string,
  choose: (candidates: readonly PolicyCandidate[]) => PolicyCandidate | undefined,
  riskOf: (chosen: PolicyCandidate) => number,
): Policy {
  return {
    name,
    version: 1,
    ...learnsNothing,
    decide({ candidates, budgetTokens }) {
      const chosen = choose(candidates);
      const isShown = chosen !== undefined && chosen.tokenCost <= budgetTokens;
      return {
        ...{ policy: name, policyVersion: 1, propensity: 1, reason: 'a fixed rule', actionScores: [] },
        action: isShown ? 'top1_resolution' : 'abstain',
        shows: isShown ? [chosen.itemId] : [],
        ...(chosen === undefined ? {} : { risk: riskOf(chosen) }),
      };
    },
  };
}

const scoreOf = ({ evidence }: PolicyCandidate): number => evidence?.score ?? 0;
const byScore = (candidates: readonly PolicyCandidate[]) =>
  fixesAmong(candidates).toSorted((a, b) => scoreOf(b) - scoreOf(a));
/** Least score of an accepted memory, and its lead over the next: thresholds of the server that the paper is about. */
const accepted = { score: 0.68, margin: 0.09 } as const;

/** Words alone, as a search of memories ranks. */
export const lexical = fixedRule(
  'lexical',
  (candidates) => candidates.toSorted((a, b) => b.relevance - a.relevance)[0],
  ({ relevance }) => 1 - relevance,
);

/** Every kind of evidence of the failure, and no abstention: always injects. */
const staticHybrid = fixedRule(
  'static_hybrid',
  (candidates) => byScore(candidates)[0],
  (chosen) => 1 - scoreOf(chosen),
);

const staticWithAbstention = fixedRule(
  'static_hybrid_with_abstention',
  (candidates) => {
    const [first, second] = byScore(candidates);
    if (first === undefined || scoreOf(first) < accepted.score) return undefined;
    return scoreOf(first) - (second === undefined ? 0 : scoreOf(second)) >= accepted.margin
      ? first
      : undefined;
  },
  (chosen) => 1 - scoreOf(chosen),
);

/** The rule of one line: the command agrees, and no name conflicts. */
const oneLine = fixedRule(
  'one_line_rule',
  (candidates) => {
    const [best] = fixesAmong(candidates);
    return best?.evidence !== undefined && best.evidence.command >= 0.75 && !best.evidence.conflicts
      ? best
      : undefined;
  },
  () => 0,
);

/** What a bandit scores the possible actions of one decision by. */
interface Known extends Pick<ScoreState, 'actions' | 'total'> {
  readonly available: readonly GateAction[];
  readonly random: () => number;
}

type Scorer = (known: Known) => (action: GateAction) => number;

const availableOf = ({ candidates, budgetTokens }: GateState) =>
  availableActions(fixesAmong(candidates), budgetTokens);

function scoredBy(name: string, available: readonly GateAction[], worthOf: (action: GateAction) => number) {
  return available.map((action) => {
    const value = worthOf(action);
    return { action, value, explain: () => ({ value, description: name, parts: [] }) };
  });
}

/** Takes the action with the best score of what came of each so far. */
function bandit(name: string, scorer: Scorer, priors?: ScorePriors): Policy {
  return definePolicy<ScoreState>({
    ...{ name, version: 1, start: () => startScores(priors), update: learnScores },
    decide(state, { actions, total }, { random }) {
      const available = availableOf(state);
      const scored = scoredBy(name, available, scorer({ available, actions, total, random }));
      return verdictOf({ policy: name, policyVersion: 1, state, scored });
    },
  });
}

const meanReward = ({ reward, count }: ActionStatistics): number => (count === 0 ? 0 : reward / count);
const successes = ({ verified, accepted: taken, correct }: ActionStatistics) => verified + taken + correct;
const drawSuccess = (known: ActionStatistics, random: () => number) =>
  drawBeta(1 + successes(known), 1 + known.count - successes(known), random);

/** The best mean reward so far, and every tenth time any action. */
const greedy: Scorer = ({ available, actions, random }) => {
  const lucky = random() < 0.1 ? available[Math.floor(random() * available.length)] : undefined;
  return (action) => (action === lucky ? Number.POSITIVE_INFINITY : meanReward(actions[action]));
};

/** Auer, Cesa-Bianchi and Fischer 2002, with √2. */
const upperConfidence: Scorer =
  ({ actions, total }) =>
  (action) => {
    const { count } = actions[action];
    const bonus = count === 0 ? Number.MAX_VALUE : Math.SQRT2 * Math.sqrt(Math.log(total) / count);
    return meanReward(actions[action]) + bonus;
  };

/** A draw of the chance of success: what was verified, accepted, or rightly left unsaid. */
const sampled: Scorer =
  ({ actions, random }) =>
  (action) =>
    drawSuccess(actions[action], random);

/** κ and the mean of α and β, in units of γ. */
const worth = { silence: 0.5 / 4, injection: 1.5 / 4 } as const;

/** Thompson sampling that weighs a drawn risk against a drawn success, with the paper's overrides. */
function riskSensitiveThompson(priors?: ScorePriors): Policy {
  const name = 'risk_sensitive_thompson';
  return definePolicy<ScoreState>({
    ...{ name, version: 1, start: () => startScores(priors), update: learnScores },
    decide(state, learned, { random }) {
      const inputs = new Map(scoreActions(state, learned).map((one) => [one.action, one.inputs]));
      const worthOf = (action: GateAction) => {
        const { cost = 0, contextRisk = 0 } = inputs.get(action) ?? {};
        const known = learned.actions[action];
        const success = drawSuccess(known, random);
        if (!isInjection(action)) return success * worth.silence - scoreWeights.cost * cost;
        const { falsePositives: wrong, count } = known;
        const risk = (drawBeta(1 + wrong, 3 + count - wrong, random) + contextRisk) / 2;
        return success * worth.injection - scoreWeights.risk * risk - scoreWeights.cost * cost;
      };
      return verdictOf({
        ...{ policy: name, policyVersion: 1, state, scored: scoredBy(name, [...inputs.keys()], worthOf) },
        overrideOf: (action) => overrideOf(shownCandidates(action, state.candidates)[0]),
      });
    },
  });
}

interface LinearState extends Record<string, unknown> {
  readonly models: Readonly<Partial<Record<GateAction, RidgeModel>>>;
}

const unseen = emptyRidge(rowLength);

/** LinUCB (Li et al. 2010) with α = 1, one ridge regression an action. */
const linUcb: Policy = definePolicy<LinearState>({
  name: 'linucb',
  version: 1,
  start: () => ({ models: {} }),
  update: ({ models }, { action, row, reward, scale }) => ({
    models: { ...models, [action]: updateRidge(models[action] ?? unseen, row, reward / scale) },
  }),
  decide(state, { models }) {
    const row = rowOf(state);
    const scored = scoredBy('linucb', availableOf(state), (action) => {
      const model = models[action] ?? unseen;
      return predictRidge(model, row) + ridgeWidth(model, row);
    });
    return verdictOf({ policy: 'linucb', policyVersion: 1, state, scored });
  },
});

/** A policy as the tables name it. */
export interface GateMethod {
  readonly name: string;
  readonly policy: Policy;
  /** Its order of answers by risk means something. */
  readonly isRanked?: boolean;
}

export const ours = 'guarded_rscb_mc (ours)';

const priors = shippedPriors.scores;

export const gateMethods: readonly GateMethod[] = [
  { name: ours, policy: guardedRscbMc(), isRanked: true },
  { name: 'never_inject', policy: neverInject },
  { name: 'plain_rule', policy: plainRule },
  { name: 'one_line_rule', policy: oneLine, isRanked: true },
  { name: 'lexical', policy: lexical, isRanked: true },
  { name: 'static_hybrid (always_inject)', policy: staticHybrid, isRanked: true },
  { name: 'static_hybrid_with_abstention', policy: staticWithAbstention },
  { name: 'linucb', policy: linUcb },
  { name: 'epsilon_greedy with priors', policy: bandit('epsilon_greedy', greedy, priors) },
  { name: 'ucb1 with priors', policy: bandit('ucb1', upperConfidence, priors) },
  { name: 'thompson with priors', policy: bandit('thompson', sampled, priors) },
  { name: 'risk_sensitive_thompson', policy: riskSensitiveThompson() },
  { name: 'risk_sensitive_thompson with priors', policy: riskSensitiveThompson(priors) },
  { name: 'full_rscb_mc', policy: rscbMc() },
  { name: 'full_rscb_mc with priors', policy: rscbMc({ priors }), isRanked: true },
];
