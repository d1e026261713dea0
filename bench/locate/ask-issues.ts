import { basename } from 'node:path';
import type { LocatedFile, LocatedFunction } from '../../src/index.ts';
import {
  type IssueCase,
  readBaselineRankings,
  readIssueCases,
  readReplayIssues,
} from '../datasets/issue-cases.ts';
import {
  countWins,
  type GoldRanks,
  goldRanks,
  holdsAllGold,
  isFirst,
  meanReciprocalRank,
  methodTable,
  pairedDepth,
  prefixed,
  rankFigures,
} from '../reporting/gold-ranks.ts';
import { rate } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import { type Figure, notRun, type SuiteOptions, type SuiteReport } from '../suite.ts';
import { setFigures, setTable } from './judge-sets.ts';
import { askAll, visitRepositories } from './visit-repositories.ts';

/** The quality of an answer, with its files. */
export interface LocateResult {
  readonly issue: IssueCase;
  readonly ranks: GoldRanks;
  /** The same of ChronoRepo, where its answer is known. */
  readonly baseline?: GoldRanks;
  readonly likely: readonly LocatedFile[];
  readonly functions?: { readonly found: readonly LocatedFunction[]; readonly gold: readonly string[] };
}

/** How many files are asked for: those of the ceiling. */
const locateDepth = 50;
/** All of the best files are asked for: a fix may change any of them. */
const allFunctions = 100_000;
/** From here on, fixes are counted together. */
const manyFiles = 3;
const title = 'acc@k: all gold files among the first k; hit@1: one of them first (95 % interval)';

/** Does locate name the files that the fix of an issue changes? */
export async function askIssues(options: SuiteOptions): Promise<SuiteReport> {
  const { data, datasets, repositories, limit } = options;
  const baselines = readBaselineRankings(datasets);
  const functions = new Map(readReplayIssues(data).map((issue) => [issue.instance_id, issue.functions]));
  const all = readIssueCases(datasets);
  const available = all.filter(({ repo }) => repositories.has(repo));
  const results = await visitRepositories(available.slice(0, limit), options, async (memory, own) =>
    askAll(own, async (issue): Promise<LocateResult> => {
      const { base_commit: asOf, problem_statement: text, gold_files } = issue;
      const { files: likely } = await memory.locate(text, { asOf, topK: locateDepth });
      const ranking = likely.map(({ path }) => path);
      const baseline = baselines.get(issue.instance_id);
      const answer = {
        ...{ issue, likely, ranks: goldRanks(ranking, gold_files) },
        ...(baseline === undefined ? {} : { baseline: goldRanks(baseline, gold_files) }),
      };
      const gold = functions.get(issue.instance_id) ?? [];
      if (gold.length === 0) return answer;
      const { functions: found = [] } = await memory.locate(text, { asOf, functions: allFunctions });
      return { ...answer, functions: { found, gold } };
    }),
  );
  console.error(
    `not run: ${all.length - available.length} of repositories that --repos lacks, ${available.length - results.length} beyond --limit or without their commit`,
  );
  const groups = datasets.length === 1 ? [] : byDataset(datasets, results);
  const figuresOfGroups = groups.map(({ name, answers }) => prefixed(name, figuresOf(answers)));
  const titled = groups.flatMap(({ name, answers }) =>
    tablesOf(answers).map((table) => ({ ...table, title: `${name}: ${table.title}` })),
  );
  return {
    cases: results.length,
    figures: Object.assign(figuresOf(results), ...figuresOfGroups),
    tables: groups.length === 0 ? tablesOf(results) : titled,
  };
}

/** Answers by dataset: datasets overlap, and a case that is in two is run once. */
export function byDataset<Answer extends { readonly issue: IssueCase }>(
  datasets: readonly string[],
  answers: readonly Answer[],
) {
  const keyOf = ({ repo, instance_id }: IssueCase) => `${repo} ${instance_id}`;
  const known = new Map(answers.map((answer) => [keyOf(answer.issue), answer]));
  return datasets.map((path) => ({
    name: basename(path).replace(/\..*$/, ''),
    answers: readIssueCases([path]).flatMap((issue) => known.get(keyOf(issue)) ?? []),
  }));
}

/** The cases that ChronoRepo answered too. */
function pairsOf(results: readonly LocateResult[]) {
  const pairs = results.filter(({ baseline }) => baseline !== undefined);
  const [ours, theirs] = [pairs.map(({ ranks }) => ranks), pairs.map((one) => one.baseline as GoldRanks)];
  return { ours, theirs, ...countWins(ours, theirs) };
}

/** How good rankings and sets are, the ceiling, and the cases that only one of ours and ChronoRepo has right. */
export function figuresOf(results: readonly LocateResult[]): Record<string, Figure> {
  const ranks = results.map((result) => result.ranks);
  const { ours, wins, losses } = pairsOf(results);
  const ceiling = ranks.filter((own) => holdsAllGold(own, locateDepth)).length / ranks.length;
  return {
    ...rankFigures(ranks),
    [`ceiling_at_${locateDepth}`]: ranks.length === 0 ? notRun : ceiling,
    paired_wins: ours.length === 0 ? notRun : wins,
    paired_losses: ours.length === 0 ? notRun : losses,
    ...setFigures(results),
  };
}

export function tablesOf(results: readonly LocateResult[]): readonly Table[] {
  const { ours, theirs } = pairsOf(results);
  const afterwit = (ranks: readonly GoldRanks[]) => ({ name: 'afterwit', ranks });
  const both = [afterwit(ours), { name: 'ChronoRepo', ranks: theirs }];
  const all = [afterwit(results.map(({ ranks }) => ranks))];
  return [
    ...(ours.length === results.length ? [] : [methodTable(title, all, locateDepth)]),
    ...(ours.length === 0
      ? []
      : [methodTable(`${title}; the ${ours.length} that ChronoRepo answered`, both, locateDepth)]),
    groupTable('repository', results, ({ issue }) => issue.repo),
    groupTable('number of gold files', results, ({ issue }) =>
      issue.gold_files.length < manyFiles ? `${issue.gold_files.length}` : `${manyFiles}+`,
    ),
    setTable(results),
  ];
}

function groupTable(
  what: string,
  results: readonly LocateResult[],
  groupOf: (result: LocateResult) => string,
): Table {
  const groups = [...Map.groupBy(results, groupOf)].sort(([a], [b]) => a.localeCompare(b));
  type Group = (typeof groups)[number];
  const within = (depth: number) => (group: Group) =>
    rate(group[1], ({ ranks }) => holdsAllGold(ranks, depth));
  return tableOf(`By ${what}`, groups, {
    [what]: ([name]) => name,
    n: ([, own]) => own.length,
    ...Object.fromEntries([1, 5, 10].map((depth) => [`acc@${depth}`, within(depth)])),
    'hit@1': ([, own]) => rate(own, ({ ranks }) => isFirst(ranks)),
    'mrr@10': ([, own]) => meanReciprocalRank(own.map(({ ranks }) => ranks)).toFixed(2),
    [`ChronoRepo acc@${pairedDepth}`]: ([, own]) =>
      rate(pairsOf(own).theirs, (ranks) => holdsAllGold(ranks, pairedDepth)),
  });
}
