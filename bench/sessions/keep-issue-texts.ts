import { join } from 'node:path';
import { findStatements } from '../../src/capture/find-statements.ts';
import { readIssueCases } from '../datasets/issue-cases.ts';

const datasets = ['swe-bench-verified', 'swe-bench-lite', 'loc-bench'];

/**
 * Issue texts that users give to an agent, which describe a fault and state no rule, and those that still leave a memory.
 */
export function keepIssueTexts(data: string): { readonly kept: readonly string[]; readonly of: number } {
  const issues = readIssueCases(datasets.map((name) => join(data, 'localization', `${name}.jsonl.gz`)));
  const kept = issues.flatMap(({ instance_id: id, problem_statement: text }) =>
    findStatements(text).map((statement) => `${id} [${statement.type}] ${statement.text}`),
  );
  return { kept, of: issues.length };
}
