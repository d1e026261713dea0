import { guardedRscbMc } from '../../src/gate/guarded-rscb-mc.ts';
import { neverInject, plainRule } from '../../src/gate/policies.ts';
import type { Policy } from '../../src/gate/policy.ts';
import { shippedPriors } from '../../src/gate/priors.ts';
import { rscbMc } from '../../src/gate/rscb-mc.ts';
import { epsilonGreedy, linUcb, riskSensitiveThompson, thompson, ucb1 } from './policies/bandit-baselines.ts';
import { lexical, oneLine, staticHybrid, staticWithAbstention } from './policies/fixed-rules.ts';

/** Figures of a method in Tables 5, 6 and 9 of the paper, in percent; undefined where they lack it. */
export interface PaperFigures {
  readonly success: number;
  readonly falsePositives: number;
  readonly abstention: number;
  readonly verified: number;
  readonly reward: number;
  readonly hardNegatives: number | undefined;
  readonly hotSuccess: number;
  readonly hotP95Us: number;
}

/** A policy as the tables name it. */
export interface GateMethod {
  readonly name: string;
  readonly policy: Policy;
  readonly paper?: PaperFigures;
}

export const ours = 'guarded_rscb_mc (ours)';

/** In the order of the tables: Table 6, then hard negatives (Table 5), then success and p95 of Table 9. */
export function paperFigures(
  ...[success, falsePositives, abstention, verified, reward, hardNegatives, hotSuccess, hotP95Us]: [
    ...[number, number, number, number, number],
    number | undefined,
    ...[number, number],
  ]
): PaperFigures {
  return { success, falsePositives, abstention, verified, reward, hardNegatives, hotSuccess, hotP95Us };
}

const priors = shippedPriors.scores;
const paper = {
  lexical: paperFigures(50, 17.5, 0, 25, -70.8, undefined, 50, 3.92),
  static: paperFigures(50, 17.5, 0, 25, -70.8, 75, 50, 7.327),
  abstaining: paperFigures(35, 2.5, 75, 10, -33.35, 0, 35, 6.041),
  epsilonGreedy: paperFigures(53.8, 8.7, 30, 21.3, -49.818, undefined, 28, 7.213),
  ucb1: paperFigures(55, 2.5, 50, 17.5, -35.865, undefined, 32, 9.51),
  thompson: paperFigures(53.7, 2.5, 38.8, 20, -52.315, 50, 35.5, 16.23),
  linUcb: paperFigures(37.5, 10, 50, 15, -76.775, 75, 42, 3567.384),
  riskThompson: paperFigures(60, 0, 37.5, 22.5, -33.7, 0, 60, 411.821),
  rscbMc: paperFigures(62.5, 0, 35, 25, -31.74, 0, 60.5, 331.466),
};

export const gateMethods: readonly GateMethod[] = [
  { name: 'never_inject', policy: neverInject },
  { name: 'plain_rule', policy: plainRule },
  { name: 'one_line_rule', policy: oneLine },
  { name: 'lexical', policy: lexical, paper: paper.lexical },
  { name: 'static_hybrid (always_inject)', policy: staticHybrid, paper: paper.static },
  { name: 'static_hybrid_with_abstention', policy: staticWithAbstention, paper: paper.abstaining },
  { name: 'epsilon_greedy', policy: epsilonGreedy(), paper: paper.epsilonGreedy },
  { name: 'ucb1', policy: ucb1(), paper: paper.ucb1 },
  { name: 'thompson', policy: thompson(), paper: paper.thompson },
  { name: 'linucb', policy: linUcb, paper: paper.linUcb },
  { name: 'risk_sensitive_thompson', policy: riskSensitiveThompson(), paper: paper.riskThompson },
  { name: 'full_rscb_mc', policy: rscbMc(), paper: paper.rscbMc },
  { name: 'full_rscb_mc, printed form', policy: rscbMc({ form: 'printed' }) },
  { name: 'epsilon_greedy with priors', policy: epsilonGreedy(priors) },
  { name: 'ucb1 with priors', policy: ucb1(priors) },
  { name: 'thompson with priors', policy: thompson(priors) },
  { name: 'risk_sensitive_thompson with priors', policy: riskSensitiveThompson({ priors }) },
  { name: 'full_rscb_mc with priors', policy: rscbMc({ priors }) },
  { name: 'full_rscb_mc with priors, printed', policy: rscbMc({ priors, form: 'printed' }) },
  { name: ours, policy: guardedRscbMc() },
];
