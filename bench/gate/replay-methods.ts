import { pairedBootstrap } from '../../src/numeric/bootstrap.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { percentile } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import { gateMethods, ours, type PaperFigures, paperFigures } from './gate-methods.ts';
import { shuffle } from './generate-benchmark.ts';
import type { Observation, ObservedBenchmark } from './observe-benchmark.ts';
import { isSuccess, replayOracle } from './oracle-policies.ts';
import { type ReplayCase, type ReplayStep, replayPolicy } from './replay-policy.ts';
import { type ReplaySummary, summariseReplay } from './summarise-replay.ts';

const seeds = [1, 2] as const;

export interface ReplayedMethod {
  readonly name: string;
  readonly steps: readonly ReplayStep[];
  readonly summary: ReplaySummary;
  readonly paper: PaperFigures | undefined;
}

/** The cases of each seed: the same events, in another order. */
export function replayOrders(observed: ObservedBenchmark): readonly (readonly ReplayCase[])[] {
  const cases = observed.generated.events.map(
    (event, at): ReplayCase => ({ event, observation: observed.events[at] as Observation }),
  );
  return seeds.map((seed) => shuffle(cases, seededRandom(seed)));
}

/** Every method on the same orders of the same events, and the two oracles. */
export function replayMethods(orders: readonly (readonly ReplayCase[])[]): readonly ReplayedMethod[] {
  const replayed = gateMethods.map(({ name, policy, paper }) => {
    const steps = orders.flatMap((cases, at) => replayPolicy(policy, cases, { seed: at + 1 }));
    return { name, steps, summary: summariseReplay(steps), paper };
  });
  const oracles = (['success', 'reward'] as const).map((aim) => {
    const steps = orders.flatMap((cases) => replayOracle(cases, aim));
    const isPapers = aim === 'success';
    return {
      name: isPapers ? 'oracle_upper_bound' : 'reward_oracle',
      steps,
      summary: summariseReplay(steps),
      paper: isPapers ? oraclePaper : undefined,
    };
  });
  return [...replayed, ...oracles];
}

const oraclePaper = paperFigures(67.5, 0, 50, 25, -5.9, 0, 67.5, 113.588);

/** Table 6, each cell beside the paper's. */
export function replayTable(replayed: readonly ReplayedMethod[]): Table {
  const own = replayed.find(({ name }) => name === ours)?.steps ?? [];
  const most = rewardOf(replayed, 'reward_oracle');
  return tableOf(
    'Table 6: replay over two orders. Counts, with percent; the paper’s percent in brackets; difference in success to ours with its 95 % interval',
    replayed,
    {
      method: ({ name }) => name,
      success: ({ summary, paper }) => cell(summary.success, summary.count, paper?.success),
      'false positives': ({ summary, paper }) =>
        cell(summary.falsePositives, summary.count, paper?.falsePositives),
      silent: ({ summary, paper }) => cell(summary.silent, summary.count, paper?.abstention),
      verified: ({ summary, paper }) => cell(summary.verified, summary.count, paper?.verified),
      reward: ({ summary, paper }) =>
        `${summary.reward.toFixed(1)}${paper === undefined ? '' : ` (${paper.reward})`}`,
      regret: ({ summary }) => (most - summary.reward).toFixed(1),
      tokens: ({ summary }) => summary.tokens,
      'success − ours': ({ steps }) => difference(steps, own),
    },
  );
}

export function rewardOf(replayed: readonly ReplayedMethod[], name: string): number {
  return replayed.find((one) => one.name === name)?.summary.reward ?? Number.NaN;
}

function cell(count: number, of: number, paper: number | undefined): string {
  return `${count} = ${((100 * count) / of).toFixed(1)}${paper === undefined ? '' : ` (${paper})`}`;
}

function difference(steps: readonly ReplayStep[], own: readonly ReplayStep[]): string {
  const differences = steps.map((step, at) => Number(isSuccess(step)) - Number(isSuccess(own[at] ?? step)));
  const { mean, low, high } = pairedBootstrap(differences, 1);
  return `${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

const warmUps = 1_000;
const hotDecisions = 200;

export interface HotPath {
  readonly name: string;
  readonly success: number;
  readonly falsePositives: number;
  readonly count: number;
  readonly meanUs: number;
  readonly p95Us: number;
  readonly paper: PaperFigures | undefined;
}

/** Table 9: 200 decisions of each method after 1,000 that warm it up, learning as it goes. */
export function runHotPath(cases: readonly ReplayCase[]): readonly HotPath[] {
  const cycle = (count: number) =>
    Array.from({ length: count }, (_, at) => cases[at % cases.length] as ReplayCase);
  return gateMethods.map(({ name, policy, paper }) => {
    replayPolicy(policy, cycle(warmUps), { seed: 1 });
    const steps = replayPolicy(policy, cycle(hotDecisions), { seed: 1 });
    const times = steps.map(({ decideUs }) => decideUs);
    const summary = summariseReplay(steps);
    return {
      name,
      success: summary.success,
      falsePositives: summary.falsePositives,
      count: steps.length,
      meanUs: times.reduce((sum, us) => sum + us, 0) / times.length,
      p95Us: percentile(times, 0.95),
      paper,
    };
  });
}

export function hotPathTable(hot: readonly HotPath[]): Table {
  return tableOf('Table 9: hot path, 200 decisions each; the paper’s figures in brackets', hot, {
    method: ({ name }) => name,
    success: ({ success, count, paper }) => cell(success, count, paper?.hotSuccess),
    'false positives': ({ falsePositives }) => falsePositives,
    'mean µs': ({ meanUs }) => meanUs.toFixed(1),
    'p95 µs': ({ p95Us, paper }) =>
      `${p95Us.toFixed(1)}${paper?.hotP95Us === undefined ? '' : ` (${paper.hotP95Us})`}`,
  });
}
