import type { CommitId, CommitRecord } from '../model/repository.ts';
import { pathRole } from '../text/path-role.ts';

/** The fields of a commit that are needed. */
export type PastCommit = Pick<CommitRecord, 'id' | 'parents' | 'message' | 'changes'>;

/**
 * A past commit used as a question with a known answer: its message is the question, its changed files are the answer.
 */
export interface PastFix {
  readonly id: CommitId;
  /** Commit whose tree is searched, so that the fix itself is not visible. */
  readonly parent: CommitId;
  /** The message without the parts that an issue would not have: signatures, and numbers that lead to the fix. */
  readonly message: string;
  /** Source files that it modified; added files did not exist before. */
  readonly sources: readonly string[];
  /** Tests it added or modified. */
  readonly tests: readonly string[];
}

const mostSources = 5;
const mostFiles = 20;
const fewestWords = 5;

/**
 * Reads a commit as a question with a known answer. Undefined for a merge, a chore, a commit with too many files, or a
 * message that gives the answer away by naming a file or its dotted module.
 */
export function readPastFix({ id, parents, message, changes }: PastCommit): PastFix | undefined {
  const [parent, ...others] = parents;
  if (parent === undefined || others.length > 0 || changes.length > mostFiles) return undefined;
  const pathsOf = (role: string, statuses: readonly string[]) =>
    changes.flatMap(({ status, path }) =>
      statuses.includes(status) && pathRole(path) === role ? [path] : [],
    );
  const sources = pathsOf('source', ['modified']);
  const asked = withoutTraces(message);
  if (sources.length === 0 || sources.length > mostSources || !asksSomething(asked)) return undefined;
  if (sources.some((path) => namesFile(asked, path))) return undefined;
  return { id, parent, message: asked, sources, tests: pathsOf('test', ['modified', 'added']) };
}

const trailer =
  /^(?:co-authored-by|signed-off-by|reviewed-by|closes?|git-svn-id|backport of|change-id|piperorigin)\b.*$/gim;
const closing = /^(?:\[[^\]]*\]\s*)?(?:fixed|fixes|refs|closes?|fix)\s+#\d+(?:,\s*#\d+)*\s*(?:--|:|-)?\s*/gim;

function withoutTraces(message: string): string {
  return message
    .replace(trailer, '')
    .replace(closing, '')
    .replace(/\(?#\d+\)?/g, '')
    .trim();
}

const choreWords =
  /\b(?:bump|release|version|changelog|typos?|pep8|flake8|lint|isort|black|whitespace|copyright|translations?|docs?|docstrings?|documentation|revert(?:ed)?|merge|cleanup|rename\w*|refactor\w*|comments?|spelling|backport|pre-commit|ci)\b/i;

function asksSomething(message: string): boolean {
  const subject = message.split('\n', 1)[0] ?? '';
  return (message.match(/[A-Za-z]{3,}/g) ?? []).length >= fewestWords && !choreWords.test(subject);
}

/** Whether a text contains a file's name or its dotted module. */
function namesFile(text: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const module = path.replace(/\.[^./]+$/, '').replaceAll('/', '.');
  return text.includes(name) || text.includes(module);
}

/**
 * The latest fixes that can be asked about, latest first.
 * @param commits the latest first; read no further than needed
 */
export function latestFixes(commits: Iterable<PastCommit>, count: number): readonly PastFix[] {
  const latest: PastFix[] = [];
  for (const commit of commits) {
    if (latest.length >= count) break;
    const fix = readPastFix(commit);
    if (fix !== undefined) latest.push(fix);
  }
  return latest;
}

const shortLines = 15;
const longLines = 45;
const mostTests = 3;

/**
 * Maximum number of test lines that a fix's question quotes: none for a third of the fixes, few for a third, many for
 * the rest.
 */
export function quotedLines({ id, tests }: PastFix): number {
  if (tests.length === 0) return 0;
  return [0, shortLines, longLines][Number.parseInt(id.slice(0, 8), 16) % 3] ?? 0;
}

/** Tests whose added lines may be quoted. */
export function quotedTests({ tests }: PastFix): readonly string[] {
  return tests.slice(0, mostTests);
}

/**
 * A fix written like an issue: its message, and added test lines as a pseudo-reproduction.
 * @param testPatch patch of {@link quotedTests}; lines that name a changed file are left out
 */
export function poseQuestion(fix: PastFix, testPatch: string): string {
  const count = quotedLines(fix);
  if (count === 0) return fix.message;
  const lines = testPatch
    .split('\n')
    .filter((line) => /^\+(?!\+\+).*\S/.test(line))
    .map((line) => line.slice(1))
    .filter((line) => !fix.sources.some((path) => namesFile(line, path)));
  return `${fix.message}\n\n\`\`\`\n${lines.slice(0, count).join('\n')}\n\`\`\`\n`;
}
