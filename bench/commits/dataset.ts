import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** An issue with the files that its fix changed. */
export interface IssueCase {
  readonly instance_id: string;
  readonly repo: string;
  readonly base_commit: string;
  readonly problem_statement: string;
  readonly gold_files: readonly string[];
}

export function readDataset(path: string): readonly IssueCase[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as IssueCase);
}
