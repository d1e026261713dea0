import type { RedactedText } from '../model/brands.ts';
import type { FailureProfile, FailureReport, PrintedOutput, StackFrame } from '../model/failure.ts';
import { redact } from '../redaction/redact.ts';
import { commandSignature, showsPart } from './commands/command-signature.ts';
import { failureFamily, familyLine } from './families/failure-family.ts';
import { projectPath, stackFrames } from './frames/stack-frames.ts';
import { errorLines, excerptLines, longestExcerptLine, rankLines } from './logs/error-excerpt.ts';
import { openToolEnvelope, readPrinted } from './logs/read-log.ts';
import { terminalLines } from './logs/terminal-lines.ts';
import { exceptionTypes, failureEntities } from './names/failure-entities.ts';
import { normaliseLine } from './normalise-line.ts';
import { sketchFailure } from './told/sketch-failure.ts';

/** Read of a path. */
const longestReadLine = 1_200;
/** Secrets are taken out of a shorter output before lines are chosen or cut: half a secret is not recognised. */
const redactedAtOnce = 200_000;
/** Characters of each chosen line of a longer output from which secrets are taken before it is cut. */
const longestRedactedLine = 20_000;
const longestErrorLine = 400;
const longestStack = 200_000;
const longestFacts = 200;
const mostFacts = 16;
/** In a longer output, the part that says why is looked for first, and only that part is read. */
const readAtOnce = 400;
const partRead = 240;
const sketchedLines = 40;
const gap = '…';

/**
 * The query profile φ of a failing command (RSCB-MC, Eq. 2): why it failed, in a form that stays the same from one run,
 * checkout and machine to the next. Never throws; takes linear time, and of more than 10 MB reads the two ends.
 */
export function profileFailure(report: FailureReport, reading?: ReadingOptions): FailureProfile {
  return readFailure(report, reading).profile;
}

interface ReadingOptions {
  /** False where it is compared with nothing. */
  readonly isSketched: boolean;
}

/** The profile, and all that was printed beside it. */
export function readFailure(report: FailureReport, { isSketched }: ReadingOptions = { isSketched: true }) {
  const all = withoutSecrets(terminalLines(printedBy(report)));
  const ranked = rankLines(all);
  const { lines, best } = tellingPart(all, ranked);
  const { found: errors, isGuess } = errorLines(lines);
  const named = redactedLines(
    errors.map(({ index }) => lines[index] ?? ''),
    longestErrorLine,
  ).map((redacted) => ({ redacted, normalised: redact(normaliseLine(redacted, report.worktree)) }));
  const normalised = [...new Set(named.map((line) => line.normalised))].filter((line) => line !== '');
  const types = exceptionTypes(normalised);
  const command = report.command === undefined ? undefined : commandSignature(redact(report.command));
  const family = failureFamily({
    lines: named.map((line) => familyLine(line.redacted, report.worktree)),
    exceptionTypes: types,
  });
  const frames = framesOf(report, lines, errors[0]?.index ?? lines.length);
  const sketch = isSketched
    ? sketchFailure(all, ranked(sketchedLines), { withoutSecrets: withoutSecretsIn })
    : undefined;
  const profile: FailureProfile = {
    ...optional('command', command),
    errorLines: normalised,
    excerpt: excerptOf(lines, excerptLines(lines, errors, best)),
    exceptionTypes: types,
    entities: failureEntities(named),
    ...optional('family', family),
    ...(frames.length === 0 ? {} : { frames }),
    ...optional('file', fileOf(report)),
    ...optional('environment', environmentOf(report)),
    ...(isGuess ? { guessed: true } : {}),
    ...(sketch === undefined || sketch.spine.length === 0 ? {} : { sketch }),
  };
  return { profile, printed: readPrinted(all) };
}

/** Where nothing else is known, the stack is the printed text: the error often stands in it. */
function printedBy({ output, stack = '' }: FailureReport): string {
  return output.trim() === '' ? stack.slice(0, longestStack) : openToolEnvelope(output).output;
}

function withoutSecrets(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n');
  return text.length > redactedAtOnce ? lines : redact(text).split('\n');
}

function withoutSecretsIn(chosen: readonly string[]): readonly string[] {
  return redactedLines(chosen, longestErrorLine);
}

/**
 * Lines that touch stay together; an empty line stands where others were left out.
 * @returns the lines that are read, and those most worth showing, the best first; none where all of it is read
 */
function tellingPart(lines: readonly string[], rank: (maxLines: number) => readonly number[]) {
  if (lines.length <= readAtOnce) return { lines, best: [] };
  const ranked = rank(partRead);
  const part: string[] = [];
  const places = new Map<number, number>();
  let last = -1;
  for (const index of ranked.toSorted((left, right) => left - right)) {
    if (index !== last + 1) part.push('');
    places.set(index, part.length);
    part.push(lines[index] ?? '');
    last = index;
  }
  return { lines: part, best: ranked.flatMap((index) => places.get(index) ?? []) };
}

function framesOf(
  { stack, worktree }: FailureReport,
  lines: readonly string[],
  near: number,
): readonly StackFrame[] {
  const told = stack === undefined ? [] : withoutSecrets(terminalLines(stack.slice(0, longestStack)));
  const frames = stackFrames(told, told.length, worktree);
  return (frames.length > 0 ? frames : stackFrames(lines, near, worktree)).map((frame) => ({
    path: redact(frame.path),
    ...optional('function', frame.function && redact(frame.function)),
  }));
}

function fileOf({ file, worktree }: FailureReport): string | undefined {
  return file === undefined ? undefined : projectPath(redact(file).slice(0, longestReadLine), worktree);
}

/** Sorted, in lower case; of versions, the part that decides whether two are compatible. */
function environmentOf({ environment = [] }: FailureReport): readonly string[] | undefined {
  const facts = environment
    .slice(0, mostFacts)
    .map((fact) => redact(fact).slice(0, longestFacts).trim().toLowerCase().replace(/\s+/g, ' '))
    .map((fact) => fact.replace(/\b(v?\d{1,4}\.\d{1,4})\.\d[\w.+-]{0,30}/g, '$1'))
    .filter((fact) => fact !== '');
  return facts.length === 0 ? undefined : [...new Set(facts)].sort();
}

function optional<K extends string, T>(name: K, value: T | undefined): { readonly [Name in K]?: T } {
  return (value === undefined || value === '' ? {} : { [name]: value }) as { readonly [Name in K]?: T };
}

function excerptOf(lines: readonly string[], indices: readonly number[]): RedactedText {
  const text = redactedLines(
    indices.map((index) => lines[index] ?? ''),
    longestExcerptLine,
  );
  // A secret of several lines became one: there is no telling any more where the gaps were.
  if (text.length !== indices.length) return redact(text.join('\n'));
  const parts = indices.flatMap((index, place) => {
    const before = indices[place - 1];
    const touches = before === undefined || lines.slice(before + 1, index).every((line) => line === '');
    return touches ? [text[place] ?? ''] : [gap, text[place] ?? ''];
  });
  return redact(parts.join('\n'));
}

function redactedLines(lines: readonly string[], longest: number): readonly string[] {
  if (lines.length === 0) return [];
  return redact(lines.map((line) => cut(line, longestRedactedLine)).join('\n'))
    .split('\n')
    .map((line) => cut(line, longest));
}

/** The start of a line, up to a place between two words where there is one: half a secret is not known as one. */
function cut(line: string, characters: number): string {
  if (line.length <= characters) return line;
  const start = line.slice(0, characters);
  const space = start.lastIndexOf(' ');
  return space > characters / 2 ? start.slice(0, space) : start.toWellFormed();
}

/** Question to the memories, without secrets. */
export interface QueryProfile {
  /** The question in words; empty when only a failure was given. */
  readonly words: RedactedText;
  readonly failure?: FailureProfile | undefined;
  /** The failing command line, as it was typed. */
  readonly command?: RedactedText | undefined;
  /** All that the failing command printed; never kept. */
  readonly printed?: PrintedOutput | undefined;
  /** The command showed only a part of its program's output. */
  readonly isCut?: boolean;
  /** One line for receipts. */
  readonly summary: RedactedText;
}

const longestWords = 20_000;
const longestSummary = 200;
const longestCommand = 2_000;

export function profileQuery(request: {
  readonly query?: string | undefined;
  readonly failure?: FailureReport | undefined;
}): QueryProfile {
  const words = redact((request.query ?? '').slice(0, longestWords).trim());
  const read = request.failure && readFailure(request.failure);
  const failure = read?.profile;
  const line = words.split('\n', 1)[0] || describe(failure);
  const summary = redact(line.length > longestSummary ? `${line.slice(0, longestSummary)}…` : line);
  const command = request.failure?.command;
  return {
    words,
    summary,
    failure,
    printed: read?.printed,
    ...(command !== undefined && showsPart(command) ? { isCut: true } : {}),
    command: command === undefined ? undefined : redact(command.slice(0, longestCommand)),
  };
}

function describe(failure: FailureProfile | undefined): string {
  return [failure?.command?.family, failure?.errorLines[0]].filter(Boolean).join(': ');
}
