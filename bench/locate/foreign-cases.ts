import type { IssueCase } from '../datasets/issue-cases.ts';

/** Steps through the other repositories' issues, so that neighbours do not get the same. */
const foreignStride = 37;

/** Issues of other repositories asked at the base commits of a repository's own: nothing is right for them. */
export function foreignCases(own: readonly IssueCase[], all: readonly IssueCase[]): readonly IssueCase[] {
  const others = all.filter(({ repo }) => repo !== own[0]?.repo);
  return own.flatMap((issue, position) => {
    const other = others[(position * foreignStride) % Math.max(1, others.length)];
    return other === undefined
      ? []
      : [{ ...issue, problem_statement: other.problem_statement, gold_files: [] }];
  });
}
