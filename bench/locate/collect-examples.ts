import { isAfterwitError, type LocateStrengths, type Memory } from '../../src/index.ts';
import { featureNames } from '../../src/locate/features.ts';
import { poolSize } from '../../src/locate/rank-files.ts';
import type { ListwiseExample } from '../../src/numeric/fit-listwise.ts';
import type { IssueCase } from '../datasets/issue-cases.ts';

/** An issue with the features of its likeliest files, to train on or to rank anew. */
export interface LocateExample extends ListwiseExample {
  readonly issue: IssueCase;
  /** Row by row of {@link rows}. */
  readonly files: readonly string[];
  readonly strengths: LocateStrengths;
}

/** Asks a memory about issues with the shipped weights; those whose commit it lacks are left out. */
export async function collectExamples(
  memory: Pick<Memory, 'locate'>,
  cases: readonly IssueCase[],
): Promise<readonly LocateExample[]> {
  const examples: LocateExample[] = [];
  for (const issue of cases) {
    try {
      const options = { asOf: issue.base_commit, topK: poolSize, explain: true, weights: 'shipped' } as const;
      const { files, strengths } = await memory.locate(issue.problem_statement, options);
      const gold = new Set(issue.gold_files);
      examples.push({
        issue,
        strengths: strengths as LocateStrengths,
        files: files.map(({ path }) => path),
        rows: Float64Array.from(
          files.flatMap(({ features = {} }) => featureNames.map((name) => features[name] ?? 0)),
        ),
        right: [...files.keys()].filter((row) => gold.has(files[row]?.path ?? '')),
      });
    } catch (fault) {
      if (!isAfterwitError(fault) || fault.code !== 'COMMIT_NOT_FOUND') throw fault;
    }
  }
  return examples;
}
