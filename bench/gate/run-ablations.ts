import { isInjection } from '../../src/gate/actions.ts';
import { guardedRscbMc } from '../../src/gate/guarded-rscb-mc.ts';
import type { RewardCoefficients } from '../../src/gate/options.ts';
import type { GateState, Policy, PolicyCandidate } from '../../src/gate/policy.ts';
import { shippedPriors } from '../../src/gate/priors.ts';
import { defaultReward } from '../../src/gate/reward.ts';
import { rscbMc } from '../../src/gate/rscb-mc.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import { staticHybrid } from './policies/fixed-rules.ts';
import { type ReplayCase, replayPolicy } from './replay-policy.ts';
import { type ReplaySummary, summariseReplay } from './summarise-replay.ts';

type See = (state: GateState) => GateState;
type Orders = readonly (readonly ReplayCase[])[];

interface Ablation {
  readonly name: string;
  readonly policy?: Policy;
  readonly guarded?: Policy;
  readonly see?: See;
  /** False positives and correct abstentions in percent, and the reward: Table 7. */
  readonly paper?: string;
}

const priors = shippedPriors.scores;
const policy = rscbMc({ priors });
const guarded = guardedRscbMc();

const ablations: readonly Ablation[] = [
  { name: 'full', policy, guarded, paper: '0.0 / 5.0 / −31.740' },
  {
    ...{ name: 'no failure-family features', policy, guarded, paper: '0.0 / 5.0 / −41.740' },
    see: without({ family: 0.5 }, { family_confidence: 0 }),
  },
  {
    ...{ name: 'no entity features', policy, guarded, paper: '0.0 / 5.0 / −33.495' },
    see: without({ entities: 0.5, conflicts: false }, { entity_match_ratio: 0 }),
  },
  { name: 'no stack', policy, guarded, see: without({ stack: 0.5 }, { stack_signature_match: 0.5 }) },
  { name: 'no environment', guarded, see: without({ environment: 0.5 }, {}) },
  { name: 'no lines', guarded, see: without({ isOther: false }, {}) },
  {
    ...{ name: 'no non-injection actions', paper: '17.5 / 0.0 / −87.800' },
    policy: rscbMc({ priors, mayTake: isInjection, ignoresRisk: true }),
  },
  {
    ...{ name: 'no contextual bandit', paper: '0.0 / 5.0 / −33.700' },
    policy: rscbMc({ priors, ignoresState: true }),
  },
  {
    ...{ name: 'no risk objective', paper: '0.0 / 5.0 / −33.820' },
    policy: rscbMc({ priors, ignoresRisk: true }),
  },
  { name: 'static only', policy: staticHybrid, paper: '17.5 / 0.0 / −70.800' },
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

function summaryOf(
  one: Policy,
  orders: Orders,
  changes: { readonly see?: See; readonly reward?: RewardCoefficients } = {},
): ReplaySummary {
  return summariseReplay(
    orders.flatMap((cases, at) => replayPolicy(one, cases, { seed: at + 1, ...changes })),
  );
}

/** Table 7, for the policy as published with shipped priors and for ours. What an ablation cannot be made of is n/a. */
export function ablationTable(orders: Orders): Table {
  const cells = (one: Policy | undefined, see: See | undefined) => {
    if (one === undefined) return ['n/a', 'n/a', 'n/a'];
    const summary = summaryOf(one, orders, see === undefined ? {} : { see });
    const { falsePositives, correctAbstentions, count, reward } = summary;
    const share = (part: number) => `${((100 * part) / count).toFixed(1)} (${part})`;
    return [share(falsePositives), share(correctAbstentions), reward.toFixed(1)];
  };
  const columns = (whose: string, policyOf: (one: Ablation) => Policy | undefined) =>
    Object.fromEntries(
      ['false positives', 'correct silence', 'reward'].map((name, at) => [
        `${whose}${name}`,
        (one: Ablation) => cells(policyOf(one), one.see)[at] ?? '',
      ]),
    );
  return tableOf(
    'Table 7: ablations. Percent of events, with counts; reward. full_rscb_mc with priors, then ours',
    ablations,
    {
      variant: ({ name }) => name,
      ...columns('', ({ policy: own }) => own),
      ...columns('ours: ', ({ guarded: own }) => own),
      paper: ({ paper = '' }) => paper,
    },
  );
}

/** The settings of Section 3.8. The invariant γ > α > β is left aside here: that is what a sweep is for. */
function rewardSettings(): readonly (readonly [string, RewardCoefficients])[] {
  return [1, 2.5, 4, 8].flatMap((falsePositive) =>
    [0.5, 1].flatMap((accepted) =>
      [0.25, 0.5].flatMap((correctAbstain) =>
        [0, 0.01].map((tokens) => {
          const name = `fp${falsePositive}_acc${accepted}_cab${correctAbstain}_tok${tokens}`;
          return [
            name.replaceAll('.', 'p'),
            { ...defaultReward, falsePositive, accepted, correctAbstain, tokens },
          ] as const;
        }),
      ),
    ),
  );
}

/** Sweep of the reward: what each setting earns in its own reward. */
export function sweepTable(orders: Orders): Table {
  const rows = rewardSettings().map(([name, reward]) => ({
    name,
    summary: summaryOf(guardedRscbMc({ reward }), orders, { reward }),
  }));
  return tableOf(
    'Reward sweep of ours; the paper’s best is fp1_acc0p5_cab0p5_tok0 with −14.982',
    rows.toSorted((a, b) => b.summary.reward - a.summary.reward),
    {
      setting: ({ name }) => name,
      reward: ({ summary }) => summary.reward.toFixed(2),
      success: ({ summary }) => summary.success,
      'false positives': ({ summary }) => summary.falsePositives,
    },
  );
}
