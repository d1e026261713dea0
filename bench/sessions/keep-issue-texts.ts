import { join } from 'node:path';
import { findStatements } from '../../src/capture/find-statements.ts';
import { readIssueCases } from '../datasets/issue-cases.ts';

const datasets = ['swe-bench-verified', 'swe-bench-lite', 'loc-bench'];

/**
 * Issue texts as users hand them to an agent: they say what is wrong, and lay nothing down. How many leave a memory all the same.
 */
export function keepIssueTexts(data: string): { readonly kept: readonly string[]; readonly of: number } {
  const issues = readIssueCases(datasets.map((name) => join(data, 'localization', `${name}.jsonl.gz`)));
  const kept = issues.flatMap(({ instance_id: id, problem_statement: text }) =>
    findStatements(text).map((statement) => `${id} [${statement.type}] ${statement.text}`),
  );
  return { kept, of: issues.length };
}
