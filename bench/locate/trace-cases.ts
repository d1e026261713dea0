import { isAfterwitError, type LocateStrengths, type Memory } from '../../src/index.ts';
import { scoreExample } from '../../src/locate/adapt-weights.ts';
import { type FeatureName, featureNames, features } from '../../src/locate/features.ts';
import { poolSize } from '../../src/locate/rank-files.ts';
import type { ListwiseExample } from '../../src/numeric/fit-listwise.ts';
import type { IssueCase } from '../datasets/issue-cases.ts';
import { type GoldRanks, goldRanks } from '../reporting/gold-ranks.ts';

/** A question with the features of its files as ranked, to train on or to rank anew. */
export interface LocateTrace extends ListwiseExample {
  readonly issue: IssueCase;
  /** Row by row of {@link rows}. */
  readonly files: readonly string[];
  readonly strengths: LocateStrengths;
  readonly commitCount: number;
}

/** Everything that is in any tree. */
const everyFile = 1_000_000;

/** Asks a memory about an issue with the shipped weights; undefined when it lacks the commit. */
export async function traceCase(
  memory: Pick<Memory, 'locate'>,
  issue: IssueCase,
  topK = everyFile,
): Promise<LocateTrace | undefined> {
  try {
    const options = { asOf: issue.base_commit, topK, explain: true, weights: 'shipped' } as const;
    const { files, strengths, commitCount } = await memory.locate(issue.problem_statement, options);
    const gold = new Set(issue.gold_files);
    const rows = new Float64Array(files.length * featureNames.length);
    files.forEach(({ features: values = {} }, row) => {
      featureNames.forEach((name, i) => {
        rows[row * featureNames.length + i] = values[name] ?? 0;
      });
    });
    return {
      issue,
      commitCount,
      strengths: strengths as LocateStrengths,
      files: files.map(({ path }) => path),
      rows,
      right: [...files.keys()].filter((row) => gold.has(files[row]?.path ?? '')),
    };
  } catch (fault) {
    if (isAfterwitError(fault) && fault.code === 'COMMIT_NOT_FOUND') return undefined;
    throw fault;
  }
}

/** The likeliest files of each issue; issues whose commit the memory lacks are left out. */
export async function tracePools(
  memory: Pick<Memory, 'locate'>,
  cases: readonly IssueCase[],
): Promise<readonly LocateTrace[]> {
  const traces: LocateTrace[] = [];
  for (const issue of cases) {
    const trace = await traceCase(memory, issue, poolSize);
    if (trace !== undefined) traces.push(trace);
  }
  return traces;
}

/** The shipped weights of some features; the others weigh 0. */
export function weightsOf(isHeard: (name: FeatureName) => boolean): readonly number[] {
  return featureNames.map((name) => (isHeard(name) ? features[name].weight : 0));
}

/** Files by a weighted sum of their features, best first, equal ones by path, so that the product's order does not leak in. */
export function rerank(trace: LocateTrace, weights: readonly number[]): readonly string[] {
  const scores = scoreExample(trace, weights);
  const { files } = trace;
  const before = (a: number, b: number) => ((files[a] as string) < (files[b] as string) ? -1 : 1);
  return [...files.keys()]
    .sort((a, b) => (scores[b] as number) - (scores[a] as number) || before(a, b))
    .map((row) => files[row] as string);
}

export function rankGold({ issue }: LocateTrace, ranking: readonly string[]): GoldRanks {
  return goldRanks(ranking, issue.gold_files);
}
