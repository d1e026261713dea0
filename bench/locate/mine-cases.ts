import { execFileSync } from 'node:child_process';
import { pathRole } from '../../src/text/path-role.ts';
import type { IssueCase } from '../datasets/issue-cases.ts';

/** A past fix as it stands in the log. */
interface PastFix {
  readonly id: string;
  readonly parent: string;
  readonly message: string;
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

/** Commits looked through, and how many of the latest suitable ones the most telling are chosen from, per case. */
const mostCommits = 20_000;
const choicePerCase = 4;
const mostSources = 5;
const mostFiles = 20;
const fewestWords = 5;
const maximumBuffer = 1 << 30;

/**
 * Questions made of a repository's own past fixes: the message asks, the source files that the commit modified are the
 * answer, its parent is what may be seen. Two in three of those that changed tests get lines the tests gained as a
 * pseudo-reproduction. Nothing of `before` or later is used, and no message that names a file of the answer.
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
  const suitable = listFixes(repository, before).filter(isSuitable);
  return suitable
    .slice(0, count * choicePerCase)
    .map((fix) => ({ fix, worth: worthOf(fix) }))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, count)
    .map(({ fix }) => ({
      instance_id: `history-${fix.id}`,
      repo: slug,
      base_commit: fix.parent,
      problem_statement: askLike(repository, fix),
      gold_files: fix.sources,
    }));
}

/** The oldest of some commits. */
export function oldestCommit(repository: string, commits: readonly string[]): string {
  const listed = git(repository, ['log', '--no-walk', '--format=%H', '--date-order', ...new Set(commits)]);
  return listed.trim().split('\n').at(-1) ?? '';
}

function git(repository: string, words: readonly string[]): string {
  return execFileSync('git', ['--git-dir', repository, '-c', 'core.quotepath=off', ...words], {
    encoding: 'utf8',
    maxBuffer: maximumBuffer,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function listFixes(repository: string, before: string): readonly PastFix[] {
  const format = '--format=%x01%H %P%n%B%x02';
  const log = git(repository, [
    'log',
    '--no-merges',
    '-M',
    '--name-status',
    '-n',
    `${mostCommits}`,
    format,
    `${before}^`,
  ]);
  return log
    .split('\x01')
    .slice(1)
    .flatMap((block) => {
      const [head = '', listing = ''] = block.split('\x02');
      const end = head.indexOf('\n');
      const [id = '', parent, ...others] = head.slice(0, end).split(' ');
      const rows = listing.split('\n').flatMap((line) => (line.includes('\t') ? [line.split('\t')] : []));
      if (parent === undefined || parent === '' || others.length > 0 || rows.length > mostFiles) return [];
      const changed = (role: string, statuses: string) =>
        rows.flatMap(([status = '', path = '']) =>
          statuses.includes(status) && pathRole(path) === role ? [path] : [],
        );
      const fix = { id, parent, message: cleanMessage(head.slice(end + 1)) };
      return [{ ...fix, sources: changed('source', 'M'), tests: changed('test', 'MA') }];
    });
}

const noise =
  /^(?:co-authored-by|signed-off-by|reviewed-by|closes?|git-svn-id|backport of|change-id|piperorigin)\b.*$/gim;
const closing = /^(?:\[[^\]]*\]\s*)?(?:fixed|fixes|refs|closes?|fix)\s+#\d+(?:,\s*#\d+)*\s*(?:--|:|-)?\s*/gim;

/** A message without what an issue would not have: signatures, and numbers that lead to the fix. */
function cleanMessage(message: string): string {
  return message
    .replace(noise, '')
    .replace(closing, '')
    .replace(/\(?#\d+\)?/g, '')
    .trim();
}

const fixWords =
  /\b(?:fix\w*|bug\w*|issue\w*|error\w*|crash\w*|regress\w*|wrong\w*|incorrect\w*|handle\w*|rais\w+|exception\w*|fail\w*|broken|support\w*|allow\w*|missing|prevent\w*|avoid\w*|ensure\w*|add\w*|improve\w*)\b/i;
const choreWords =
  /\b(?:bump|release|version|changelog|typos?|pep8|flake8|lint|isort|black|whitespace|copyright|translations?|docs?|docstrings?|documentation|revert(?:ed)?|merge|cleanup|rename\w*|refactor\w*|comments?|spelling|backport|pre-commit|ci)\b/i;

function isSuitable({ message, sources }: PastFix): boolean {
  const subject = message.split('\n', 1)[0] ?? '';
  const words = message.match(/[A-Za-z]{3,}/g) ?? [];
  return (
    sources.length >= 1 &&
    sources.length <= mostSources &&
    words.length >= fewestWords &&
    !choreWords.test(subject) &&
    !sources.some((path) => namesFile(message, path))
  );
}

/** Whether a text has a file's name or its dotted module. */
function namesFile(text: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const module = path.replace(/\.[^./]+$/, '').replaceAll('/', '.');
  return text.includes(name) || text.includes(module);
}

const longMessage = 120;

function worthOf({ message, tests }: PastFix): number {
  return (
    (fixWords.test(message) ? 1 : 0) + (tests.length > 0 ? 1 : 0) + (message.length > longMessage ? 0.5 : 0)
  );
}

const shortLines = 15;
const longLines = 45;
const mostTests = 3;

function askLike(repository: string, { id, parent, message, tests, sources }: PastFix): string {
  const kind = Number.parseInt(id.slice(0, 8), 16) % 3;
  if (kind === 0 || tests.length === 0) return message;
  const patch = git(repository, ['diff', '-U0', parent, id, '--', ...tests.slice(0, mostTests)]);
  const lines = patch
    .split('\n')
    .filter((line) => /^\+(?!\+\+).*\S/.test(line))
    .map((line) => line.slice(1))
    .filter((line) => !sources.some((path) => namesFile(line, path)));
  const code = lines.slice(0, kind === 1 ? shortLines : longLines).join('\n');
  return `${message}\n\n\`\`\`python\n${code}\n\`\`\`\n`;
}
