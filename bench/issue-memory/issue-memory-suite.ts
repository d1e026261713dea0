import { join } from 'node:path';
import { rateOf, share, shareOf } from '../reporting/rates.ts';
import { percentile } from '../reporting/statistics.ts';
import { type Figure, notRun, type Suite, type SuiteOptions, type SuiteReport } from '../suite.ts';
import { countPriorFlips, type PriorFlips } from './count-prior-flips.ts';
import { type IssueData, readIssueData } from './issue-data.ts';
import { probesTable, suitesTable, timesTable } from './issue-memory-tables.ts';
import { type ProbedScale, runProbes } from './run-probes.ts';
import { type JudgedSuites, runSuites } from './run-suites.ts';
import { synthesiseCases } from './synthesise-cases.ts';

const taxonomy = 'failure_taxonomy';
const mostMadeUp = 10_000;

/** Cases of an existing issue-memory server, through the published library. */
export const issueMemorySuite: Suite = {
  description: 'known failures found again, unknown ones left alone: suites, probes at scale, priors, times',
  options: ['data', 'limit'],
  async run({ data, home, limit }: SuiteOptions): Promise<SuiteReport> {
    const cases = readIssueData(data);
    const suites = await runSuites(cases, join(home, 'suites'));
    const flips = await flipsOf(cases, join(home, 'priors'));
    const scales: ProbedScale[] = [];
    for (const scale of cases.scales) scales.push(await runProbes(scale, join(home, scale.name)));
    const [given] = cases.scales;
    const madeUp =
      given === undefined
        ? []
        : [
            await runProbes(
              synthesiseCases(given.memories, Math.min(limit, mostMadeUp)),
              join(home, 'made-up'),
            ),
          ];
    const all = [...scales, ...madeUp];
    return {
      cases:
        suites.cases.length + suites.merges.length + all.reduce((sum, { probes }) => sum + probes.length, 0),
      figures: {
        ...suiteFigures(suites),
        prior_flips: flips?.flips ?? notRun,
        prior_comparisons: flips?.comparisons ?? notRun,
        ...probeFigures('', scales),
        ...probeFigures('made_up_', madeUp),
        ...timeFigures(all),
      },
      tables: [suitesTable(suites, flips), probesTable(all), timesTable(all)],
    };
  },
};

async function flipsOf({ suites, seeds }: IssueData, folder: string): Promise<PriorFlips | undefined> {
  const suite = suites[taxonomy];
  const known = seeds[suite?.seed ?? ''];
  return suite === undefined || known == null ? undefined : await countPriorFlips(suite, known, folder);
}

function suiteFigures({ cases, merges }: JudgedSuites): Readonly<Record<string, Figure>> {
  const known = cases.filter(({ suite }) => suite === taxonomy);
  const positives = known.filter(({ isPositive }) => isPositive);
  const negatives = known.filter(({ isPositive }) => !isPositive);
  const matched = positives.filter(({ isTop, status }) => isTop && status === 'match');
  return {
    taxonomy_top1: shareOf(rateOf(positives, ({ isTop }) => isTop)),
    taxonomy_abstain: shareOf(rateOf(negatives, ({ status }) => status === 'abstain')),
    taxonomy_matched: share(matched.length, positives.length),
    taxonomy_matched_count: positives.length === 0 ? notRun : matched.length,
    merge_bad: merges.length === 0 ? notRun : merges.filter(({ isRight }) => !isRight).length,
  };
}

function probeFigures(prefix: string, scales: readonly ProbedScale[]): Readonly<Record<string, Figure>> {
  const probes = scales.flatMap((scale) => scale.probes);
  const positives = probes.filter(({ probe }) => probe.expected_id !== null);
  const unseen = probes.filter(({ probe }) => probe.expected_id === null);
  const isClear = ({ status }: { readonly status: string }) => status === 'match';
  return {
    [`${prefix}probes_top1`]: shareOf(rateOf(positives, ({ isTop }) => isTop)),
    [`${prefix}probes_matched`]: shareOf(rateOf(positives, (one) => one.isTop && isClear(one))),
    [`${prefix}unseen_clear_match`]: shareOf(rateOf(unseen, isClear)),
    [`${prefix}unseen_exposure`]: shareOf(rateOf(unseen, ({ isExposed }) => isExposed)),
  };
}

/** Of the largest memory. What was recorded first, while there was next to nothing to compare with, is left out. */
function timeFigures(scales: readonly ProbedScale[]): Readonly<Record<string, Figure>> {
  const largest = scales.toSorted((a, b) => b.memories - a.memories)[0];
  if (largest === undefined) return { match_cpu_ms_p95: notRun, record_cpu_ms_p95: notRun };
  const { probes, recordCpuMs } = largest;
  return {
    match_cpu_ms_p95: percentile(
      probes.map(({ answer }) => answer.cpuMs),
      0.95,
    ),
    record_cpu_ms_p95: percentile(recordCpuMs.slice(Math.floor(recordCpuMs.length / 2)), 0.95),
  };
}
