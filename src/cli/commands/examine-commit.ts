import * as operations from '../../api/operations.ts';
import type { CommitExamination, LinkedIssue, RelatedCommit } from '../../model/answers/commit-answers.ts';
import type { CommitPatch, FileChange, FilePatch } from '../../model/repository.ts';
import { countOf, formatBytes } from '../../wording/formats.ts';
import { ask, inputOf } from '../ask.ts';
import {
  type Block,
  blank,
  bold,
  cyan,
  date,
  dim,
  field,
  green,
  indent,
  joined,
  listing,
  type Part,
  red,
  row,
  section,
  shortId,
  text,
  title,
  unbroken,
  whenShown,
  yellow,
} from '../page.ts';
import type { Answer, Session } from '../session.ts';
import { splitLines } from '../terminal/line.ts';

const shownIssueLines = 30;
const shownOtherCommits = 8;

export async function examineCommit(session: Session): Promise<Answer> {
  const { patchBytes, ...input } = await inputOf(operations.examineCommit, session);
  const isPatchWanted = session.options.patch !== false && patchBytes !== 0;
  const asked = { ...input, patchBytes: isPatchWanted ? patchBytes : 0 };
  const commit = await ask(operations.examineCommit, asked, session);
  return {
    value: commit,
    shown: whenShown(() => [
      showHeader(commit),
      blank,
      indent(4, showMessage(commit)),
      section('Related commits', showRelated(commit)),
      section('Issues', commit.issues.map(showIssue)),
      section(countOf(commit.files.length, 'file'), commit.files.map(showFile)),
      isPatchWanted && showPatch(commit.patch),
    ]),
  };
}

function showHeader({ id, parents, author, authoredAtMs, committedAtMs }: CommitExamination): Block {
  const isMerge = parents.length > 1;
  const isSameDay = Math.floor(authoredAtMs / 86_400_000) === Math.floor(committedAtMs / 86_400_000);
  return [
    unbroken(dim('commit '), yellow(id), isMerge && cyan('  merge')),
    field('author', author),
    field('date', date(committedAtMs)),
    !isSameDay && field('authored', date(authoredAtMs)),
    isMerge && field('parents', joined(parents.map(shortId))),
  ];
}

/** The original message, with the trailers dimmed. */
function showMessage({ message, trailers }: CommitExamination): Block {
  const keys = new Set(trailers.map(({ key }) => key.toLowerCase()));
  const said = splitLines(message);
  if (said.length === 0) return unbroken(dim('(no message)'));
  return said.map((each, at) => {
    if (at === 0) return unbroken(bold(each));
    const key = /^([^\s:]+):/.exec(each)?.[1]?.toLowerCase();
    return unbroken(key !== undefined && keys.has(key) ? dim(each) : each);
  });
}

const towards: Readonly<Record<RelatedCommit['relation'], string>> = {
  reverts: 'reverts',
  fixes: 'fixes',
  cherry_picked_from: 'picked from',
  mentions: 'mentions',
};
const backwards: Readonly<Record<RelatedCommit['relation'], Part>> = {
  reverts: red('reverted by'),
  fixes: red('fixed by'),
  cherry_picked_from: 'picked as',
  mentions: 'mentioned by',
};

/** Later commits come first: the fate of a commit matters more than its origin. */
function showRelated({ pointsAt, pointedAtBy }: CommitExamination): Block {
  const related = [
    ...pointedAtBy.map((commit) => ({ commit, words: backwards[commit.relation] })),
    ...pointsAt.map((commit) => ({ commit, words: towards[commit.relation] })),
  ];
  return indent(
    2,
    listing(related.map(({ commit: { id, subject }, words }) => [[words, shortId(id)], subject])),
  );
}

function showIssue({ issue, closes, state, title: named, url, body = '', otherCommits }: LinkedIssue): Block {
  const facts = [closes ? 'closed by this commit' : 'named', state && `now ${state}`].filter(Boolean);
  const said = splitLines(body);
  const hidden = said.length - shownIssueLines;
  return [
    row('  ', cyan(issue), named !== undefined && `  ${named}`, dim(` (${facts.join(', ')})`)),
    indent(
      4,
      url !== undefined && unbroken(url),
      said.slice(0, shownIssueLines).map((each) => text(each)),
      hidden > 0 && unbroken(dim(`… ${countOf(hidden, 'more line')}; --json has them all`)),
      otherCommits.length > 0 &&
        text(dim('also named in '), joined(otherCommits.slice(0, shownOtherCommits).map(shortId))),
    ),
  ];
}

const statusLetters: Readonly<Record<FileChange['status'], string>> = {
  added: 'A',
  modified: 'M',
  deleted: 'D',
  renamed: 'R',
  copied: 'C',
  type_changed: 'T',
};

function showFile({ status, path, previousPath }: FileChange): Block {
  return unbroken(
    '  ',
    cyan(statusLetters[status]),
    ` ${path}`,
    previousPath !== undefined && dim(`  from ${previousPath}`),
  );
}

/** Patch of a commit, file by file, with notes on cut parts. */
function showPatch({ files, omittedFiles, unreadable }: CommitPatch): Block {
  const isCut = omittedFiles > 0 || files.some(({ omittedBytes }) => omittedBytes > 0);
  const rest = omittedFiles > 0 ? `The patch of ${countOf(omittedFiles, 'more file')} is left out. ` : '';
  return [
    unreadable !== undefined && [blank, text(yellow(unreadable))],
    files.map(showFilePatch),
    isCut && [blank, text(dim(`${rest}The patch is cut to size; --patch-bytes sets the size.`))],
  ];
}

function showFilePatch({
  change: { path, previousPath },
  binary,
  text: patch,
  omittedBytes,
}: FilePatch): Block {
  return [
    title(`── ${previousPath === undefined ? path : `${previousPath} → ${path}`}`),
    binary ? unbroken(dim('binary file')) : hunks(patch),
    omittedBytes > 0 && unbroken(dim(`… ${formatBytes(omittedBytes)} of this file left out`)),
  ];
}

/** Lines from the first hunk on, because the header repeats the title. A patch without hunks is shown unchanged. */
function hunks(patch: string): readonly Block[] {
  const said = splitLines(patch);
  const firstHunk = said.findIndex((each) => each.startsWith('@@'));
  return said.slice(Math.max(firstHunk, 0)).map((each) => unbroken(patchLine(each)));
}

function patchLine(said: string): Part {
  if (said.startsWith('@@')) return cyan(said);
  if (said.startsWith('+')) return green(said);
  return said.startsWith('-') ? red(said) : said;
}
