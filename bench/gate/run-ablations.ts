import { isInjection } from '../../src/gate/actions.ts';
import type { RewardCoefficients } from '../../src/gate/options.ts';
import { alwaysInject } from '../../src/gate/policies/always-inject.ts';
import { guardedRscbMc } from '../../src/gate/policies/guarded-rscb-mc.ts';
import { rscbMc } from '../../src/gate/policies/rscb-mc.ts';
import type { GateState, Policy, PolicyCandidate } from '../../src/gate/policy.ts';
import { shippedPriors } from '../../src/gate/priors.ts';
import { defaultReward } from '../../src/gate/reward.ts';

import type { Table } from '../reporting/table.ts';
import { type ReplayCase, replayPolicy } from './replay-policy.ts';
import { type ReplaySummary, summariseReplay } from './summarise-replay.ts';

type See = (state: GateState) => GateState;

interface Ablation {
  readonly name: string;
  readonly policy: Policy | undefined;
  readonly guarded: Policy | undefined;
  readonly see?: See;
  /** False positives and correct abstentions in percent, and the reward: Table 7. */
  readonly paper: string;
}

const priors = shippedPriors.scores;
const mayTake = isInjection;

const ablations: readonly Ablation[] = [
  { name: 'full', policy: rscbMc({ priors }), guarded: guardedRscbMc(), paper: '0.0 / 5.0 / −31.740' },
  {
    name: 'no failure-family features',
    policy: rscbMc({ priors }),
    guarded: guardedRscbMc(),
    see: without({ family: 0.5 }, { family_confidence: 0 }),
    paper: '0.0 / 5.0 / −41.740',
  },
  {
    name: 'no entity features',
    policy: rscbMc({ priors }),
    guarded: guardedRscbMc(),
    see: without({ entities: 0.5, conflicts: false }, { entity_match_ratio: 0 }),
    paper: '0.0 / 5.0 / −33.495',
  },
  {
    name: 'no non-injection actions',
    policy: rscbMc({ priors, mayTake, ignoresRisk: true }),
    guarded: undefined,
    paper: '17.5 / 0.0 / −87.800',
  },
  {
    name: 'no contextual bandit',
    policy: rscbMc({ priors, ignoresState: true }),
    guarded: undefined,
    paper: '0.0 / 5.0 / −33.700',
  },
  {
    name: 'no risk objective',
    policy: rscbMc({ priors, ignoresRisk: true }),
    guarded: undefined,
    paper: '0.0 / 5.0 / −33.820',
  },
  { name: 'static only', policy: alwaysInject, guarded: undefined, paper: '17.5 / 0.0 / −70.800' },
];

function without(
  evidence: Partial<NonNullable<PolicyCandidate['evidence']>>,
  features: Partial<NonNullable<GateState['vector']>>,
): See {
  return (state) => ({
    ...state,
    candidates: state.candidates.map((one) =>
      one.evidence === undefined ? one : { ...one, evidence: { ...one.evidence, ...evidence } },
    ),
    vector: state.vector === undefined ? undefined : { ...state.vector, ...features },
  });
}

/** Table 7, for the policy as published with shipped priors and for ours. What an ablation cannot be made of is n/a. */
export function ablationTable(orders: readonly (readonly ReplayCase[])[]): Table {
  const run = (policy: Policy | undefined, see: See | undefined) => {
    if (policy === undefined) return ['n/a', 'n/a', 'n/a'];
    return cells(summariseReplay(orders.flatMap((cases, at) => replay(policy, cases, at, see))));
  };
  return {
    title:
      'Table 7: ablations. Percent of events, with counts; reward. full_rscb_mc with priors, then ours, then the paper',
    columns: [
      'variant',
      'false positives',
      'correct silence',
      'reward',
      'ours: false positives',
      'correct silence',
      'reward',
      'paper',
    ],
    rows: ablations.map(({ name, policy, guarded, see, paper }) => [
      name,
      ...run(policy, see),
      ...run(guarded, see),
      paper,
    ]),
  };
}

function replay(policy: Policy, cases: readonly ReplayCase[], at: number, see: See | undefined) {
  return replayPolicy(policy, cases, { seed: at + 1, ...(see === undefined ? {} : { see }) });
}

function cells({ falsePositives, correctAbstentions, count, reward }: ReplaySummary): readonly string[] {
  const share = (part: number) => `${((100 * part) / count).toFixed(1)} (${part})`;
  return [share(falsePositives), share(correctAbstentions), reward.toFixed(1)];
}

interface SweepCell {
  readonly name: string;
  readonly reward: RewardCoefficients;
}

/** The 24 settings of Section 3.8. The invariant γ > α > β is left aside here: that is what a sweep is for. */
function sweepCells(): readonly SweepCell[] {
  return [1, 2.5, 4, 8].flatMap((falsePositive) =>
    [0.5, 1].flatMap((accepted) =>
      [0.25, 0.5].flatMap((correctAbstain) =>
        [0, 0.01].map((tokens) => ({
          name: `fp${falsePositive}_acc${accepted}_cab${correctAbstain}_tok${tokens}`.replaceAll('.', 'p'),
          reward: { ...defaultReward, falsePositive, accepted, correctAbstain, tokens },
        })),
      ),
    ),
  );
}

/** Sweep of the reward: how many actions change against the default, and what each setting earns in its own reward. */
export function sweepTable(orders: readonly (readonly ReplayCase[])[]): Table {
  const actionsAt = (reward: RewardCoefficients) =>
    orders.flatMap((cases, at) => replayPolicy(guardedRscbMc({ reward }), cases, { seed: at + 1, reward }));
  const usual = actionsAt(defaultReward);
  const rows = sweepCells().map(({ name, reward }) => {
    const steps = actionsAt(reward);
    const changed = steps.filter(({ action }, at) => action !== usual[at]?.action).length;
    return { name, changed, summary: summariseReplay(steps) };
  });
  return {
    title: 'Reward sweep of ours; the paper’s best is fp1_acc0p5_cab0p5_tok0 with −14.982',
    columns: ['setting', 'reward', 'success', 'false positives', `actions changed of ${usual.length}`],
    rows: rows
      .toSorted((a, b) => b.summary.reward - a.summary.reward)
      .map(({ name, changed, summary }) => [
        name,
        summary.reward.toFixed(2),
        summary.success,
        summary.falsePositives,
        changed,
      ]),
  };
}
