import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMemory } from '../../src/index.ts';
import { readBaselineRankings } from '../datasets/baseline-rankings.ts';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';
import { readReplayIssues } from '../datasets/replay-issues.ts';
import type { Table } from '../reporting/table.ts';
import type { Figure, Suite } from '../suite.ts';
import { describeMisses } from './describe-misses.ts';
import { byDataset } from './judge-datasets.ts';
import { setFigures, setTable } from './judge-sets.ts';
import { accuracyFigures, prefixed } from './locate-figures.ts';
import { locateTables } from './locate-tables.ts';
import { runAblation } from './run-ablation.ts';
import { type LocateResult, runLocateCases } from './run-locate-cases.ts';

/** Cases a table names of those not run for one reason. */
const namedCases = 3;

/** Why a case of the dataset was not asked about. */
type Omission = 'repository not in --repos' | 'base commit not in the repository' | 'beyond --limit';

interface OmittedCase {
  readonly issue: IssueCase;
  readonly reason: Omission;
}

/** Does locate name the files that the fix of an issue changes? */
export const locateSuite: Suite = {
  description: 'locate on issues',
  options: ['dataset', 'data', 'repos', 'limit', 'misses', 'ablate'],
  async run(options) {
    if (options.ablate) return await runAblation(options);
    const { data, datasets, repositories, limit, home, missesFile } = options;
    const baselines = readBaselineRankings(datasets);
    const functions = new Map(
      (existsSync(join(data, 'replay')) ? readReplayIssues(data) : []).map((issue) => [
        issue.instance_id,
        issue.functions,
      ]),
    );
    const [available, foreign] = partition(readIssueCases(datasets), ({ repo }) => repositories.has(repo));
    const cases = available.slice(0, limit);
    const omitted = [
      ...foreign.map(omittedFor('repository not in --repos')),
      ...available.slice(cases.length).map(omittedFor('beyond --limit')),
    ];
    const results: LocateResult[] = [];
    for (const [repository, own] of Map.groupBy(cases, ({ repo }) => repo)) {
      await using memory = await openMemory({ repository: repositories.get(repository) ?? '', home });
      const { found, missing } = await runLocateCases({ memory, cases: own, baselines, functions });
      results.push(...found);
      omitted.push(...missing.map(omittedFor('base commit not in the repository')));
      console.error(`${repository}: ${found.length} of ${own.length} cases`);
    }
    reportMisses(describeMisses(results), missesFile);
    return {
      cases: results.length,
      figures: {
        ...accuracyFigures(results),
        ...setFigures(results),
        ...datasetFigures(datasets, results),
      },
      tables: [...datasetTables(datasets, results), ...omittedTables(omitted)],
    };
  },
};

/** Each dataset by itself, where there are several; a case that is in two counts in both. */
function datasetTables(datasets: readonly string[], results: readonly LocateResult[]): readonly Table[] {
  const tables = (own: readonly LocateResult[]) => [...locateTables(own), setTable(own)];
  if (datasets.length === 1) return tables(results);
  return byDataset(datasets, results).flatMap(({ name, answers }) =>
    tables(answers).map((table) => ({ ...table, title: `${name}: ${table.title}` })),
  );
}

function datasetFigures(
  datasets: readonly string[],
  results: readonly LocateResult[],
): Record<string, Figure> {
  if (datasets.length === 1) return {};
  return Object.assign(
    {},
    ...byDataset(datasets, results).map(({ name, answers }) =>
      prefixed(name, { ...accuracyFigures(answers), ...setFigures(answers) }),
    ),
  );
}

function partition<Value>(
  values: readonly Value[],
  test: (value: Value) => boolean,
): readonly [readonly Value[], readonly Value[]] {
  return [values.filter(test), values.filter((value) => !test(value))];
}

function omittedFor(reason: Omission): (issue: IssueCase) => OmittedCase {
  return (issue) => ({ issue, reason });
}

function reportMisses(misses: string, file: string | undefined): void {
  if (file === undefined) console.error(misses);
  else writeFileSync(file, misses);
}

function omittedTables(omitted: readonly OmittedCase[]): readonly Table[] {
  if (omitted.length === 0) return [];
  const groups = Map.groupBy(omitted, ({ issue, reason }) => `${reason}\t${issue.repo}`);
  return [
    {
      title: `${omitted.length} cases of the dataset not run`,
      columns: ['why', 'repository', 'n', 'cases'],
      rows: [...groups].map(([group, own]) => [
        ...group.split('\t'),
        own.length,
        own
          .slice(0, namedCases)
          .map(({ issue }) => issue.instance_id)
          .join(' ') + (own.length > namedCases ? ' …' : ''),
      ]),
    },
  ];
}
