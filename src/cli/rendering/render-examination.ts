import type { CommitExamination, LinkedIssue, RelatedCommit } from '../../model/answers/commit-answers.ts';
import type { FileChange } from '../../model/repository.ts';
import { formatDate } from '../../wording/format-date.ts';
import { countOf } from '../../wording/format-number.ts';
import { alignColumns, indentLines, paragraph } from '../terminal/layout.ts';
import { type Line, line, type Style, span, splitLines } from '../terminal/line.ts';
import { blank, joinParts, labelled, type Page, sentence, shortId } from './page.ts';
import { renderPatch } from './render-patch.ts';

const indent = 4;
const shownIssueLines = 30;

/** Answer of `examine-commit`. */
export function renderExamination(
  commit: CommitExamination,
  page: Page,
  patchWanted: boolean,
): readonly Line[] {
  return [
    ...renderHeader(commit, page),
    blank,
    ...indentLines(messageLines(commit), indent),
    ...section('Related commits', renderRelated(commit, page)),
    ...section(
      'Issues',
      commit.issues.flatMap((issue) => renderKnownFailure(issue, page)),
    ),
    ...section(countOf(commit.files.length, 'file'), renderFiles(commit.files)),
    ...(patchWanted ? renderPatch(commit.patch, page) : []),
  ];
}

function section(title: string, body: readonly Line[]): readonly Line[] {
  return body.length === 0 ? [] : [blank, line(span(title, 'bold')), ...body];
}

function renderHeader(commit: CommitExamination, page: Page): readonly Line[] {
  const authored = formatDate(commit.authoredAtMs, page.nowMs);
  const committed = formatDate(commit.committedAtMs, page.nowMs);
  const isMerge = commit.parents.length > 1;
  return [
    line(span('commit ', 'dim'), span(commit.id, 'yellow'), isMerge ? span('  merge', 'cyan') : ''),
    ...labelled('author', [commit.author], page),
    ...labelled('date', [committed], page),
    ...(authored === committed ? [] : labelled('authored', [authored], page)),
    ...(isMerge ? labelled('parents', joinParts(commit.parents.map(shortId)), page) : []),
  ];
}

/** The original message, with the trailers dimmed. */
function messageLines({ message, trailers }: CommitExamination): readonly Line[] {
  const keys = new Set(trailers.map(({ key }) => key.toLowerCase()));
  const lines = splitLines(message);
  if (lines.length === 0) return [line(span('(no message)', 'dim'))];
  return lines.map((text, row) => {
    if (row === 0) return line(span(text, 'bold'));
    const key = /^([^\s:]+):/.exec(text)?.[1]?.toLowerCase();
    return line(key !== undefined && keys.has(key) ? span(text, 'dim') : text);
  });
}

const towards: Readonly<Record<RelatedCommit['relation'], string>> = {
  reverts: 'reverts',
  fixes: 'fixes',
  cherry_picked_from: 'picked from',
  mentions: 'mentions',
};
const backwards: Readonly<
  Record<RelatedCommit['relation'], { readonly words: string; readonly style?: Style }>
> = {
  reverts: { words: 'reverted by', style: 'red' },
  fixes: { words: 'fixed by', style: 'red' },
  cherry_picked_from: { words: 'picked as' },
  mentions: { words: 'mentioned by' },
};

function renderRelated({ pointsAt, pointedAtBy }: CommitExamination, page: Page): readonly Line[] {
  // Later commits come first: what happened to a commit matters more than its origin.
  const related = [
    ...pointedAtBy.map((commit) => ({ commit, ...backwards[commit.relation] })),
    ...pointsAt.map((commit) => ({ commit, words: towards[commit.relation], style: undefined })),
  ];
  const leads = alignColumns(
    related.map(({ commit, words, style }) => [line(span(words, style)), line(shortId(commit.id)), line('')]),
  );
  const lines = related.flatMap(({ commit }, row) => {
    return paragraph(line(commit.subject), { width: page.width - 2, lead: leads[row] ?? [] });
  });
  return indentLines(lines, 2);
}

function renderKnownFailure(issue: LinkedIssue, page: Page): readonly Line[] {
  const facts = [
    issue.closes ? 'closed by this commit' : 'named',
    issue.state && `now ${issue.state}`,
  ].filter(Boolean);
  const title = issue.title === undefined ? '' : `  ${issue.title}`;
  const body = splitLines(issue.body ?? '');
  const hidden = body.length - shownIssueLines;
  return [
    ...paragraph(line(span(issue.issue, 'cyan'), title, span(` (${facts.join(', ')})`, 'dim')), {
      width: page.width,
      lead: line('  '),
    }),
    ...(issue.url === undefined ? [] : [line(`${' '.repeat(indent)}${issue.url}`)]),
    ...body.slice(0, shownIssueLines).flatMap((text) => {
      return paragraph(line(text), { width: page.width, lead: line(' '.repeat(indent)) });
    }),
    ...(hidden > 0
      ? [line(span(`${' '.repeat(indent)}… ${countOf(hidden, 'more line')}; --json has them all`, 'dim'))]
      : []),
    ...(issue.otherCommits.length === 0
      ? []
      : indentLines(
          sentence(
            page,
            span('also named in ', 'dim'),
            ...joinParts(issue.otherCommits.slice(0, 8).map(shortId)),
          ),
          indent,
        )),
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

function renderFiles(files: readonly FileChange[]): readonly Line[] {
  return files.map(({ status, path, previousPath }) => {
    const from = previousPath === undefined ? '' : span(`  from ${previousPath}`, 'dim');
    return line('  ', span(statusLetters[status], 'cyan'), ` ${path}`, from);
  });
}
