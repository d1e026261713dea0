import type { Table } from '../reporting/table.ts';
import type { Figure, Suite, SuiteReport } from '../suite.ts';
import { ours } from './gate-methods.ts';
import { benchmarkScales, generateBenchmark } from './generate-benchmark.ts';
import { runGuarantee } from './guarantee-part.ts';
import {
  type AnsweredQueries,
  answerQueries,
  curveTable,
  retrievalTable,
  safetyTable,
} from './judge-queries.ts';
import { learnPriors } from './learn-priors.ts';
import { keepObserved, type ObservedBenchmark } from './observe-benchmark.ts';
import { replayReal } from './real-replay/replay-real.ts';
import {
  type HotPath,
  hotPathTable,
  type ReplayedMethod,
  replayMethods,
  replayOrders,
  replayTable,
  rewardOf,
  runHotPath,
} from './replay-methods.ts';
import { ablationTable, sweepTable } from './run-ablations.ts';

/** What `--part` takes, with `replay` also kinds of events; without it, `full` with everything but `replay`. */
const suiteNames = ['smoke', 'full', 'ablations', 'sweep', 'guarantee', 'replay'] as const;
type SuiteName = (typeof suiteNames)[number];

const judgedSeed = 1;
/** Data that priors are learned on: families, names and seed are others than what is judged. */
const development = { memories: 28, canonical: 160, hardNegatives: 400, events: 300 } as const;
const developmentSeed = 11;
const guaranteeRuns = { smoke: 120, full: 1_000 } as const;

/** Is a memory shown when it helps and only then? The RSCB-MC paper's tables, and the guarantee beyond them. */
export const gateSuite: Suite = {
  description: `the gate: the RSCB-MC paper’s tables beside its figures, and the simulated guarantee; one part: ${suiteNames.join(', ')}; --fit: only the priors, from other families than are judged`,
  options: ['part', 'smoke', 'fit', 'results', 'data', 'repos', 'repositories', 'limit', 'questions'],
  async run(options): Promise<SuiteReport> {
    const { home, parts, smoke, fit, results } = options;
    if (fit) {
      const generated = generateBenchmark(development, 'development', developmentSeed);
      return learnPriors(await keepObserved(generated, home, results));
    }
    const name = suiteNames.find((one) => parts.includes(one)) ?? (smoke ? 'smoke' : 'full');
    if (name === 'replay') return await replayReal(options);
    const scale = benchmarkScales[name === 'full' ? 'full' : 'smoke'];
    const guarantee = ['smoke', 'full', 'guarantee'].includes(name)
      ? runGuarantee(name === 'smoke' ? guaranteeRuns.smoke : guaranteeRuns.full)
      : undefined;
    const guaranteed = {
      cases: guarantee?.cases ?? 0,
      figures: guarantee?.figures ?? {},
      tables: guarantee === undefined ? [] : [guarantee.table],
    };
    if (name === 'guarantee') return guaranteed;
    const observed = await keepObserved(generateBenchmark(scale, 'judged', judgedSeed), home, results);
    const orders = replayOrders(observed);
    const tables: Record<Exclude<SuiteName, 'smoke' | 'full' | 'guarantee' | 'replay'>, () => Table> = {
      ablations: () => ablationTable(orders),
      sweep: () => sweepTable(orders),
    };
    const cases = orders.reduce((sum, one) => sum + one.length, 0);
    if (name !== 'smoke' && name !== 'full') return { cases, figures: {}, tables: [tables[name]()] };
    const answers = answerQueries(observed);
    const replayed = replayMethods(orders);
    const hot = runHotPath(orders[0] ?? []);
    return {
      cases: cases + guaranteed.cases,
      figures: { ...figuresOf(observed, answers, replayed, hot), ...guaranteed.figures },
      tables: [
        retrievalTable(observed, answers),
        safetyTable(answers),
        curveTable(observed),
        replayTable(replayed),
        ...Object.values(tables).map((table) => table()),
        hotPathTable(hot),
        ...guaranteed.tables,
      ],
    };
  },
};

function figuresOf(
  observed: ObservedBenchmark,
  answers: readonly AnsweredQueries[],
  replayed: readonly ReplayedMethod[],
  hot: readonly HotPath[],
): Readonly<Record<string, Figure>> {
  const own = answers.find(({ name }) => name === ours);
  const summary = (name: string) => replayed.find((one) => one.name === name)?.summary;
  const hotOwn = hot.find(({ name }) => name === ours);
  const share = (part = Number.NaN, of = Number.NaN) => part / of;
  const first = (all: ObservedBenchmark['canonical']) =>
    all.filter(({ candidates, query }) => candidates[0]?.variant === query.expected).length / all.length;
  const ownReplay = summary(ours);
  const oracle = summary('oracle_upper_bound');
  const fixed = summary('static_hybrid (always_inject)');
  return {
    canonical_r1: first(observed.canonical),
    paraphrase_r1: first(observed.paraphrases),
    paraphrase_shown_r1: share(own?.paraphraseRight, observed.paraphrases.length),
    hard_negative_fp: share(own?.hardNegativesShown, own?.hardNegatives),
    hard_negative_fp_count: own?.hardNegativesShown ?? Number.NaN,
    wrong_abstention_answerable: share(own?.wronglySilent, own?.answerable),
    answered_fp: share(own?.wrong, own?.shown),
    replay_success: share(ownReplay?.success, ownReplay?.count),
    replay_success_of_oracle: share(ownReplay?.success, oracle?.success),
    replay_fp: share(ownReplay?.falsePositives, ownReplay?.count),
    replay_fp_count: ownReplay?.falsePositives ?? Number.NaN,
    replay_reward: rewardOf(replayed, ours),
    never_inject_reward: rewardOf(replayed, 'never_inject'),
    plain_rule_reward: rewardOf(replayed, 'plain_rule'),
    hotpath_success: share(hotOwn?.success, hotOwn?.count),
    hotpath_fp: share(hotOwn?.falsePositives, hotOwn?.count),
    decide_us_mean: hotOwn?.meanUs ?? Number.NaN,
    decide_us_p95: hotOwn?.p95Us ?? Number.NaN,
    generator_static_success: share(fixed?.success, fixed?.count),
    generator_static_fp: share(fixed?.falsePositives, fixed?.count),
    generator_oracle_success: share(oracle?.success, oracle?.count),
  };
}
