import { isInjection } from '../../src/gate/actions.ts';
import { emptyLedger } from '../../src/gate/injection-ledger.ts';
import type { Policy } from '../../src/gate/policy.ts';
import { upperBound } from '../../src/numeric/confidence-bounds.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { describeRate } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import { gateMethods, ours } from './gate-methods.ts';
import type { BenchQuery } from './generate-benchmark.ts';
import type { Observation, ObservedBenchmark } from './observe-benchmark.ts';
import { rankByWords, wordMethods } from './rank-by-words.ts';
import { stateOf } from './replay-policy.ts';
import { riskCoverageTable } from './risk-coverage.ts';

/** How a policy that has learned nothing here answers the queries: what it shows for each. */
export interface AnsweredQueries {
  readonly name: string;
  readonly canonicalRight: number;
  readonly paraphraseRight: number;
  /** Answerable queries that it stays silent on. */
  readonly wronglySilent: number;
  readonly answerable: number;
  readonly hardNegativesShown: number;
  readonly hardNegatives: number;
  /** Of what it shows, what is wrong. */
  readonly wrong: number;
  readonly shown: number;
}

export function answerQueries(observed: ObservedBenchmark): readonly AnsweredQueries[] {
  return gateMethods.map(({ name, policy }) => {
    const canonical = observed.canonical.map((one) => shownBy(policy, one));
    const paraphrases = observed.paraphrases.map((one) => shownBy(policy, one));
    const negatives = observed.hardNegatives.map((one) => shownBy(policy, one));
    const answerable = [...canonical, ...paraphrases];
    const all = [...answerable, ...negatives];
    return {
      name,
      canonicalRight: canonical.filter(isRight).length,
      paraphraseRight: paraphrases.filter(isRight).length,
      wronglySilent: answerable.filter(({ variants }) => variants.length === 0).length,
      answerable: answerable.length,
      hardNegativesShown: negatives.filter(({ variants }) => variants.length > 0).length,
      hardNegatives: negatives.length,
      wrong: all.filter((one) => one.variants.length > 0 && !isRight(one)).length,
      shown: all.filter(({ variants }) => variants.length > 0).length,
    };
  });
}

interface Answer {
  readonly query: BenchQuery;
  readonly variants: readonly string[];
}

function isRight({ query, variants }: Answer): boolean {
  return query.expected !== undefined && variants[0] === query.expected;
}

/** The decision of a policy that has learned nothing here. */
function decideFirst(policy: Policy, observation: Observation): ReturnType<Policy['decide']> {
  const learned = policy.start();
  return policy.decide(stateOf(observation), { learned, random: seededRandom(1), ledger: emptyLedger });
}

function shownBy(policy: Policy, observation: Observation): Answer {
  const verdict = decideFirst(policy, observation);
  const { candidates, query } = observation;
  if (!isInjection(verdict.action)) return { query, variants: [] };
  const shown = candidates.filter(
    ({ itemId, strength }) => verdict.shows?.includes(itemId) ?? strength === 'same',
  );
  return { query, variants: shown.map(({ variant }) => variant) };
}

/** Table 4, with the reciprocal rank of the right variant. */
export function retrievalTable(observed: ObservedBenchmark, answers: readonly AnsweredQueries[]): Table {
  const rank = rankByWords(observed.generated.variants);
  const { canonical, paraphrases } = observed;
  const rows = wordMethods.map((method) => [
    method,
    ...[canonical, paraphrases].flatMap((all) =>
      figures(all.map(({ query }) => rankOf(rank(query.failure, method), query))),
    ),
    paperOf[method],
  ]);
  const full = [canonical, paraphrases].flatMap((all) =>
    figures(
      all.map(({ candidates, query }) =>
        rankOf(
          candidates.map(({ variant }) => variant),
          query,
        ),
      ),
    ),
  );
  const guarded = answers.find(({ name }) => name === ours);
  const right = (count = 0, of: number) => `${count} of ${of}`;
  return {
    title: 'Table 4: the right variant first, and the mean reciprocal rank',
    columns: [
      'method',
      'canonical R@1',
      'R@3',
      'MRR',
      'nDCG@3',
      'paraphrase R@1',
      'R@3',
      'MRR',
      'nDCG@3',
      'paper R@1',
    ],
    rows: [
      ...rows,
      ['full_system (recall of the library)', ...full, '100 / 51.0'],
      [
        `shown by ${ours}`,
        right(guarded?.canonicalRight, canonical.length),
        ...['', '', ''],
        right(guarded?.paraphraseRight, paraphrases.length),
        ...['', '', ''],
        '',
      ],
    ],
  };
}

const paperOf = {
  lexical_only: '100 / 78.1',
  static_hybrid: '100 / 80.2',
  static_hybrid_with_abstention: '100 / 51.0',
} as const;

/** Place of the right variant, from 1; infinite when it is not among them. */
function rankOf(ranked: readonly string[], { expected }: BenchQuery): number {
  const at = ranked.indexOf(expected ?? '');
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

function figures(ranks: readonly number[]): readonly string[] {
  const mean = (value: (rank: number) => number) =>
    ranks.reduce((sum, rank) => sum + value(rank), 0) / ranks.length;
  const first = ranks.filter((rank) => rank === 1).length;
  return [
    `${((100 * first) / ranks.length).toFixed(1)} (${first} of ${ranks.length})`,
    `${(100 * mean((rank) => (rank <= 3 ? 1 : 0))).toFixed(1)}`,
    mean((rank) => 1 / rank).toFixed(3),
    mean((rank) => (rank <= 3 ? 1 / Math.log2(rank + 1) : 0)).toFixed(3),
  ];
}

const ranked = [
  'one_line_rule',
  'lexical',
  'static_hybrid (always_inject)',
  'full_rscb_mc with priors',
  ours,
];

/** The best candidate of every query, ranked by its risk under each method; that of Eq. 17 is the lead of silence. */
export function curveTable(observed: ObservedBenchmark): Table {
  const all = [...observed.canonical, ...observed.paraphrases, ...observed.hardNegatives];
  const methods = gateMethods.filter(({ name }) => ranked.includes(name));
  const curves = methods.map(({ name, policy }) => {
    const answers = all.map((observation) => {
      const verdict = decideFirst(policy, observation);
      const best = verdict.shows?.[0] ?? verdict.shadow ?? observation.candidates[0]?.itemId;
      const variant = observation.candidates.find(({ itemId }) => itemId === best)?.variant;
      const isWrong = variant === undefined || variant !== observation.query.expected;
      return { risk: verdict.risk ?? leadOfSilence(verdict), isWrong };
    });
    return { name, answers };
  });
  return riskCoverageTable(
    `Risk over coverage: of ${all.length} queries, the surest first; the share of wrong ones among them`,
    curves,
  );
}

function leadOfSilence({ actionScores }: ReturnType<Policy['decide']>): number {
  const most = (isShown: boolean) =>
    Math.max(
      ...actionScores.filter(({ action }) => isInjection(action) === isShown).map(({ score }) => score.value),
    );
  return actionScores.length === 0 ? 1 : most(false) - most(true);
}

/** Table 5 and the abstention benchmark. */
export function safetyTable(answers: readonly AnsweredQueries[]): Table {
  const paper = new Map(gateMethods.map(({ name, paper: figuresOf }) => [name, figuresOf?.hardNegatives]));
  return tableOf(
    'Table 5 and abstention: before any outcome. Shares with 95 % intervals and counts; the paper’s percent in brackets',
    answers,
    {
      method: ({ name }) => name,
      'hard negatives shown': ({ name, hardNegativesShown, hardNegatives }) =>
        `${describeRate(hardNegativesShown, hardNegatives)}${paper.get(name) === undefined ? '' : ` (${paper.get(name)})`}`,
      'at most (95 %)': ({ hardNegativesShown, hardNegatives }) =>
        upperBound(hardNegativesShown, hardNegatives, 0.05).toFixed(4),
      'silent on answerable': ({ wronglySilent, answerable }) => describeRate(wronglySilent, answerable),
      'wrong among shown': ({ wrong, shown }) => describeRate(wrong, shown),
    },
  );
}
