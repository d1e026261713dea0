import { neverInject } from '../../src/gate/never-inject.ts';
import { plainRule } from '../../src/gate/plain-rule.ts';
import { alwaysInject } from '../../src/gate/policies/always-inject.ts';
import { epsilonGreedy, linUcb, thompson, ucb1 } from '../../src/gate/policies/bandit-baselines.ts';
import { guardedRscbMc } from '../../src/gate/policies/guarded-rscb-mc.ts';
import { riskSensitiveThompson, rscbMc } from '../../src/gate/policies/rscb-mc.ts';
import type { Policy } from '../../src/gate/policy.ts';
import { shippedPriors } from '../../src/gate/priors.ts';

/** A policy as the tables name it, with what Tables 5, 6 and 9 say of it, in percent. */
export interface GateMethod {
  readonly name: string;
  readonly policy: Policy;
  readonly paper?: {
    readonly success: number;
    readonly falsePositives: number;
    readonly abstention: number;
    readonly verified: number;
    readonly reward: number;
    readonly hardNegatives?: number;
    readonly hotSuccess?: number;
    readonly hotP95Us?: number;
  };
}

export const ours = 'guarded_rscb_mc (ours)';

const priors = shippedPriors.scores;

export const gateMethods: readonly GateMethod[] = [
  { name: 'never_inject', policy: neverInject },
  {
    name: 'always_inject',
    policy: alwaysInject,
    paper: {
      success: 50,
      falsePositives: 17.5,
      abstention: 0,
      verified: 25,
      reward: -70.8,
      hardNegatives: 75,
      hotSuccess: 50,
      hotP95Us: 7.327,
    },
  },
  { name: 'plain_rule', policy: plainRule },
  {
    name: 'epsilon_greedy',
    policy: epsilonGreedy,
    paper: {
      success: 53.8,
      falsePositives: 8.7,
      abstention: 30,
      verified: 21.3,
      reward: -49.818,
      hotSuccess: 28,
      hotP95Us: 7.213,
    },
  },
  {
    name: 'ucb1',
    policy: ucb1,
    paper: {
      success: 55,
      falsePositives: 2.5,
      abstention: 50,
      verified: 17.5,
      reward: -35.865,
      hotSuccess: 32,
      hotP95Us: 9.51,
    },
  },
  {
    name: 'thompson',
    policy: thompson,
    paper: {
      success: 53.7,
      falsePositives: 2.5,
      abstention: 38.8,
      verified: 20,
      reward: -52.315,
      hardNegatives: 50,
      hotSuccess: 35.5,
      hotP95Us: 16.23,
    },
  },
  {
    name: 'linucb',
    policy: linUcb,
    paper: {
      success: 37.5,
      falsePositives: 10,
      abstention: 50,
      verified: 15,
      reward: -76.775,
      hardNegatives: 75,
      hotSuccess: 42,
      hotP95Us: 3567.384,
    },
  },
  {
    name: 'risk_sensitive_thompson',
    policy: riskSensitiveThompson(),
    paper: {
      success: 60,
      falsePositives: 0,
      abstention: 37.5,
      verified: 22.5,
      reward: -33.7,
      hardNegatives: 0,
      hotSuccess: 60,
      hotP95Us: 411.821,
    },
  },
  {
    name: 'full_rscb_mc',
    policy: rscbMc(),
    paper: {
      success: 62.5,
      falsePositives: 0,
      abstention: 35,
      verified: 25,
      reward: -31.74,
      hardNegatives: 0,
      hotSuccess: 60.5,
      hotP95Us: 331.466,
    },
  },
  { name: 'full_rscb_mc, printed form', policy: rscbMc({ form: 'printed' }) },
  { name: 'full_rscb_mc with priors', policy: rscbMc({ priors }) },
  { name: 'full_rscb_mc with priors, printed', policy: rscbMc({ priors, form: 'printed' }) },
  { name: 'risk_sensitive_thompson with priors', policy: riskSensitiveThompson({ priors }) },
  { name: ours, policy: guardedRscbMc() },
];
