import { languageOf, pathRole } from '../../src/text/path-role.ts';
import type { IssueCase } from '../datasets/issue-cases.ts';
import { SeededRandom } from '../doors/seeded-random.ts';
import { namesFile } from './names-file.ts';
import { runGit } from './run-git.ts';

/** A question made of a past fix; `language` is what its answer is written in. */
export interface HistoryQuestion extends IssueCase {
  readonly language: string;
}

interface PastFix {
  readonly id: string;
  readonly parent: string;
  readonly subject: string;
  readonly message: string;
  readonly paths: readonly string[];
  readonly gold: readonly string[];
}

const mostGold = 5;
const mostFiles = 20;
const fewestWords = 6;
/** Only the later half of a history asks: the earlier is what there is to remember. */
const askingShare = 0.5;

/**
 * Questions made of a repository's fixes: the message asks, the source files that the fix modified are the answer, its
 * parent is what may be seen. So that the answer does not leak:
 *
 * 1. only the parent's tree and the parent's ancestors are seen;
 * 2. numbers of issues and pull requests, links, object ids and trailers are cut from the message, and so is what stands
 *    before the first colon of its subject (`fix(compiler-sfc):`, `net:`), which names a module;
 * 3. a message that has the name of a file of the answer, with or without extension or most of it, or its path or dotted
 *    module, is left out; of files such as `index.ts` or `mod.rs` their folder's name counts;
 * 4. a subject that stands in the history twice is left out: the same fix on another branch would be remembered;
 * 5. merges, chores, and fixes of more than 5 source files or 20 files in all are left out.
 *
 * @param seed which of the suitable fixes are asked about
 * @returns oldest first
 */
export function historyQuestions(
  gitDirectory: string,
  repository: string,
  count: number,
  seed: number,
): readonly HistoryQuestion[] {
  const fixes = listCommits(gitDirectory);
  const subjects = Map.groupBy(fixes, ({ subject }) => subject.replace(/\s*\(#\d+\)/g, '').toLowerCase());
  const once = new Set([...subjects.values()].filter(({ length }) => length === 1).flat());
  const suitable = fixes
    .slice(0, Math.ceil(askingShare * fixes.length))
    .filter((fix) => once.has(fix) && isSuitable(fix));
  return sample(suitable, count, seed)
    .toReversed()
    .map(({ id, parent, message, gold }) => ({
      instance_id: `history-${id}`,
      repo: repository,
      base_commit: parent,
      problem_statement: message,
      gold_files: gold,
      language: nameOfLanguage(gold[0] ?? '') ?? 'other',
    }));
}

/** In the order of the list. */
function sample<Value>(values: readonly Value[], count: number, seed: number): readonly Value[] {
  const drawn = new SeededRandom(seed).shuffle([...values.keys()]).slice(0, count);
  const chosen = new Set(drawn);
  return values.filter((_, place) => chosen.has(place));
}

function listCommits(gitDirectory: string): readonly PastFix[] {
  const format = '--format=%x01%H %P%n%B%x02';
  const log = runGit(gitDirectory, [
    'log',
    '--no-merges',
    '--date-order',
    '-M',
    '--name-status',
    format,
    'HEAD',
  ]);
  return log
    .split('\x01')
    .slice(1)
    .flatMap((block) => {
      const [head = '', listing = ''] = block.split('\x02');
      const end = head.indexOf('\n');
      const [id = '', parent, ...others] = head.slice(0, end).split(' ');
      if (parent === undefined || parent === '' || others.length > 0) return [];
      const rows = listing.split('\n').flatMap((line) => (line.includes('\t') ? [line.split('\t')] : []));
      const body = head.slice(end + 1).trim();
      const gold = rows.flatMap(([status, path = '']) => (status === 'M' && isProduct(path) ? [path] : []));
      const paths = rows.map((row) => row.at(-1) ?? '');
      return [
        { id, parent, subject: body.split('\n', 1)[0] ?? '', message: cleanMessage(body), paths, gold },
      ];
    });
}

/** Code in a language, not its configuration: what a fix is looked for in. */
function isProduct(path: string): boolean {
  return pathRole(path) === 'source' && nameOfLanguage(path) !== undefined;
}

const trailer =
  /^[A-Z][\w-]*-by:.*$|^(?:change-id|cherry.picked|backport|git-svn-id|resolves|refs?|close[sd]?|fix(?:e[sd])?):?\s+\S*#?\d+.*$/gim;
const scope = /^\s*(?:\[[^\]]*\]\s*)?[\w\-./,*@& ]{1,40}(?:\([^)]*\))?!?:\s+/;

/** A message without what an issue would not have. */
function cleanMessage(message: string): string {
  return message
    .replace(scope, '')
    .replace(trailer, '')
    .replace(/https?:\/\/\S+/g, '')
    .replace(/\b(?:GH-|#)\d+\b|\(#\d+\)/g, '')
    .replace(/#\d+/g, '')
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b/g, '')
    .trim();
}

const fixWords =
  /\b(?:fix\w*|bugs?|regress\w*|crash\w*|panic\w*|incorrect\w*|wrong\w*|errors?|fail\w*|broken|prevent\w*|avoid\w*|missing|leak\w*|ensure\w*|handle\w*)\b/i;
const choreWords =
  /\b(?:bump|release|changelog|typos?|lint\w*|eslint|clippy|checkstyle|format\w*|copyright|translations?|docs?|javadocs?|documentation|readme|revert(?:ed)?|merge|clean-?up|rename\w*|refactor\w*|comments?|spelling|ci|tests?|deps|dependenc\w+|upgrade|chore)\b/i;

function isSuitable({ subject, message, paths, gold }: PastFix): boolean {
  const words = message.match(/\p{L}{3,}/gu) ?? [];
  return (
    gold.length >= 1 &&
    gold.length <= mostGold &&
    paths.length <= mostFiles &&
    words.length >= fewestWords &&
    fixWords.test(subject) &&
    !choreWords.test(subject) &&
    !gold.some((path) => namesFile(message, path))
  );
}

/** Scripts of Kotlin's builds are no code of the project. */
function nameOfLanguage(path: string): string | undefined {
  const language = path.endsWith('.kts') ? undefined : languageOf(path);
  return language === 'tsx' ? 'typescript' : language;
}
