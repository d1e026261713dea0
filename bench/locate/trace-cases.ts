import { isAfterwitError, type LocateStrengths, type Memory } from '../../src/index.ts';
import { scoreExample } from '../../src/locate/adapt-weights.ts';
import { featureNames, features } from '../../src/locate/features.ts';
import type { IssueCase } from '../datasets/issue-cases.ts';
import { type GoldRanks, goldRanks } from '../reporting/gold-ranks.ts';
import type { LocateExample } from './collect-examples.ts';

/** A question with the features of every candidate, as ranked: what other rankers would have made of it can be computed. */
export interface LocateTrace extends LocateExample {
  readonly commitCount: number;
}

/** Everything that is in any tree. */
const everyFile = 1_000_000;

/** Asks a memory about an issue; undefined when it lacks the commit. */
export async function traceCase(
  memory: Pick<Memory, 'locate'>,
  issue: IssueCase,
): Promise<LocateTrace | undefined> {
  try {
    const options = { asOf: issue.base_commit, topK: everyFile, explain: true };
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

export const shippedWeights: readonly number[] = featureNames.map((name) => features[name].weight);

/** Files by a weighted sum of their features, best first; of equal ones by path, so that the product's order does not leak in. */
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
