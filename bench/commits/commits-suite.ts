import { historyConstants } from '../../src/history/options.ts';
import { type CommitSearch, isAfterwitError, type Memory, openMemory } from '../../src/index.ts';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';
import { goldRanks } from '../reporting/gold-ranks.ts';
import { describeRate, mcNemar } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import type { Suite, SuiteOptions } from '../suite.ts';
import { describeFit } from './fit-confidence.ts';
import { openNaiveSearch } from './naive-search.ts';
import { describeReliability, type Judgement, rankingQuality } from './reliability.ts';

const depths = [1, 5, 10] as const;
/** Search as it is, and the textbook. */
const methods = ['selected', 'naive'] as const;
type Method = (typeof methods)[number];

const defaultMinimumConfidence = historyConstants.search.minimumConfidence;

interface CaseResult {
  readonly issue: IssueCase;
  /** Rank of the first gold file, from 1; Infinity when it was not found. */
  readonly ranks: Readonly<Record<Method, number>>;
  readonly judgements: readonly Judgement[];
  /** Of the same for titles alone, own and foreign; for fitting. */
  readonly titleJudgements: readonly Judgement[];
  readonly foreignJudgements: readonly Judgement[];
  readonly isAnswered: boolean;
  /** The same for an issue of another repository, which nothing here can bear on. */
  readonly isForeignAnswered: boolean;
}

/** Do the commits that search-commits finds for an issue point at the files its fix changes? */
export const commitsSuite: Suite = {
  description: 'search-commits on issues',
  options: ['dataset', 'data', 'repos', 'limit', 'fit'],
  async run(options) {
    const dataset = readIssueCases(options.datasets);
    const runnable = dataset.filter(({ repo }) => options.repositories.has(repo)).slice(0, options.limit);
    const results: CaseResult[] = [];
    for (const [repository, cases] of Map.groupBy(runnable, ({ repo }) => repo)) {
      const foreign = dataset.filter(({ repo }) => repo !== repository);
      results.push(...(await runRepository(repository, cases, foreign, options)));
      console.error(`${repository}: ${cases.length} cases`);
    }
    const skipped = dataset.length - results.length;
    return {
      cases: results.length,
      figures: figuresOf(results),
      tables: [
        hitTable(results, skipped),
        repositoryTable(results),
        describeReliability(results.flatMap(({ judgements }) => judgements)),
        ...(options.fit
          ? describeFit(
              results.flatMap((r) => [...r.judgements, ...r.titleJudgements, ...r.foreignJudgements]),
            )
          : []),
      ],
    };
  },
};

async function runRepository(
  repository: string,
  cases: readonly IssueCase[],
  foreign: readonly IssueCase[],
  { repositories, home }: SuiteOptions,
): Promise<readonly CaseResult[]> {
  const gitDirectory = repositories.get(repository) ?? '';
  const naive = openNaiveSearch(
    gitDirectory,
    cases.map(({ base_commit }) => base_commit),
  );
  const selected = await openMemory({ repository: gitDirectory, home });
  const results: CaseResult[] = [];
  for (const [position, issue] of cases.entries()) {
    const other = foreign[(position * 13) % Math.max(1, foreign.length)];
    const result = await runCase(issue, other, { selected, naive });
    if (result !== undefined) results.push(result);
  }
  await selected.close();
  return results;
}

async function runCase(
  issue: IssueCase,
  other: IssueCase | undefined,
  searches: {
    readonly selected: Memory;
    readonly naive: ReturnType<typeof openNaiveSearch>;
  },
): Promise<CaseResult | undefined> {
  const asOf = issue.base_commit;
  const options = { asOf, files: 50, topK: 10 };
  try {
    const search = await searches.selected.searchCommits(issue.problem_statement, options);
    const searchAll = (query: string) =>
      searches.selected.searchCommits(query, { ...options, minimumConfidence: 0, explain: true });
    const all = await searchAll(issue.problem_statement);
    const foreign = other === undefined ? undefined : await searchAll(other.problem_statement);
    const gold = new Set(issue.gold_files);
    const rank = (paths: readonly string[]) => goldRanks(paths, issue.gold_files).first;
    return {
      issue,
      ranks: {
        selected: rank(search.files.map(({ path }) => path)),
        naive: rank(searches.naive.rankFiles(asOf, issue.problem_statement)),
      },
      judgements: judge(issue.repo, all, (path) => gold.has(path)),
      titleJudgements: [
        ...judge(issue.repo, await searchAll(titleOf(issue)), (path) => gold.has(path)),
        ...(other === undefined ? [] : judge(issue.repo, await searchAll(titleOf(other)), () => false)),
      ],
      foreignJudgements: foreign === undefined ? [] : judge(issue.repo, foreign, () => false),
      isAnswered: search.kind === 'relevant',
      isForeignAnswered: isAnswer(foreign),
    };
  } catch (fault) {
    if (!isAfterwitError(fault) || fault.code !== 'COMMIT_NOT_FOUND') throw fault;
    console.error(`${issue.instance_id}: ${fault.message}`);
    return undefined;
  }
}

/** First line of an issue: what a person would type. */
function titleOf({ problem_statement }: IssueCase): string {
  return problem_statement.trim().split('\n')[0] ?? '';
}

function judge(
  repository: string,
  { hits }: CommitSearch,
  isGold: (path: string) => boolean,
): readonly Judgement[] {
  return hits.flatMap(({ confidence, evidence, files }) =>
    evidence === undefined
      ? []
      : [{ repository, confidence, evidence, isRight: files.some(({ path }) => isGold(path)) }],
  );
}

function isAnswer(search: CommitSearch | undefined): boolean {
  return (search?.hits ?? []).some(({ confidence }) => confidence >= defaultMinimumConfidence);
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
  const judgements = results.flatMap((result) => result.judgements);
  return {
    ...figures,
    answered_share: results.filter(({ isAnswered }) => isAnswered).length / results.length,
    foreign_answered_share:
      results.filter(({ isForeignAnswered }) => isForeignAnswered).length / results.length,
    ...rankingQuality(judgements),
  };
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
