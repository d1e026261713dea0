import { join } from 'node:path';
import { readJsonLines } from './json-lines.ts';

/** An issue with the functions that its fix changed. */
export interface ReplayIssue {
  readonly instance_id: string;
  readonly repo: string;
  readonly base_commit: string;
  readonly issue: string;
  /** Files that the fix changed. */
  readonly files: readonly string[];
  /** `path::Class.method`, as the fix left them: some are new. */
  readonly functions: readonly string[];
  /** Seconds since 1970 when the issue was written; absent for questions made of a history. */
  readonly ts?: number;
}

/** The issues of `replay`, those of one repository together, oldest first. */
export function readReplayIssues(data: string): readonly ReplayIssue[] {
  const issues = readJsonLines<ReplayIssue>(join(data, 'replay', 'issues.jsonl.gz'));
  return issues.toSorted((a, b) => (a.repo < b.repo ? -1 : a.repo > b.repo ? 1 : (a.ts ?? 0) - (b.ts ?? 0)));
}
