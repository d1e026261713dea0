import type { FileEdit } from '../model/session-event.ts';
import { bareCommand } from './command-words.ts';

/** What a session did or heard after it was shown a memory. */
export type SessionStep =
  | {
      readonly kind: 'run';
      readonly atMs: number;
      readonly command?: string | undefined;
      readonly families: readonly string[];
      readonly verdict: 'failed' | 'passed' | 'unheard';
      readonly edits: readonly FileEdit[];
    }
  | { readonly kind: 'heard'; readonly atMs: number; readonly text: string };

/** What a shown memory says to do, as far as tools can show it. */
export interface ShownAdvice {
  /** Family of the command that had failed. */
  readonly family: string;
  readonly files: readonly string[];
  /** Commands that it names in the place of others, or first. */
  readonly commands: readonly string[];
  /** Lines of code that it says to write, and to take out. */
  readonly lines: readonly string[];
  readonly dropped: readonly string[];
}

/** `followed`: done as it says, then the command passed. `withdrawn`: that was taken back. `passed_by`: the command passed without it. */
export type AdviceFate = 'followed' | 'withdrawn' | 'passed_by' | 'unknown';

/** So soon after the pass, what a user says may be about it. */
const mostStepsUntilWord = 12;
const longestWord = 300;
/** A line with fewer letters (`} else {`) stands everywhere. */
const fewestLetters = 6;
/** A part of a line as it is told, long enough to be known again within it. */
const longPart = 8;
const correction =
  /^(?:no[,.!]\s*(?:that|this|it|undo|revert|don)|nope\b|wrong\b|undo\b|revert\b|roll (?:it|that) back|take (?:it|that) back|(?:that|this|it)(?:['’]s| is| was) (?:wrong|not right|not what|incorrect)|please (?:undo|revert)\b|(?:don['’]?t|do not) do that)/i;
const takesAllBack = /\bgit (?:revert|stash(?! (?:list|show|pop|apply))|reset --hard)\b/;
const takesFilesBack = /\bgit (?:checkout|restore)\b/;

/**
 * What became of a memory that a session was shown: told from what it did then, in order. Precise before complete: where nothing tells, the
 * answer is `unknown`.
 *
 * @param wasFollowed it was found out before, from an earlier part of the session
 */
export function judgeFollowed(
  advice: ShownAdvice,
  steps: readonly SessionStep[],
  wasFollowed = false,
): AdviceFate {
  const followedAt = steps.findIndex((step) => follows(step, advice));
  const passedAt = steps.findIndex((step, at) => at >= followedAt && passes(step, advice));
  const since = wasFollowed && followedAt < 0 ? 0 : passedAt + 1;
  if (!wasFollowed && passedAt < 0) return 'unknown';
  // In the same file something else was changed: nobody knows whose doing the pass is.
  if (!wasFollowed && followedAt < 0)
    return steps.some((step) => touches(step, advice)) ? 'unknown' : 'passed_by';
  return isWithdrawn(advice, steps.slice(since)) ? 'withdrawn' : 'followed';
}

/** The file alone tells nothing: of 97 edits in the file of a card from another session, 12 did what it says. */
function follows(step: SessionStep, { files, commands, lines, dropped }: ShownAdvice): boolean {
  if (step.kind !== 'run' || step.verdict === 'unheard') return false;
  const isDone = ({ path, added, removed }: FileEdit) =>
    files.includes(path) && (holdsAny(added, lines) || (lines.length === 0 && holdsAny(removed, dropped)));
  if (step.edits.some(isDone)) return true;
  const line = ` ${bareCommand(step.command ?? '')} `;
  return commands.some((command) => line.includes(` ${command} `));
}

function touches(step: SessionStep, { files }: ShownAdvice): boolean {
  return (
    step.kind === 'run' && step.verdict !== 'unheard' && step.edits.some(({ path }) => files.includes(path))
  );
}

/** Whether one of the lines is among the others, but for its indentation; a bracket alone is everywhere. */
function holdsAny(written: readonly string[], wanted: readonly string[]): boolean {
  const telling = wanted
    .map((line) => line.trim())
    .filter((line) => (line.match(/[\p{L}\d]/gu) ?? []).length >= fewestLetters);
  const all = written.map((line) => line.trim());
  return telling.some(
    (line) => all.includes(line) || all.some((one) => line.length >= longPart && one.includes(line)),
  );
}

function passes(step: SessionStep, { family }: ShownAdvice): boolean {
  return step.kind === 'run' && step.verdict === 'passed' && step.families.includes(family);
}

function isWithdrawn(advice: ShownAdvice, steps: readonly SessionStep[]): boolean {
  const firstWord = steps.findIndex(({ kind }) => kind === 'heard');
  const word = steps[firstWord];
  if (word?.kind === 'heard' && firstWord < mostStepsUntilWord && isCorrection(word.text)) return true;
  return steps.some((step) => step.kind === 'run' && takesBack(step, advice));
}

function isCorrection(text: string): boolean {
  const said = text.trim();
  return said.length <= longestWord && correction.test(said);
}

function takesBack(
  { command = '', verdict, edits }: Extract<SessionStep, { kind: 'run' }>,
  { files, lines }: ShownAdvice,
): boolean {
  if (verdict === 'unheard') return false;
  if (takesAllBack.test(command)) return true;
  if (takesFilesBack.test(command) && files.some((file) => command.includes(file))) return true;
  const written = new Set(lines.map((line) => line.trim()));
  return edits.some(
    ({ path, added, removed }) =>
      files.includes(path) &&
      removed.some((line) => written.has(line.trim())) &&
      !added.some((line) => written.has(line.trim())),
  );
}
