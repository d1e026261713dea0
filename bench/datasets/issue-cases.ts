import { existsSync } from 'node:fs';
import { join } from 'node:path';
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

/** Development issues of all datasets of the real cases, each once. */
export function readDevelopmentIssues(data: string): readonly IssueCase[] {
  const names = ['swe-bench-verified', 'swe-bench-lite', 'loc-bench'];
  return readIssueCases(names.map((name) => join(data, 'localization', `${name}.jsonl.gz`)));
}

interface BaselineRow {
  readonly instance_id: string;
  readonly ranking: readonly string[];
}

/**
 * Files as ChronoRepo ranked them, best first, by instance: from `NAME.chronorepo.jsonl.gz` beside each dataset `NAME.jsonl.gz` that
 * has one.
 */
export function readBaselineRankings(datasets: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const rows = datasets
    .map((path) => path.replace(/\.jsonl(?:\.gz)?$/, '.chronorepo.jsonl.gz'))
    .filter((path, position) => path !== datasets[position] && existsSync(path))
    .flatMap((path) => readJsonLines<BaselineRow>(path));
  return new Map(rows.map(({ instance_id, ranking }) => [instance_id, ranking]));
}

/** An issue with the functions that its fix changed. */
export interface ReplayIssue {
  readonly instance_id: string;
  readonly repo: string;
  readonly base_commit: string;
  readonly issue: string;
  /** `path::Class.method`, as the fix left them: some are new. */
  readonly functions: readonly string[];
  /** Seconds since 1970 when the issue was written. */
  readonly ts: number;
}

/** The issues of `replay`, those of one repository together, oldest first; none without the data. */
export function readReplayIssues(data: string): readonly ReplayIssue[] {
  const path = join(data, 'replay', 'issues.jsonl.gz');
  const issues = existsSync(path) ? readJsonLines<ReplayIssue>(path) : [];
  return issues.toSorted((a, b) => (a.repo < b.repo ? -1 : a.repo > b.repo ? 1 : a.ts - b.ts));
}
