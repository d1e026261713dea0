import * as operations from '../../api/operations.ts';
import type { CommitHit, CommitSearch } from '../../model/answers/commit-answers.ts';
import type { ScoreTree } from '../../model/evidence.ts';
import type { FileChange } from '../../model/repository.ts';
import { countOf, formatShare, isoDate } from '../../wording/formats.ts';
import { confidenceWords } from '../../wording/locate-words.ts';
import { asking } from '../ask.ts';
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
  magenta,
  type Part,
  red,
  row,
  shortId,
  table,
  text,
  title,
  unbroken,
} from '../page.ts';

const shownFiles = 4;
const shownWords = 8;
const shownIssues = 6;
const shownSame = 4;
const shownNearMisses = 5;

export const searchCommits = asking(operations.searchCommits, (search) =>
  search.kind === 'relevant' ? showHits(search) : showNoneRelevant(search),
);

/** The part of a search that is shown while the code is read. */
export function showMeanwhile({ files, hits }: CommitSearch): Block {
  if (files.length === 0 && hits.length === 0) return undefined;
  return [
    text('The code is being read for the first time. By the history alone:'),
    hits.map((hit) => [blank, showHit(hit)]),
    showVotes(files),
    blank,
  ];
}

/** In the style of how likely it is. */
export function byConfidence(confidence: number, said: string): Part {
  if (confidence >= 0.6) return green(said);
  return confidence >= 0.25 ? cyan(said) : dim(said);
}

/** A score and, indented, its parts. */
export function scoreTree(tree: ScoreTree): Block {
  return [
    row(dim(`${tree.value.toFixed(3).padStart(8)}  `), dim(tree.description)),
    indent(2, tree.parts.map(scoreTree)),
  ];
}

function showHits(search: CommitSearch): Block {
  const { hits, files } = search;
  const [first] = hits;
  return [
    text(`${countOf(hits.length, 'commit')} may be relevant, best first, of ${searched(search)}.`),
    hits.map((hit) => [blank, showHit(hit)]),
    showVotes(files),
    first !== undefined && [
      blank,
      text(dim('In full: '), cyan(`afterwit examine-commit ${first.id.slice(0, 12)}`)),
    ],
  ];
}

function showVotes(files: CommitSearch['files']): Block {
  if (files.length === 0) return undefined;
  const rows = files.map(({ path, share, commits }) => [
    formatShare(share),
    dim(countOf(commits, 'commit')),
    path,
  ]);
  return [
    title('Files that these commits changed, by share of the votes'),
    indent(2, table(rows, { numeric: [0, 1] })),
  ];
}

function searched({ commitCount, asOf }: CommitSearch): string {
  return `${countOf(commitCount, 'commit')} up to ${asOf.slice(0, 12)}`;
}

function showHit(hit: CommitHit): Block {
  const { confidence, matchedWords, repeatedBy = [], revertedBy, explanation } = hit;
  const sure = byConfidence(confidence, `${formatShare(confidence)} ${confidenceWords(confidence)}`);
  return [
    unbroken(shortId(hit.id), '  ', date(hit.committedAtMs), '  ', sure),
    indent(
      2,
      text(bold(hit.subject || '(no message)')),
      revertedBy !== undefined && row(red('! '), red('undone later: reverted by '), shortId(revertedBy)),
      field('matched', joined(matchedWords.slice(0, shownWords).map((word) => magenta(word)))),
      field(
        'files',
        joined(
          withRest(
            orderFiles(hit.files).map(({ path }) => path),
            shownFiles,
          ),
        ),
      ),
      field('same', joined(withRest(repeatedBy.map(shortId), shownSame))),
      field('issues', joined(withRest(hit.issues, shownIssues))),
      explanation !== undefined && [field('score', ''), indent(2, scoreTree(explanation))],
    ),
  ];
}

/** The first few, and the number of the rest. */
function withRest(parts: readonly Part[], shown: number): readonly Part[] {
  const rest = parts.length - shown;
  return rest > 0 ? [...parts.slice(0, shown), dim(`+${rest} more`)] : parts;
}

function showNoneRelevant(search: CommitSearch): Block {
  const reason = search.reason === undefined ? '' : `: ${search.reason.replace(/\.$/, '')}`;
  return [
    text(bold('Nothing relevant'), ` in ${searched(search)}${reason}.`),
    search.hits.length > 0 && [
      blank,
      unbroken(dim('Nearest, none of them likely to help:')),
      indent(2, nearMisses(search.hits)),
    ],
  ];
}

function nearMisses(hits: readonly CommitHit[]): Block {
  return listing(
    hits
      .slice(0, shownNearMisses)
      .map(({ id, committedAtMs, confidence, subject }) => [
        [id.slice(0, 12), isoDate(committedAtMs), formatShare(confidence)].map((fact) => dim(fact)),
        dim(subject || '(no message)'),
      ]),
    { numeric: [2] },
  );
}

const testPath =
  /(?:^|\/)(?:tests?|testing|specs?|__tests__|testdata|fixtures)\/|(?:^|\/)test_[^/]*$|[._-](?:test|spec)s?\.[^/]+$/i;
const prosePath =
  /(?:^|\/)(?:docs?|changelogs?|news)\/|(?:^|\/)(?:changelog|changes|news|authors|readme)[^/]*$|\.(?:md|rst|txt)$/i;

/** Source first, then tests, then documentation: the order in which a reader needs them. Stable within each group. */
export function orderFiles(files: readonly FileChange[]): readonly FileChange[] {
  const rank = (path: string) => (testPath.test(path) ? 1 : prosePath.test(path) ? 2 : 0);
  return files.toSorted((a, b) => rank(a.path) - rank(b.path));
}
