import type { Memory } from '../../src/index.ts';
import { fuseRankings } from '../../src/numeric/rankings.ts';
import { termsOf } from '../../src/text/terms.ts';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';
import { goldRanks } from '../reporting/gold-ranks.ts';
import { type Figure, notRun, type SuiteOptions, type SuiteReport } from '../suite.ts';
import { byDataset, type JudgedDataset } from './judge-datasets.ts';
import { allGoldCount } from './locate-figures.ts';
import { methodTable } from './method-table.ts';
import { pastFeatures } from './past-features.ts';
import { openTokenSearch } from './token-search.ts';
import { type LocateTrace, rerank, traceCase, weightsOf } from './trace-cases.ts';
import { visitRepositories } from './visit-repositories.ts';

/** An issue as each side alone would answer it. */
interface AblatedCase {
  readonly issue: IssueCase;
  readonly trace: LocateTrace;
  /** Files whose summaries are about it. */
  readonly summarised: readonly string[];
  /** By BM25 over whole files. */
  readonly plain: readonly string[];
}

/** Coupled files are looked up for each hit, so no more are asked for than count. */
const summaryDepth = 10;
const rankedDepth = 50;

/** Rankings by each side of the evidence: code, past commits (episodic), summaries of hot files (semantic). */
const methods: Readonly<Record<string, (ablated: AblatedCase) => readonly string[]>> = {
  'both: code and past (as it is)': ({ trace }) => trace.files,
  'code only': ({ trace }) =>
    rerank(
      trace,
      weightsOf((name) => !pastFeatures.has(name)),
    ),
  'episodic only: past commits': ({ trace }) =>
    rerank(
      trace,
      weightsOf((name) => pastFeatures.has(name)),
    ),
  'semantic only: summaries of hot files': ({ summarised }) => summarised,
  'code and semantic, fused': ({ trace, summarised }) =>
    fuse(
      rerank(
        trace,
        weightsOf((name) => !pastFeatures.has(name)),
      ),
      summarised,
    ),
  'all three, fused': ({ trace, summarised }) => fuse(trace.files, summarised),
  'plain BM25 by identifier parts': ({ plain }) => plain,
};

/** Ranks added up; summaries are few, and say less than the rest. */
function fuse(ranking: readonly string[], summarised: readonly string[]): readonly string[] {
  const scores = fuseRankings([
    { candidates: ranking.slice(0, rankedDepth), weight: 3 },
    { candidates: summarised, weight: 1 },
  ]);
  return [...scores].sort(([, a], [, b]) => b - a).map(([path]) => path);
}

export async function runAblation(options: SuiteOptions): Promise<SuiteReport> {
  const cases = readIssueCases(options.datasets).filter(({ repo }) => options.repositories.has(repo));
  const ablated: AblatedCase[] = [];
  await visitRepositories(cases.slice(0, options.limit), options, async (memory, own, path) => {
    const search = openTokenSearch(path, termsOf);
    const plainly = ({ base_commit, problem_statement }: IssueCase) =>
      search.rankFiles(base_commit, problem_statement);
    for (const issue of own) ablated.push(...(await ablate(memory, issue, plainly)));
  });
  const datasets = byDataset(options.datasets, ablated);
  return {
    cases: ablated.length,
    figures: Object.assign({}, ...datasets.map(figuresOf)),
    tables: [...datasets, { name: 'all, each once', answers: ablated }].map(({ name, answers }) =>
      methodTable(
        `${name}: ${answers.length} issues, each side by itself`,
        Object.entries(methods).map(([method, rank]) => ({
          name: method,
          ranks: answers.map((one) => goldRanks(rank(one), one.issue.gold_files)),
        })),
      ),
    ),
  };
}

async function ablate(
  memory: Memory,
  issue: IssueCase,
  plainly: (issue: IssueCase) => readonly string[],
): Promise<readonly AblatedCase[]> {
  const trace = await traceCase(memory, issue);
  if (trace === undefined) return [];
  const { base_commit: asOf, problem_statement: text } = issue;
  const { hits } = await memory.searchSummaries(text, { asOf, topK: summaryDepth });
  return [
    {
      issue,
      trace,
      summarised: hits.map(({ summary }) => summary.path),
      plain: plainly(issue),
    },
  ];
}

function figuresOf({ name, answers }: JudgedDataset<AblatedCase>): Record<string, Figure> {
  const share = (rank: ((one: AblatedCase) => readonly string[]) | undefined): Figure => {
    if (rank === undefined || answers.length === 0) return notRun;
    const ranks = answers.map((one) => goldRanks(rank(one), one.issue.gold_files));
    return allGoldCount(ranks, 5) / answers.length;
  };
  return {
    [`${name}.both_acc_at_5`]: share(methods['both: code and past (as it is)']),
    [`${name}.code_acc_at_5`]: share(methods['code only']),
    [`${name}.episodic_acc_at_5`]: share(methods['episodic only: past commits']),
    [`${name}.semantic_acc_at_5`]: share(methods['semantic only: summaries of hot files']),
  };
}
