import { readJsonLines } from './json-lines.ts';

/** An issue with the files that its fix changed. */
export interface IssueCase {
  readonly instance_id: string;
  readonly repo: string;
  readonly base_commit: string;
  readonly problem_statement: string;
  readonly gold_files: readonly string[];
}

/** The cases of all datasets, each once: datasets overlap. */
export function readIssueCases(paths: readonly string[]): readonly IssueCase[] {
  const cases = paths.flatMap((path) => readJsonLines<IssueCase>(path));
  return [...new Map(cases.map((issue) => [`${issue.repo} ${issue.instance_id}`, issue])).values()];
}
