import { basename } from 'node:path';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';

/** Cases of one dataset with what was found out about each; cases that were not run are not in it. */
export interface JudgedDataset<Answer> {
  readonly name: string;
  readonly answers: readonly Answer[];
}

/** Sorts answers by dataset: datasets overlap, and a case that is in two is run once. */
export function byDataset<Answer extends { readonly issue: IssueCase }>(
  datasets: readonly string[],
  answers: readonly Answer[],
): readonly JudgedDataset<Answer>[] {
  const known = new Map(answers.map((answer) => [keyOf(answer.issue), answer]));
  return datasets.map((path) => ({
    name: basename(path).replace(/\..*$/, ''),
    answers: readIssueCases([path]).flatMap((issue) => known.get(keyOf(issue)) ?? []),
  }));
}

function keyOf({ repo, instance_id }: IssueCase): string {
  return `${repo} ${instance_id}`;
}
