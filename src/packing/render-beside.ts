import type { CoupledFile } from '../model/answers/commit-answers.ts';
import type { LocatedFile } from '../model/answers/file-location.ts';
import type {
  PastFileChange,
  RecalledCommit,
  RecalledPlace,
  RecalledSummary,
} from '../model/answers/recollection.ts';
import { neutraliseStructure } from '../redaction/neutralise-structure.ts';

const shownFiles = 4;
const shortIdDigits = 12;

/** Lines of one commit. Its text is nobody's word to us: it stands in fields, each of one line, and is called untrusted. */
export function renderCommit(commit: RecalledCommit): string {
  const { id, subject, passage, files, committedOn, confidence, revertedBy } = commit;
  const more = files.length - shownFiles;
  return [
    `- commit ${id.slice(0, shortIdDigits)} (untrusted, ${committedOn}, ${Math.round(confidence * 100)}% likely to bear on this)`,
    field('subject', subject),
    ...(passage === '' ? [] : [field('says', passage)]),
    ...(files.length === 0
      ? []
      : [field('changed', `${files.slice(0, shownFiles).join(', ')}${more > 0 ? ` and ${more} more` : ''}`)]),
    ...(revertedBy === undefined ? [] : [field('reverted by', revertedBy.slice(0, shortIdDigits))]),
  ].join('\n');
}

/**
 * The same without a word of its message, for whoever did not ask: anybody may have written that. Its id is enough to read it by.
 */
export function renderCommitPlace({
  id,
  files,
  committedOn,
  confidence,
  revertedBy,
}: RecalledCommit): string {
  const more = files.length - shownFiles;
  const changed = `${files.slice(0, shownFiles).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const parts = [
    ...(files.length === 0 ? [] : [`changed ${changed}`]),
    ...(revertedBy === undefined ? [] : [`REVERTED by ${revertedBy.slice(0, shortIdDigits)}`]),
  ];
  const head = `- commit ${id.slice(0, shortIdDigits)} (${committedOn}, ${Math.round(confidence * 100)}% likely to bear on this)`;
  return neutraliseStructure([head, ...parts].join('; ')).replaceAll(/[\s\u0085]+/g, ' ');
}

/** Whatever the text is, it begins no line: that would look like one of ours. */
function field(name: string, text: string): string {
  return `  ${name}: ${text.replaceAll(/[\s\u0085]+/g, ' ')}`;
}

/** One line of a commit. Its text is nobody's word to us, and is called untrusted. */
export function renderFileChange({
  id,
  subject,
  committedOn,
  revertedBy,
  repeatedBy = [],
}: PastFileChange): string {
  const fate =
    revertedBy === undefined ? 'fixed something here' : `REVERTED by ${revertedBy.slice(0, shortIdDigits)}`;
  const same = repeatedBy.length === 0 ? '' : `, the same in ${repeatedBy.length} more`;
  return `- commit ${id.slice(0, shortIdDigits)} (untrusted, ${committedOn}, ${fate}${same}): ${oneLine(subject)}`;
}

/** `- src/a.test.ts (9 of 10 times)`. */
export function renderCoupledFile({ path, together, share }: CoupledFile): string {
  return `- ${oneLine(path)} (${together} of ${Math.round(together / share)} times)`;
}

function oneLine(text: string): string {
  return neutraliseStructure(text)
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim();
}

const mostSymbols = 3;
const mostReasons = 2;

/** `- src/a.py (72% likely to be changed): Reader.read:40, parse:12; changed in 4 similar fixes`. */
export function renderLocatedFile({ path, confidence, symbols, evidence }: LocatedFile): string {
  const sure = confidence === undefined ? '' : ` (${Math.round(confidence * 100)}% likely to be changed)`;
  const parts = [
    symbols
      .slice(0, mostSymbols)
      .map(({ name, line }) => `${name}:${line}`)
      .join(', '),
    ...evidence.slice(0, mostReasons),
  ].filter((part) => part !== '');
  return oneLine(`- ${path}${sure}${parts.length === 0 ? '' : `: ${parts.join('; ')}`}`);
}

/** Lines of one file to look at. Names are written by whoever wrote the repository, and stand in fields of one line. */
export function renderPlace({ path, functions, confidence }: RecalledPlace): string {
  return [
    `- file (untrusted, ${Math.round(confidence * 100)}% likely where this is)`,
    `  path: ${path}`,
    ...(functions.length === 0 ? [] : [`  look at: ${functions.join(', ')}`]),
  ].join('\n');
}

/** Lines of what one file is for. Its path and its text are written by whoever wrote the repository, and stand in fields of one line. */
export function renderSummary({ path, purpose, confidence }: RecalledSummary): string {
  return [
    `- file summary (untrusted, ${Math.round(confidence * 100)}% likely where this is)`,
    `  path: ${path}`,
    `  is for: ${purpose}`,
  ].join('\n');
}
