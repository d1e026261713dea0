import { isAfterwitError, openMemory } from '../../src/index.ts';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';
import { goldRanks } from '../reporting/gold-ranks.ts';
import { describeRate, mcNemar } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import type { Suite } from '../suite.ts';
import { openNaiveSearch } from './naive-search.ts';

const depths = [1, 5, 10] as const;
/** Search as it is, and the textbook. */
const methods = ['selected', 'naive'] as const;
type Method = (typeof methods)[number];

interface CaseResult {
  readonly issue: IssueCase;
  /** Rank of the first gold file, from 1; Infinity when it was not found. */
  readonly ranks: Readonly<Record<Method, number>>;
}

/** Do the commits that search-commits finds for an issue point at the files its fix changes? */
export const commitsSuite: Suite = {
  description: 'search-commits on issues',
  options: ['dataset', 'data', 'repos', 'limit'],
  async run(options) {
    const dataset = readIssueCases(options.datasets);
    const runnable = dataset.filter(({ repo }) => options.repositories.has(repo)).slice(0, options.limit);
    const results: CaseResult[] = [];
    for (const [repository, cases] of Map.groupBy(runnable, ({ repo }) => repo)) {
      results.push(...(await runRepository(options.repositories.get(repository) ?? '', cases, options.home)));
      console.error(`${repository}: ${cases.length} cases`);
    }
    const skipped = dataset.length - results.length;
    return {
      cases: results.length,
      figures: figuresOf(results),
      tables: [hitTable(results, skipped), repositoryTable(results)],
    };
  },
};

async function runRepository(
  gitDirectory: string,
  cases: readonly IssueCase[],
  home: string,
): Promise<readonly CaseResult[]> {
  const naive = openNaiveSearch(
    gitDirectory,
    cases.map(({ base_commit }) => base_commit),
  );
  await using memory = await openMemory({ repository: gitDirectory, home });
  const results: CaseResult[] = [];
  for (const issue of cases) {
    const { base_commit: asOf, problem_statement: query, gold_files: gold } = issue;
    try {
      const { files } = await memory.searchCommits(query, { asOf, files: 50, topK: 10 });
      const rank = (paths: readonly string[]) => goldRanks(paths, gold).first;
      const ranks = {
        selected: rank(files.map(({ path }) => path)),
        naive: rank(naive.rankFiles(asOf, query)),
      };
      results.push({ issue, ranks });
    } catch (fault) {
      if (!isAfterwitError(fault) || fault.code !== 'COMMIT_NOT_FOUND') throw fault;
      console.error(`${issue.instance_id}: ${fault.message}`);
    }
  }
  return results;
}

function hits(results: readonly CaseResult[], method: Method, depth: number): number {
  return results.filter(({ ranks }) => ranks[method] <= depth).length;
}

function figuresOf(results: readonly CaseResult[]): Record<string, number> {
  const figures: Record<string, number> = {};
  for (const method of methods) {
    const prefix = method === 'selected' ? '' : `${method}_`;
    for (const depth of depths)
      figures[`${prefix}file_hit_at_${depth}`] = hits(results, method, depth) / results.length;
  }
  return figures;
}

function hitTable(results: readonly CaseResult[], skipped: number): Table {
  const versus = (method: Method) => {
    const wins = results.filter(({ ranks }) => ranks.selected <= 5 && ranks[method] > 5).length;
    const losses = results.filter(({ ranks }) => ranks.selected > 5 && ranks[method] <= 5).length;
    return method === 'selected' ? '' : `${wins}/${losses}, p = ${mcNemar(wins, losses).toPrecision(2)}`;
  };
  return {
    title: `Gold file among the first k, with 95 % interval (${skipped} cases of the dataset not run)`,
    columns: ['query', ...depths.map((depth) => `hit@${depth}`), 'selected wins/losses @5'],
    rows: methods.map((method) => [
      method,
      ...depths.map((depth) => describeRate(hits(results, method, depth), results.length)),
      versus(method),
    ]),
  };
}

function repositoryTable(results: readonly CaseResult[]): Table {
  return {
    title: 'By repository, selected / naive',
    columns: ['repository', 'cases', ...depths.map((depth) => `hit@${depth}`)],
    rows: [...Map.groupBy(results, ({ issue }) => issue.repo)].map(([repository, own]) => [
      repository,
      own.length,
      ...depths.map((depth) => `${hits(own, 'selected', depth)} / ${hits(own, 'naive', depth)}`),
    ]),
  };
}
