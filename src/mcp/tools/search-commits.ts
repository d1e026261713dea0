import { searchCommits as operation } from '../../api/operations.ts';
import type { CommitHit, CommitSearch } from '../../model/answers/commit-answers.ts';
import { neutraliseControls } from '../../redaction/neutralise-controls.ts';
import { isoDate } from '../../wording/format-date.ts';
import { formatShare } from '../../wording/format-number.ts';
import { defineTool, reading, type Told } from './tool.ts';

/** More files than this mean a sweeping commit, whose files do not help a search. */
const mostFiles = 20;
/** Cuts subjects that are a whole message without a line break. */
const mostSubjectCharacters = 300;
const shortIdDigits = 12;
const mostRepeats = 4;

export const searchCommits = defineTool({
  name: 'search_commits',
  description:
    'Past commits about the same thing, with how likely each is to help and the files it changed. Read one with examine_commit.',
  input: operation.input,
  annotations: reading,
  async answer(memory, { query, ...options }) {
    return toTold(await memory.searchCommits(query, options));
  },
});

function toTold({ kind, reason, hits, commitCount }: CommitSearch): Told {
  const foreign = hits.map(describeHit).join('\n');
  if (kind === 'relevant') return { text: '', foreign };
  const why = reason === undefined ? '' : `: ${neutraliseControls(reason)}`;
  return { text: `None of ${commitCount} commits is likely to help${why}.`, foreign };
}

function describeHit(hit: CommitHit): string {
  const files = hit.files.slice(0, mostFiles).map(({ path }) => path);
  const more = hit.files.length - files.length;
  const parts = [
    `${hit.id.slice(0, shortIdDigits)} ${isoDate(hit.committedAtMs)} (${formatShare(hit.confidence)}) ${subjectOf(hit)}`,
    hit.revertedBy === undefined ? '' : `reverted by ${hit.revertedBy.slice(0, shortIdDigits)}`,
    sayRepeated(hit),
    `${files.join(' ')}${more > 0 ? ` and ${more} more` : ''}`,
  ];
  return neutraliseControls(parts.filter((part) => part !== '').join(' · '));
}

function sayRepeated({ repeatedBy = [] }: CommitHit): string {
  if (repeatedBy.length === 0) return '';
  const shown = repeatedBy.slice(0, mostRepeats).map((id) => id.slice(0, shortIdDigits));
  const more = repeatedBy.length - shown.length;
  return `the same as ${shown.join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function subjectOf({ subject }: CommitHit): string {
  return subject.length <= mostSubjectCharacters ? subject : `${subject.slice(0, mostSubjectCharacters)}…`;
}
