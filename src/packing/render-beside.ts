import type { CoupledFile } from '../model/answers/commit-answers.ts';
import type { LocatedFile } from '../model/answers/file-location.ts';
import type {
  PastFileChange,
  RecalledCommit,
  RecalledExperience,
  RecalledPlace,
  RecalledSummary,
  RecalledWay,
} from '../model/answers/recollection.ts';
import { isTrustedAs } from '../model/provenance.ts';
import { taskOutcomeWords } from '../wording/memory-words.ts';
import { plainLine } from './render-lists.ts';

const shownFiles = 4;
const shortIdDigits = 12;

/** Lines of one commit. Its text is unvouched: it stands in fields, each of one line, and is called untrusted. */
export function renderCommit(commit: RecalledCommit): string {
  const { id, subject, passage, files, committedOn, confidence, revertedBy } = commit;
  return [
    `- commit ${id.slice(0, shortIdDigits)} (untrusted, ${committedOn}, ${likelyToBear(confidence)})`,
    field('subject', subject),
    ...(passage === '' ? [] : [field('says', passage)]),
    ...(files.length === 0 ? [] : [field('changed', firstOf(files))]),
    ...(revertedBy === undefined ? [] : [field('reverted by', revertedBy.slice(0, shortIdDigits))]),
  ].join('\n');
}

/** The same without its message, for unasked packs: any author may have written it. Its id is enough to read it by. */
export function renderCommitPlace({
  id,
  files,
  committedOn,
  confidence,
  revertedBy,
}: RecalledCommit): string {
  const parts = [
    `- commit ${id.slice(0, shortIdDigits)} (${committedOn}, ${likelyToBear(confidence)})`,
    ...(files.length === 0 ? [] : [`changed ${firstOf(files)}`]),
    ...(revertedBy === undefined ? [] : [`REVERTED by ${revertedBy.slice(0, shortIdDigits)}`]),
  ];
  return plainLine(parts.join('; '));
}

/** Less likely ones are told in short. */
const fullFrom = 0.3;

/** Lines for one earlier task. Its text comes from a transcript, and is called untrusted. */
export function renderExperience(one: RecalledExperience): string {
  const { title, asked, doneOn, files, functions, commits, passed, triedInVain, outcome, confidence } = one;
  const isFull = confidence >= fullFrom;
  const list = (name: string, texts: readonly string[], isTold = true) =>
    texts.length === 0 || !isTold ? [] : [field(name, texts.join('; '))];
  return [
    `- worked on before (untrusted, ${doneOn}, ${Math.round(confidence * 100)}% likely the same matter; ${taskOutcomeWords[outcome]})`,
    field('task', title),
    ...(isFull && asked !== title ? [field('asked', asked)] : []),
    ...(files.length === 0 ? [] : [field('changed', firstOf(files))]),
    ...list('in', functions, isFull),
    ...list('commits', commits),
    ...list('passed', passed, isFull),
    ...list('in vain', triedInVain, isFull),
  ].join('\n');
}

function likelyToBear(confidence: number): string {
  return `${Math.round(confidence * 100)}% likely to bear on this`;
}

function firstOf(files: readonly string[]): string {
  const more = files.length - shownFiles;
  return `${files.slice(0, shownFiles).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A text never begins a line: it would look like a line of ours. */
function field(name: string, text: string): string {
  return `  ${name}: ${text.replaceAll(/[\s\u0085]+/g, ' ')}`;
}

/** One line of a commit. Its text is unvouched, and is called untrusted. */
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
  return `- commit ${id.slice(0, shortIdDigits)} (untrusted, ${committedOn}, ${fate}${same}): ${plainLine(subject)}`;
}

/** `- src/a.test.ts (9 of 10 times)`. */
export function renderCoupledFile({ path, together, share }: CoupledFile): string {
  return `- ${plainLine(path)} (${together} of ${Math.round(together / share)} times)`;
}

const mostReasons = 1;

/** `- src/a.py (72%): Reader.read:40; changed in 4 similar fixes`. @param isLikeliest its first function is told, too */
export function renderLocatedFile(
  { path, confidence, symbols, evidence }: LocatedFile,
  isLikeliest: boolean,
): string {
  const sure = confidence === undefined ? '' : ` (${Math.round(confidence * 100)}%)`;
  const parts = [
    symbols
      .slice(0, isLikeliest ? 1 : 0)
      .map(({ name, line }) => `${name}:${line}`)
      .join(', '),
    ...evidence.slice(0, mostReasons),
  ].filter((part) => part !== '');
  return plainLine(`- ${path}${sure}${parts.length === 0 ? '' : `: ${parts.join('; ')}`}`);
}

/** Lines of one file to look at. Names come from the repository, and stand in fields of one line. */
export function renderPlace({ path, functions, confidence }: RecalledPlace): string {
  return [
    `- file (untrusted, ${Math.round(confidence * 100)}% likely where this is)`,
    `  path: ${path}`,
    ...(functions.length === 0 ? [] : [`  look at: ${functions.join(', ')}`]),
  ].join('\n');
}

/** Renders the ways of sessions with a rule of a checker; further lines of any text are indented. */
export function renderWay({ itemId, trust, text }: RecalledWay): string {
  const said = isTrustedAs(trust, 'verified') ? 'confirmed' : 'UNVERIFIED, recorded by tools';
  const [first = '', ...rest] = text.split('\n');
  const head = `- ${itemId.slice(0, 8)} (sessions here, ${said}): ${first}`;
  return [head, ...rest.map((line) => `  ${line}`)].join('\n');
}

/** Lines for the purpose of one file. Its path and text come from the repository, so each is kept to one line. */
export function renderSummary({ path, purpose, confidence }: RecalledSummary): string {
  return [
    `- file summary (untrusted, ${Math.round(confidence * 100)}% likely where this is)`,
    `  path: ${path}`,
    `  is for: ${purpose}`,
  ].join('\n');
}
