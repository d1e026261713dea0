import { join } from 'node:path';
import type { Recollection, RecordedFailure } from '../../src/index.ts';
import { cpuMsSince } from '../reporting/processes.ts';
import { type Rate, rateOf, shareOf } from '../reporting/rates.ts';
import { describeRate, percentile } from '../reporting/statistics.ts';
import { tableOf } from '../reporting/table.ts';
import { openScratchMemory, type ScratchMemory } from '../scratch-memory.ts';
import { notRun, type Suite } from '../suite.ts';
import {
  type CaseQuery,
  type IssueData,
  type MatchCase,
  type MergeCase,
  readIssueData,
  recordRequestOf,
  reportOf,
  type ScaleCases,
  type SeedRecord,
} from './issue-data.ts';

const taxonomy = 'failure_taxonomy';
const warmUps = 30;
const defaultLimit = 3;
/** Room for every card that is asked for: what is measured is the order, not the packing. */
const budgetTokens = 4_000;

/** Published figures of the existing server on its own cases. */
const theirs: Readonly<Record<string, string>> = {
  'failure_taxonomy: right one first': '92 of 92',
  'failure_taxonomy: clear match': '83 of 92',
  'failure_taxonomy: abstained': '10 of 10',
  'merges gone wrong': '0',
  'scale-1k: positive_same_repo, right one first': '198 of 200',
  'scale-1k: positive_error_only, right one first': '143 of 200',
  'scale-1k: hard_negative_unseen_entity, clear match': '0 of 200',
  'scale-1k: hard_negative_unseen_entity, shown': '175 of 200',
};

/** Cases of an existing issue-memory server, through the published library. */
export const issueMemorySuite: Suite = {
  description: 'known failures found again, unknown ones left alone: suites, probes at scale, times',
  options: ['data'],
  async run({ data, home }) {
    const given = readIssueData(data);
    const { cases, merges } = await runSuites(given, join(home, 'suites'));
    const scales: ProbedScale[] = [];
    for (const scale of given.scales) scales.push(await runProbes(scale, join(home, scale.name)));
    const known = cases.filter(({ suite, isPositive }) => suite === taxonomy && isPositive);
    const unknown = cases.filter(({ suite, isPositive }) => suite === taxonomy && !isPositive);
    const probes = scales.flatMap((scale) => scale.probes);
    const [seen, unseen] = [
      probes.filter(({ isUnseen }) => !isUnseen),
      probes.filter(({ isUnseen }) => isUnseen),
    ];
    const times = (ms: readonly number[]) => (ms.length === 0 ? notRun : percentile(ms, 0.95));
    return {
      cases: cases.length + merges.length + probes.length,
      figures: {
        taxonomy_top1: shareOf(rateOf(known, ({ isTop }) => isTop)),
        taxonomy_abstain: shareOf(rateOf(unknown, ({ status }) => status === 'abstain')),
        taxonomy_matched: shareOf(rateOf(known, isMatched)),
        merge_bad: merges.length === 0 ? notRun : merges.filter((isRight) => !isRight).length,
        probes_top1: shareOf(rateOf(seen, ({ isTop }) => isTop)),
        probes_matched: shareOf(rateOf(seen, isMatched)),
        unseen_clear_match: shareOf(rateOf(unseen, ({ status }) => status === 'match')),
        unseen_exposure: shareOf(rateOf(unseen, ({ isShown }) => isShown)),
        match_cpu_ms_p95: times(probes.map(({ cpuMs }) => cpuMs)),
        record_cpu_ms_p95: times(scales.flatMap(({ recordCpuMs }) => recordCpuMs)),
      },
      tables: [
        tableOf('Suites and probes', rowsOf(cases, merges, scales), {
          '': ([name]) => name,
          afterwit: ([, { count, of }]) => describeRate(count, of),
          'existing server': ([name]) => theirs[name] ?? '',
        }),
        tableOf('CPU, ms p50 / p95', scales, {
          memories: ({ memories }) => memories,
          match: (scale) => quantiles(scale.probes.map(({ cpuMs }) => cpuMs)),
          record: ({ recordCpuMs }) => quantiles(recordCpuMs),
        }),
      ],
    };
  },
};

const isMatched = ({ isTop, status }: { readonly isTop: boolean; readonly status: string }) =>
  isTop && status === 'match';

const quantiles = (ms: readonly number[]) =>
  [0.5, 0.95].map((quantile) => percentile(ms, quantile).toFixed(1)).join(' / ');

interface SuiteCase {
  readonly suite: string;
  /** There is a memory that answers it. */
  readonly isPositive: boolean;
  /** That memory is shown first. */
  readonly isTop: boolean;
  readonly status: string;
}

function ask({ memory }: ScratchMemory, query: CaseQuery): Promise<Recollection> {
  return memory.recall({ failure: reportOf(query), topK: query.limit ?? defaultLimit, budgetTokens });
}

function statusOf({ match, memories }: Recollection): string {
  return match?.status ?? (memories.length > 0 ? 'match' : 'abstain');
}

function rowsOf(
  cases: readonly SuiteCase[],
  merges: readonly boolean[],
  scales: readonly ProbedScale[],
): readonly (readonly [string, Rate])[] {
  const suites = Map.groupBy(cases, ({ suite }) => suite);
  return [
    ...[...suites].flatMap(([suite, all]) => {
      const positives = all.filter(({ isPositive }) => isPositive);
      const negatives = all.filter(({ isPositive }) => !isPositive);
      return [
        [`${suite}: right one first`, rateOf(positives, ({ isTop }) => isTop)],
        [`${suite}: clear match`, rateOf(positives, isMatched)],
        [`${suite}: abstained`, rateOf(negatives, ({ status }) => status === 'abstain')],
      ] as const;
    }),
    ['merges gone wrong', rateOf(merges, (isRight) => !isRight)] as const,
    ...scales.flatMap(({ name, probes }) =>
      [...Map.groupBy(probes, ({ kind }) => kind)].flatMap(([kind, all]) => [
        all[0]?.isUnseen
          ? ([`${name}: ${kind}, shown`, rateOf(all, ({ isShown }) => isShown)] as const)
          : ([`${name}: ${kind}, right one first`, rateOf(all, ({ isTop }) => isTop)] as const),
        [`${name}: ${kind}, clear match`, rateOf(all, ({ status }) => status === 'match')] as const,
      ]),
    ),
  ].filter(([, { of }]) => of > 0);
}

/** Runs every suite whose memories are there, each on a memory of its own. */
async function runSuites({ suites, seeds }: IssueData, folder: string) {
  const cases: SuiteCase[] = [];
  const merges: boolean[] = [];
  for (const [suite, { seed, cases: all = [] }] of Object.entries(suites)) {
    const known = seeds[seed ?? ''];
    if (seed != null && known == null) console.error(`${suite}: skipped, its memories are not there`);
    if (all.length === 0 || (seed != null && known == null)) continue;
    await using scratch = await openScratchMemory(join(folder, suite));
    await recordSeeds(scratch, known ?? []);
    for (const one of all) {
      if ('first' in one) merges.push(await isMergedRightly(scratch, one));
      else if ('query' in one) cases.push({ suite, ...judge(one, await ask(scratch, one.query)) });
    }
  }
  return { cases, merges };
}

function judge({ kind, expected }: MatchCase, answer: Recollection): Omit<SuiteCase, 'suite'> {
  const title = kind === 'negative' ? undefined : (expected?.title ?? undefined);
  const isTop = title !== undefined && answer.memories[0]?.item.title === title;
  return { isPositive: title !== undefined, isTop, status: statusOf(answer) };
}

async function isMergedRightly({ memory }: ScratchMemory, one: MergeCase): Promise<boolean> {
  const first = await memory.record(recordRequestOf(one.first));
  const second = await memory.record(recordRequestOf(one.second));
  return (
    (first.pattern.id === second.pattern.id) === one.expect_same_pattern &&
    (first.variant.id === second.variant.id) === one.expect_same_variant
  );
}

/** @returns the recorded memories, and the CPU time of each in milliseconds */
async function recordSeeds({ memory }: ScratchMemory, seeds: readonly SeedRecord[]) {
  const recorded: RecordedFailure[] = [];
  const cpuMs: number[] = [];
  for (const seed of seeds) {
    const before = process.cpuUsage();
    recorded.push(await memory.record(recordRequestOf(seed)));
    cpuMs.push(cpuMsSince(before));
  }
  return { recorded, cpuMs };
}

interface ProbedScale {
  readonly name: string;
  readonly memories: number;
  readonly probes: readonly {
    readonly kind: string;
    /** No memory is of what it names. */
    readonly isUnseen: boolean;
    /** The memory it was made from is shown first. */
    readonly isTop: boolean;
    readonly status: string;
    /** Any memory is shown. */
    readonly isShown: boolean;
    readonly cpuMs: number;
  }[];
  /** What was recorded first, while there was next to nothing to compare with, is left out. */
  readonly recordCpuMs: readonly number[];
}

/** Records all memories, then asks each probe once. */
async function runProbes(
  { name, memories, probes: asked }: ScaleCases,
  folder: string,
): Promise<ProbedScale> {
  await using scratch = await openScratchMemory(folder);
  const { recorded, cpuMs } = await recordSeeds(
    scratch,
    memories.map(({ record }) => record),
  );
  const variants = new Map<string | null, string | undefined>(
    memories.map(({ id }, at) => [id, recorded[at]?.variant.id]),
  );
  for (const { query } of asked.slice(0, warmUps)) await ask(scratch, query);
  const probes: ProbedScale['probes'][number][] = [];
  for (const { kind, expected_id, query } of asked) {
    const before = process.cpuUsage();
    const answer = await ask(scratch, query);
    const [first] = answer.memories;
    const wanted = variants.get(expected_id);
    probes.push({
      ...{ kind, isUnseen: expected_id === null, status: statusOf(answer), isShown: first !== undefined },
      ...{ isTop: wanted !== undefined && first?.item.id === wanted, cpuMs: cpuMsSince(before) },
    });
  }
  return { name, memories: memories.length, probes, recordCpuMs: cpuMs.slice(cpuMs.length >> 1) };
}
