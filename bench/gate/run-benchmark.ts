import { isInjection } from '../../src/gate/actions.ts';
import { emptyLedger } from '../../src/gate/injection-ledger.ts';
import type { Policy } from '../../src/gate/policy.ts';
import { pairedBootstrap } from '../../src/numeric/bootstrap.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { describeRate, mean, percentile, sum } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import type { SuiteReport } from '../suite.ts';
import { type GateMethod, gateMethods, ours } from './gate-methods.ts';
import { shuffle } from './generate-benchmark.ts';
import { isSuccess, type ReplayCase, type ReplayStep, replayOracle } from './judge-event.ts';
import type { Observation, ObservedBenchmark } from './observe-benchmark.ts';
import { replayPolicy, stateOf, type TimedStep } from './replay-policy.ts';
import { riskCoverageArea } from './risk-coverage.ts';

const seeds = [1, 2] as const;
const hotPath = { warmUps: 1_000, decisions: 200 } as const;

interface JudgedMethod {
  readonly name: string;
  /** On the events of each seed: the same, in another order. */
  readonly steps: readonly ReplayStep[];
  /** Absent of oracles. */
  readonly answers?: AnsweredQueries;
  /** 200 decisions after 1,000 that warm it up, learning as it goes: Table 9. */
  readonly hot?: readonly TimedStep[];
}

/** Tables 4 to 6 and 9 of the paper, on what the library found for the benchmark. */
export function runBenchmark(observed: ObservedBenchmark): SuiteReport {
  const cases = observed.generated.events.map(
    (event, at): ReplayCase => ({ event, observation: observed.events[at] as Observation }),
  );
  const orders = seeds.map((seed) => shuffle(cases, seededRandom(seed)));
  const cycle = (count: number) =>
    Array.from({ length: count }, (_, at) => orders[0]?.[at % cases.length] as ReplayCase);
  const methods = gateMethods.map((method): JudgedMethod => {
    replayPolicy(method.policy, cycle(hotPath.warmUps), 1);
    return {
      name: method.name,
      steps: orders.flatMap((order, at) => replayPolicy(method.policy, order, at + 1)),
      answers: answerQueries(method, observed),
      hot: replayPolicy(method.policy, cycle(hotPath.decisions), 1),
    };
  });
  const oracle = (aim: 'success' | 'reward') => orders.flatMap((order) => replayOracle(order, aim));
  const judged = [
    ...methods,
    { name: 'oracle_upper_bound', steps: oracle('success') },
    { name: 'reward_oracle', steps: oracle('reward') },
  ];
  return {
    cases: orders.flat().length,
    figures: figuresOf(observed, new Map(judged.map((one) => [one.name, one]))),
    tables: [methodTable(judged)],
  };
}

/** How a policy that has learned nothing here answers the queries. */
interface AnsweredQueries {
  readonly paraphrasesRight: number;
  /** Answerable queries that it stays silent on. */
  readonly silent: number;
  readonly answerable: number;
  readonly hardNegativesShown: number;
  readonly hardNegatives: number;
  /** Of what it shows, what is wrong. */
  readonly wrong: number;
  readonly shown: number;
  /** Area under the risk over the coverage; absent where the order of answers means nothing. */
  readonly area?: number;
}

function answerQueries({ policy, isRanked }: GateMethod, observed: ObservedBenchmark): AnsweredQueries {
  const answerAll = (all: readonly Observation[]) => all.map((one) => answer(policy, one));
  const paraphrases = answerAll(observed.paraphrases);
  const answerable = [...answerAll(observed.canonical), ...paraphrases];
  const negatives = answerAll(observed.hardNegatives);
  const all = [...answerable, ...negatives];
  return {
    paraphrasesRight: paraphrases.filter(({ isRight }) => isRight).length,
    silent: answerable.filter(({ isShown }) => !isShown).length,
    answerable: answerable.length,
    hardNegativesShown: negatives.filter(({ isShown }) => isShown).length,
    hardNegatives: negatives.length,
    wrong: all.filter(({ isShown, isRight }) => isShown && !isRight).length,
    shown: all.filter(({ isShown }) => isShown).length,
    ...(isRanked ? { area: riskCoverageArea(all.map(({ best }) => best)) } : {}),
  };
}

function answer(policy: Policy, observation: Observation) {
  const { candidates, query } = observation;
  const memory = { learned: policy.start(), random: seededRandom(1), ledger: emptyLedger };
  const verdict = policy.decide(stateOf(observation), memory);
  const shown = isInjection(verdict.action)
    ? candidates.filter(({ itemId, strength }) => verdict.shows?.includes(itemId) ?? strength === 'same')
    : [];
  const bestId = verdict.shows?.[0] ?? verdict.shadow ?? candidates[0]?.itemId;
  const best = candidates.find(({ itemId }) => itemId === bestId)?.variant;
  return {
    isShown: shown.length > 0,
    isRight: query.expected !== undefined && shown[0]?.variant === query.expected,
    /** The candidate that is shown, or would be. */
    best: {
      risk: verdict.risk ?? leadOfSilence(verdict),
      isWrong: best === undefined || best !== query.expected,
    },
  };
}

function leadOfSilence({ actionScores }: ReturnType<Policy['decide']>): number {
  const most = (isShown: boolean) =>
    Math.max(
      ...actionScores.filter(({ action }) => isInjection(action) === isShown).map(({ score }) => score.value),
    );
  return actionScores.length === 0 ? 1 : most(false) - most(true);
}

const countOf = (steps: readonly ReplayStep[], kind: ReplayStep['kind']) =>
  steps.filter((step) => step.kind === kind).length;
const rewardOf = (steps: readonly ReplayStep[]) => sum(steps.map(({ reward }) => reward));
const successOf = (steps: readonly ReplayStep[]) => steps.filter(isSuccess).length;
const timesOf = (steps: readonly TimedStep[]) => steps.map(({ decideUs }) => decideUs);

function figuresOf(observed: ObservedBenchmark, methods: ReadonlyMap<string, JudgedMethod>) {
  const { answers, hot = [] } = methods.get(ours) ?? {};
  const stepsOf = (name: string) => methods.get(name)?.steps ?? [];
  const share = (part = Number.NaN, of = Number.NaN) => part / of;
  const successShare = (steps: readonly ReplayStep[]) => share(successOf(steps), steps.length);
  const wrongShare = (steps: readonly ReplayStep[]) => share(countOf(steps, 'false_positive'), steps.length);
  const first = (all: readonly Observation[]) =>
    mean(all.map(({ candidates, query }) => Number(candidates[0]?.variant === query.expected)));
  const own = stepsOf(ours);
  const oracle = stepsOf('oracle_upper_bound');
  const fixed = stepsOf('static_hybrid (always_inject)');
  return {
    canonical_r1: first(observed.canonical),
    paraphrase_r1: first(observed.paraphrases),
    paraphrase_shown_r1: share(answers?.paraphrasesRight, observed.paraphrases.length),
    hard_negative_fp: share(answers?.hardNegativesShown, answers?.hardNegatives),
    hard_negative_fp_count: answers?.hardNegativesShown ?? Number.NaN,
    wrong_abstention_answerable: share(answers?.silent, answers?.answerable),
    answered_fp: share(answers?.wrong, answers?.shown),
    replay_success: successShare(own),
    replay_success_of_oracle: share(successOf(own), successOf(oracle)),
    replay_fp: wrongShare(own),
    replay_fp_count: countOf(own, 'false_positive'),
    replay_reward: rewardOf(own),
    never_inject_reward: rewardOf(stepsOf('never_inject')),
    plain_rule_reward: rewardOf(stepsOf('plain_rule')),
    hotpath_success: successShare(hot),
    hotpath_fp: wrongShare(hot),
    decide_us_mean: mean(timesOf(hot)),
    decide_us_p95: percentile(timesOf(hot), 0.95),
    generator_static_success: successShare(fixed),
    generator_static_fp: wrongShare(fixed),
    generator_oracle_success: successShare(oracle),
  };
}

/** Tables 5, 6 and 9; `success − ours` with its 95 % interval. */
function methodTable(methods: readonly JudgedMethod[]): Table {
  const own = methods.find(({ name }) => name === ours)?.steps ?? [];
  const ofAnswers =
    (tell: (answers: AnsweredQueries) => string) =>
    ({ answers }: JudgedMethod) =>
      answers === undefined ? '' : tell(answers);
  return tableOf(`${own.length} events of the replay; queries before any outcome; hot path`, methods, {
    method: ({ name }) => name,
    success: ({ steps }) => successOf(steps),
    'false positives': ({ steps }) => countOf(steps, 'false_positive'),
    reward: ({ steps }) => rewardOf(steps).toFixed(1),
    'success − ours': ({ steps }) => {
      const differences = steps.map(
        (step, at) => Number(isSuccess(step)) - Number(isSuccess(own[at] ?? step)),
      );
      const { mean: middle, low, high } = pairedBootstrap(differences, 1);
      return `${middle.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
    },
    'look-alikes shown': ofAnswers(({ hardNegativesShown, hardNegatives }) =>
      describeRate(hardNegativesShown, hardNegatives),
    ),
    'silent on answerable': ofAnswers(({ silent, answerable }) => describeRate(silent, answerable)),
    'wrong among shown': ofAnswers(({ wrong, shown }) => describeRate(wrong, shown)),
    AURC: ofAnswers(({ area }) => area?.toFixed(3) ?? ''),
    'hot path: success, false positives, p95 µs': ({ hot }) =>
      hot === undefined
        ? ''
        : `${successOf(hot)}, ${countOf(hot, 'false_positive')}, ${percentile(timesOf(hot), 0.95).toFixed(1)}`,
  });
}
