import type { CommitHit, CommitSearch } from '../../model/answers/commit-answers.ts';
import { formatDate, isoDate } from '../../wording/format-date.ts';
import { countOf, formatShare } from '../../wording/format-number.ts';
import { alignColumns, indentLines, paragraph } from '../terminal/layout.ts';
import { type Line, type LinePart, line, span } from '../terminal/line.ts';
import { confidenceSpan } from './confidence-span.ts';
import { orderFiles } from './order-files.ts';
import { blank, joinParts, labelled, type Page, sentence, shortId } from './page.ts';
import { renderScoreTree } from './render-score-tree.ts';

const shownFiles = 4;
const shownWords = 8;
const shownIssues = 6;
const shownSame = 4;
const shownNearMisses = 5;
const indent = 2;

/** Answer of `search-commits`. */
export function renderSearch(search: CommitSearch, page: Page): readonly Line[] {
  return search.kind === 'relevant' ? renderHits(search, page) : renderNoneRelevant(search, page);
}

/** Of a search, what is said while the code is read. */
export function renderMeanwhile({ files, hits }: CommitSearch, page: Page): readonly Line[] {
  if (files.length === 0 && hits.length === 0) return [];
  return [
    ...sentence(page, 'The code is being read for the first time. By the history alone:'),
    ...hits.flatMap((hit) => [blank, ...renderHit(hit, page)]),
    ...renderVotes(files),
    blank,
  ];
}

function renderHits(search: CommitSearch, page: Page): readonly Line[] {
  const [first] = search.hits;
  return [
    ...sentence(
      page,
      `${countOf(search.hits.length, 'commit')} may be relevant, best first, of `,
      `${searched(search)}.`,
    ),
    ...search.hits.flatMap((hit) => [blank, ...renderHit(hit, page)]),
    ...renderVotes(search.files),
    ...(first === undefined ? [] : [blank, ...nextStep(first, page)]),
  ];
}

function renderVotes(files: CommitSearch['files']): readonly Line[] {
  if (files.length === 0) return [];
  const rows = files.map(({ path, share, commits }) => [
    line(formatShare(share)),
    line(span(countOf(commits, 'commit'), 'dim')),
    line(path),
  ]);
  const title = line(span('Files that these commits changed, by share of the votes', 'bold'));
  return [blank, title, ...indentLines(alignColumns(rows, new Set([0, 1])), indent)];
}

function searched({ commitCount, asOf }: CommitSearch): string {
  return `${countOf(commitCount, 'commit')} up to ${asOf.slice(0, 12)}`;
}

function nextStep(hit: CommitHit, page: Page): readonly Line[] {
  const command = `afterwit examine-commit ${hit.id.slice(0, 12)}`;
  return sentence(page, span('In full: ', 'dim'), span(command, 'cyan'));
}

function renderHit(hit: CommitHit, page: Page): readonly Line[] {
  const head = line(
    shortId(hit.id),
    `  ${formatDate(hit.committedAtMs, page.nowMs)}  `,
    confidenceSpan(hit.confidence),
  );
  const detail = (label: string, parts: readonly LinePart[]): readonly Line[] => {
    return parts.length === 0 ? [] : labelled(label, parts, page, indent);
  };
  return [
    head,
    ...paragraph(line(span(hit.subject || '(no message)', 'bold')), {
      width: page.width,
      lead: line(' '.repeat(indent)),
    }),
    ...(hit.revertedBy === undefined ? [] : reverted(hit.revertedBy, page)),
    ...detail(
      'matched',
      joinParts(hit.matchedWords.slice(0, shownWords).map((word) => span(word, 'magenta'))),
    ),
    ...detail('files', fileParts(hit)),
    ...detail('same', sameParts(hit)),
    ...detail('issues', joinParts(withRest(hit.issues, shownIssues))),
    ...(hit.explanation === undefined
      ? []
      : [...detail('score', ['']), ...renderScoreTree(hit.explanation, indent * 2, page)]),
  ];
}

function reverted(by: Exclude<CommitHit['revertedBy'], undefined>, page: Page): readonly Line[] {
  return paragraph(line(span('undone later: reverted by ', 'red'), shortId(by)), {
    width: page.width,
    lead: line(' '.repeat(indent), span('! ', 'red')),
  });
}

function fileParts({ files }: CommitHit): readonly LinePart[] {
  return joinParts(
    withRest(
      orderFiles(files).map(({ path }) => path),
      shownFiles,
    ),
  );
}

/** Commits that were collapsed into the hit. */
function sameParts({ repeatedBy = [] }: CommitHit): readonly LinePart[] {
  return joinParts([
    ...repeatedBy.slice(0, shownSame).map(shortId),
    ...(repeatedBy.length > shownSame ? [span(`+${repeatedBy.length - shownSame} more`, 'dim')] : []),
  ]);
}

/** The first few, and the number of the rest. */
function withRest(items: readonly string[], shown: number): readonly LinePart[] {
  const rest = items.length - shown;
  return rest > 0 ? [...items.slice(0, shown), span(`+${rest} more`, 'dim')] : items;
}

function renderNoneRelevant(search: CommitSearch, page: Page): readonly Line[] {
  const reason = search.reason === undefined ? '' : `: ${search.reason.replace(/\.$/, '')}`;
  const verdict = sentence(page, span('Nothing relevant', 'bold'), ` in ${searched(search)}${reason}.`);
  return search.hits.length === 0 ? verdict : [...verdict, ...renderNearMisses(search.hits, page)];
}

function renderNearMisses(hits: readonly CommitHit[], page: Page): readonly Line[] {
  const nearest = hits.slice(0, shownNearMisses);
  const leads = alignColumns(
    nearest.map(({ id, committedAtMs, confidence }) => {
      const facts = [id.slice(0, 12), isoDate(committedAtMs), formatShare(confidence)];
      return [...facts.map((fact) => line(span(fact, 'dim'))), line('')];
    }),
    new Set([2]),
  );
  const rows = nearest.flatMap(({ subject }, row) => {
    const text = line(span(subject || '(no message)', 'dim'));
    return paragraph(text, { width: page.width - indent, lead: leads[row] ?? [] });
  });
  return [blank, line(span('Nearest, none of them likely to help:', 'dim')), ...indentLines(rows, indent)];
}
