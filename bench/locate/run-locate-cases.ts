import { isAfterwitError, type Memory } from '../../src/index.ts';
import type { BaselineRankings } from '../datasets/baseline-rankings.ts';
import type { IssueCase } from '../datasets/issue-cases.ts';
import { type GoldRanks, goldRanks } from '../reporting/gold-ranks.ts';
import type { SetAnswer } from './judge-sets.ts';

/** The quality of an answer. */
export interface LocateOutcome {
  readonly issue: IssueCase;
  readonly ranks: GoldRanks;
  /** The same of ChronoRepo, where its answer is known. */
  readonly baseline?: GoldRanks;
}

/** The quality of an answer, with its files. */
export interface LocateResult extends LocateOutcome, Omit<SetAnswer, 'issue'> {
  readonly topFiles: readonly string[];
}

/** How many files are asked for: those of the ceiling. */
export const locateDepth = 50;
const topFileCount = 5;
/** All of the best files are asked for: a fix may change any of them. */
const allFunctions = 100_000;

type Locator = Pick<Memory, 'locate'>;

/** Asks one memory about the issues of its repository; `missing` are those whose commit it lacks. */
export async function runLocateCases({
  memory,
  cases,
  baselines,
  functions,
}: {
  readonly memory: Locator;
  readonly cases: readonly IssueCase[];
  readonly baselines: BaselineRankings;
  /** Functions that the fix changed, by case, where they are known. */
  readonly functions: ReadonlyMap<string, readonly string[]>;
}): Promise<{ readonly found: readonly LocateResult[]; readonly missing: readonly IssueCase[] }> {
  const found: LocateResult[] = [];
  const missing: IssueCase[] = [];
  for (const issue of cases) {
    try {
      const result = await runLocateCase(memory, issue, baselines.get(issue.instance_id));
      const changed = functions.get(issue.instance_id) ?? [];
      found.push(
        changed.length === 0 ? result : { ...result, functions: await askFunctions(memory, issue, changed) },
      );
    } catch (fault) {
      if (!isAfterwitError(fault) || fault.code !== 'COMMIT_NOT_FOUND') throw fault;
      missing.push(issue);
    }
  }
  return { found, missing };
}

async function runLocateCase(
  memory: Locator,
  issue: IssueCase,
  baseline: readonly string[] | undefined,
): Promise<LocateResult> {
  const options = { asOf: issue.base_commit, topK: locateDepth };
  const { files } = await memory.locate(issue.problem_statement, options);
  const ranking = files.map(({ path }) => path);
  return {
    issue,
    ranks: goldRanks(ranking, issue.gold_files),
    ...(baseline === undefined ? {} : { baseline: goldRanks(baseline, issue.gold_files) }),
    likely: files,
    topFiles: ranking.slice(0, topFileCount),
  };
}

async function askFunctions(memory: Locator, issue: IssueCase, gold: readonly string[]) {
  const options = { asOf: issue.base_commit, functions: allFunctions };
  const { functions: found = [] } = await memory.locate(issue.problem_statement, options);
  return { found, gold };
}
