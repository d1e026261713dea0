import type { Memory } from '../../src/index.ts';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';
import { type GoldRanks, goldRanks, holdsAllGold } from '../reporting/gold-ranks.ts';
import { mcNemar } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import type { Figure, SuiteOptions, SuiteReport } from '../suite.ts';
import { byDataset } from './judge-datasets.ts';
import { allGoldCount, meanReciprocalRank } from './locate-figures.ts';
import { methodTable } from './method-table.ts';
import { visitRepositories } from './visit-repositories.ts';

/** Where the files of a fix are ranked when only so many of the latest commits are heard. */
interface DepthCase {
  readonly issue: IssueCase;
  /** Commits there are at its base commit. */
  readonly commitCount: number;
  readonly ranks: ReadonlyMap<number, GoldRanks>;
}

const rankedDepth = 50;
const everything = Number.POSITIVE_INFINITY;
/** Repositories with fewer commits have a short history. */
const shortHistory = 5_000;

export async function runHistoryDepths(options: SuiteOptions): Promise<SuiteReport> {
  const depths = [...new Set([...options.historyDepths, everything])].sort((a, b) => a - b);
  const cases = readIssueCases(options.datasets).filter(({ repo }) => options.repositories.has(repo));
  const answers: DepthCase[] = [];
  await visitRepositories(cases.slice(0, options.limit), options, async (memory, own) => {
    for (const issue of own) answers.push(await askAtDepths(memory, issue, depths));
  });
  const short = answers.filter(({ commitCount }) => commitCount < shortHistory);
  const long = answers.filter(({ commitCount }) => commitCount >= shortHistory);
  return {
    cases: answers.length,
    figures: figuresOf(answers, depths),
    tables: [
      ...byDataset(options.datasets, answers).map((set) => depthTable(set.name, set.answers, depths)),
      depthTable('all issues, each once', answers, depths),
      depthTable(`repositories of fewer than ${shortHistory} commits`, short, depths),
      depthTable(`repositories of ${shortHistory} commits and more`, long, depths),
      helpTable(answers, depths),
    ],
  };
}

async function askAtDepths(memory: Memory, issue: IssueCase, depths: readonly number[]): Promise<DepthCase> {
  const ranks = new Map<number, GoldRanks>();
  let commitCount = 0;
  for (const historyDepth of depths) {
    const options = { asOf: issue.base_commit, topK: rankedDepth };
    const limited = historyDepth === everything ? options : { ...options, historyDepth };
    const answer = await memory.locate(issue.problem_statement, limited);
    commitCount = Math.max(commitCount, answer.commitCount);
    const ranking = answer.files.map(({ path }) => path);
    ranks.set(historyDepth, goldRanks(ranking, issue.gold_files));
  }
  return { issue, commitCount, ranks };
}

function ranksAt(answers: readonly DepthCase[], depth: number): readonly GoldRanks[] {
  return answers.map(({ ranks }) => ranks.get(depth) as GoldRanks);
}

function nameOf(depth: number): string {
  return depth === everything ? 'all' : `${depth}`;
}

function depthTable(title: string, answers: readonly DepthCase[], depths: readonly number[]): Table {
  const methods = depths.map((depth) => {
    const cut = answers.filter(({ commitCount }) => commitCount > depth).length;
    const name = depth === everything ? 'all' : `${depth} (cuts ${cut} of ${answers.length})`;
    return { name, ranks: ranksAt(answers, depth) };
  });
  return methodTable(`${title}: latest commits heard`, methods);
}

/** What counts as right, for the comparison with no history. */
const measures: Readonly<Record<string, (ranks: GoldRanks) => boolean>> = {
  'acc@1': (ranks) => holdsAllGold(ranks, 1),
  'acc@3': (ranks) => holdsAllGold(ranks, 3),
  'acc@5': (ranks) => holdsAllGold(ranks, 5),
  'acc@10': (ranks) => holdsAllGold(ranks, 10),
  'hit@1': ({ first }) => first === 1,
};

/** Which depths are better than none, and by which measure beyond chance? */
function helpTable(answers: readonly DepthCase[], depths: readonly number[]): Table {
  const [shallowest = 0, ...deeper] = depths;
  const compare = (depth: number, isRight: (ranks: GoldRanks) => boolean) => {
    const without = ranksAt(answers, shallowest).map(isRight);
    const given = ranksAt(answers, depth).map(isRight);
    const wins = given.filter((right, place) => right && without[place] === false).length;
    const losses = given.filter((right, place) => !right && without[place] === true).length;
    return `${wins}/${losses}, p ${mcNemar(wins, losses).toPrecision(2)}`;
  };
  return {
    title: `Does a history help? Wins and losses against ${nameOf(shallowest)} commits, exact McNemar`,
    columns: ['latest commits', ...Object.keys(measures)],
    rows: deeper.map((depth) => [
      nameOf(depth),
      ...Object.values(measures).map((isRight) => compare(depth, isRight)),
    ]),
  };
}

function figuresOf(answers: readonly DepthCase[], depths: readonly number[]): Record<string, Figure> {
  return Object.fromEntries(
    depths.flatMap((depth) => {
      const ranks = ranksAt(answers, depth);
      return [
        [`depth_${nameOf(depth)}.acc_at_5`, allGoldCount(ranks, 5) / ranks.length],
        [`depth_${nameOf(depth)}.mrr_at_10`, meanReciprocalRank(ranks)],
      ];
    }),
  );
}
