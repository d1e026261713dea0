import {
  latestFixes,
  type PastCommit,
  type PastFix,
  poseQuestion,
  quotedLines,
  quotedTests,
} from '../../src/history/past-fixes.ts';
import type { CommitId } from '../../src/index.ts';
import type { IssueCase } from '../datasets/issue-cases.ts';
import { runGit } from './run-git.ts';

/** Commits looked through, and how many of the latest suitable ones the most telling are chosen from, per case. */
const mostCommits = 20_000;
const choicePerCase = 4;

/**
 * Questions made of a repository's own past fixes, by the rules of `history/past-fixes.ts`. Nothing of `before` or later is
 * used.
 *
 * @param repository a git directory
 * @param before the oldest base commit of any benchmark
 */
export function mineCases(
  repository: string,
  slug: string,
  before: string,
  count: number,
): readonly IssueCase[] {
  const latest = latestFixes(listCommits(repository, before), count * choicePerCase);
  return chooseFixes(latest, count).map((fix) => ({
    instance_id: `history-${fix.id}`,
    repo: slug,
    base_commit: fix.parent,
    problem_statement: poseQuestion(fix, readTestPatch(repository, fix)),
    gold_files: fix.sources,
  }));
}

const fixWords =
  /\b(?:fix\w*|bug\w*|issue\w*|error\w*|crash\w*|regress\w*|wrong\w*|incorrect\w*|handle\w*|rais\w+|exception\w*|fail\w*|broken|support\w*|allow\w*|missing|prevent\w*|avoid\w*|ensure\w*|add\w*|improve\w*)\b/i;
const longMessage = 120;

/** The fixes most like an issue, in the order given: about a fault, with a test and a longer message. */
export function chooseFixes(fixes: readonly PastFix[], count: number): readonly PastFix[] {
  const worthOf = ({ message, tests }: PastFix) =>
    (fixWords.test(message) ? 1 : 0) + (tests.length > 0 ? 1 : 0) + (message.length > longMessage ? 0.5 : 0);
  const best = new Set(fixes.toSorted((a, b) => worthOf(b) - worthOf(a)).slice(0, count));
  return fixes.filter((fix) => best.has(fix));
}

/** The oldest of some commits. */
export function oldestCommit(repository: string, commits: readonly string[]): string {
  const listed = runGit(repository, ['log', '--no-walk', '--format=%H', '--date-order', ...new Set(commits)]);
  return listed.trim().split('\n').at(-1) ?? '';
}

function readTestPatch(repository: string, fix: PastFix): string {
  if (quotedLines(fix) === 0) return '';
  return runGit(repository, ['diff', '-U0', fix.parent, fix.id, '--', ...quotedTests(fix)]);
}

const statuses = { A: 'added', M: 'modified', D: 'deleted' } as const;

function listCommits(repository: string, before: string): readonly PastCommit[] {
  const log = runGit(repository, [
    'log',
    '--no-merges',
    '-M',
    '--name-status',
    '-n',
    `${mostCommits}`,
    '--format=%x01%H %P%n%B%x02',
    `${before}^`,
  ]);
  return log.split('\x01').slice(1).map(readBlock);
}

function readBlock(block: string): PastCommit {
  const [head = '', listing = ''] = block.split('\x02');
  const end = head.indexOf('\n');
  const [id, ...parents] = head.slice(0, end).split(' ').filter(Boolean) as CommitId[];
  const rows = listing.split('\n').filter((line) => line.includes('\t'));
  return {
    id: id as CommitId,
    parents,
    message: head.slice(end + 1),
    changes: rows.map((row) => {
      const [letter = '', path = ''] = row.split('\t');
      return { status: statuses[letter as keyof typeof statuses] ?? 'renamed', path };
    }),
  };
}
