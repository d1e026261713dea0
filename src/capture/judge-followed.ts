import type { MemoryItem } from '../model/memory-item.ts';
import type { FileEdit } from '../model/session.ts';
import { bareCommand } from './command-lines.ts';

/** Step of a session after it was shown a memory. */
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

/** Advice of a shown memory, as far as tools can show it. */
export interface ShownAdvice {
  /** Family of the command that had failed. */
  readonly family: string;
  readonly files: readonly string[];
  /** Commands that it names in the place of others, or first; none that stood in the line which failed. */
  readonly commands: readonly string[];
  /** They are to be called in place of the line that failed: a line that fails too mends nothing. */
  readonly isInstead?: boolean;
  /** Lines of code that it says to write, and to take out. */
  readonly lines: readonly string[];
  readonly dropped: readonly string[];
  /** All that it says. */
  readonly text: string;
}

/** Deeds that mended a failure: files that were changed, or a command that was run. */
export interface FixDeeds {
  readonly edits: readonly FileEdit[];
  readonly commands: readonly string[];
  /** The line that had failed. */
  readonly failed?: string | undefined;
}

/**
 * How a memory's advice compares with the remedy. `unknown`: the memory names neither line nor command, the line was
 * mended in other words, or both are other command lines: each may be a way out, and an untried one is not refuted.
 */
export type FixAgreement = 'same' | 'other' | 'unknown';

/** `followed`: done, then the command passed. `withdrawn`: done and taken back. `passed_by`: the command passed without it. */
export type AdviceFate = 'followed' | 'withdrawn' | 'passed_by' | 'unknown';

/** Steps after the pass within which a user's word, or an undoing in git, may be about it. */
const mostStepsUntilWord = 12;
const longestWord = 300;
/** A line with fewer letters (`} else {`) stands everywhere. */
const fewestLetters = 6;
/** A part of a line as it is told, long enough to be known again within it. */
const longPart = 8;
const correction =
  /^(?:no[,.!]\s*(?:that|this|it|undo|revert|don)|nope\b|wrong\b|undo\b|revert\b|roll (?:it|that) back|take (?:it|that) back|(?:that|this|it)(?:['’]s| is| was) (?:wrong|not right|not what|incorrect)|please (?:undo|revert)\b|(?:don['’]?t|do not) do that)/i;
const takesFilesBack = /\bgit (?:checkout|restore)\b/;

/**
 * Judges a shown memory by the later steps of its session, in order. Precise before complete: where nothing tells, the
 * answer is `unknown`.
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
  // Another change in the same file may have made the check pass.
  if (!wasFollowed && followedAt < 0)
    return steps.some((step) => touches(step, advice)) ? 'unknown' : 'passed_by';
  return isWithdrawn(advice, steps.slice(since)) ? 'withdrawn' : 'followed';
}

/** Compares a memory's advice with the remedy: its own lines or command, or others. A file in both tells nothing. */
export function compareFixes(advice: ShownAdvice, done: FixDeeds): FixAgreement {
  const text = ` ${bareCommand(advice.text)} `;
  const isSame =
    done.edits.some((edit) => isWritten(edit, advice)) ||
    done.commands.some((command) => isRun(command, advice) || saysCommand(text, command));
  if (isSame) return 'same';
  const isSamePlace = done.edits.some(
    ({ path, removed }) => advice.files.includes(path) && holdsAny(removed, advice.dropped),
  );
  const changesCode = [...advice.lines, ...advice.dropped].some(isTelling);
  const isChecked = changesCode || (advice.commands.length > 0 && done.edits.length > 0);
  return isSamePlace || !isChecked ? 'unknown' : 'other';
}

/** One word (`make`) stands in many texts. */
function saysCommand(text: string, command: string): boolean {
  return command.includes(' ') && text.includes(command);
}

/** The file alone tells nothing: of 97 edits in the file of a card from another session, 12 followed the card. */
function isWritten({ path, added, removed }: FileEdit, { files, lines, dropped }: ShownAdvice): boolean {
  return (
    files.includes(path) && (holdsAny(added, lines) || (lines.length === 0 && holdsAny(removed, dropped)))
  );
}

function follows(step: SessionStep, advice: ShownAdvice): boolean {
  if (step.kind !== 'run' || step.verdict === 'unheard') return false;
  if (step.edits.some((edit) => isWritten(edit, advice))) return true;
  return (passes(step, advice) || !advice.isInstead) && isRun(step.command ?? '', advice);
}

function isRun(line: string, { commands }: ShownAdvice): boolean {
  return commands.some((command) => holdsCommand(line, command));
}

/** Whether a line runs a command, which may have been cut. */
function holdsCommand(line: string, command: string): boolean {
  return ` ${bareCommand(line)} `.includes(
    ` ${command.endsWith('…') ? command.slice(0, -1) : `${command} `}`,
  );
}

function touches(step: SessionStep, { files }: ShownAdvice): boolean {
  return (
    step.kind === 'run' && step.verdict !== 'unheard' && step.edits.some(({ path }) => files.includes(path))
  );
}

/** Whether one of the lines is among the others, but for its indentation; a bracket alone is everywhere. */
function holdsAny(written: readonly string[], wanted: readonly string[]): boolean {
  const telling = wanted.map((line) => line.trim()).filter(isTelling);
  const all = written.map((line) => line.trim());
  return telling.some(
    (line) => all.includes(line) || all.some((one) => line.length >= longPart && one.includes(line)),
  );
}

function isTelling(line: string): boolean {
  return (line.match(/[\p{L}\d]/gu) ?? []).length >= fewestLetters;
}

function passes(step: SessionStep, { family }: ShownAdvice): boolean {
  return step.kind === 'run' && step.verdict === 'passed' && step.families.includes(family);
}

function isWithdrawn({ files }: ShownAdvice, steps: readonly SessionStep[]): boolean {
  const soon = steps.slice(0, mostStepsUntilWord);
  const word = soon.find((step) => step.kind === 'heard');
  return (
    (word !== undefined && isCorrection(word.text)) ||
    soon.some((step) => step.kind === 'run' && takesBack(step, files))
  );
}

function isCorrection(text: string): boolean {
  const said = text.trim();
  return said.length <= longestWord && correction.test(said);
}

/** Lines that are rewritten later, or stashed to see the failure again, are the work going on. */
function takesBack(
  { command = '', verdict }: Extract<SessionStep, { kind: 'run' }>,
  files: readonly string[],
): boolean {
  return (
    verdict !== 'unheard' && takesFilesBack.test(command) && files.some((file) => command.includes(file))
  );
}

/** A long line is told cut. */
const added = /^\s*\+ (.*?)…?$/gm;
const removed = /^\s*- (.*?)…?$/gm;
/** `Run \`x\` first`, `Use \`x\`, not \`y\`: run \`a x\``: the advised words, and the whole line where the words say too little. */
const advised =
  /^(?:[A-Z]\w+: )?(?:Run|Use) `([^`\n]{1,200})`(, not `[^`\n]{1,200}`(?:: run `([^`\n]{1,200})`)?)?/;

/** Returns the advice of a memory on a failed line of a family of commands, as far as tools can show its use. */
export function adviceOf(
  { content, references, anchors, body }: MemoryItem,
  family: string,
  failed = '',
): ShownAdvice {
  const text = body?.kind === 'variant' && body.seen !== undefined ? `${content}\n${body.seen}` : content;
  const [, first = '', not, line = ''] = advised.exec(content) ?? [];
  const command = /[\p{L}\d]/u.test(first) ? first : line;
  const commands = command === '' || holdsCommand(failed, command) ? [] : [command];
  return {
    ...{ family, text },
    files: [...references, ...anchors.map(({ path }) => path)],
    ...{ commands, isInstead: not !== undefined },
    lines: [...text.matchAll(added)].map(([, line = '']) => line),
    dropped: [...text.matchAll(removed)].map(([, line = '']) => line),
  };
}
