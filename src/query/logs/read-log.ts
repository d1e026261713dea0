import type { PrintedOutput } from '../../model/failure.ts';
import { once } from '../../text/once.ts';
import { hashOfLine, hashOfName, namesIn, stableLine } from '../../text/output-lines.ts';
import { isHinted, type LineShape, strongestFirst, type Telling, uninteresting } from './line-shapes.ts';

/** Marks of a log line about its failure. Several may hold at once. */
export interface LineMarks {
  /** 0 if the line has no known shape. */
  readonly telling: Telling | 0;
  /** The next line with words is as informative. */
  readonly announces: boolean;
  /** A heading, with the failures below it: `Failures:`, `2 failing`. */
  readonly isHeading: boolean;
  /** One failure of a list, with its details below: `not ok 6`, `✖ boils`, `____ test_boils ____`. */
  readonly isItem: boolean;
  /** One failure of a list, without details: `test boils ... FAILED`. */
  readonly isStatus: boolean;
  /** A line that tools add after any failure: `make: *** Error 2`, `npm ERR! code ELIFECYCLE`. */
  readonly isEpilogue: boolean;
  readonly isWarning: boolean;
  /** The line starts with a place in a file: `README.md: 29: MD012 …`. */
  readonly isFinding: boolean;
  readonly isPassed: boolean;
  /** Written by the CI service, not by a command. */
  readonly isFurniture: boolean;
}

const readCharacters = 400;
/** Every line that can be marked, but has no hint of an error line, contains one of these. */
const markHint = /--- stderr|issues|problems|\[-\]|_{4}|={4}|-{4} |\*{3}|\.\w{1,8}(?::|\(| line ) ?\d/i;

const furniture =
  /^travis_(?:fold|time):|^Done\. Your build|^##\[(?!error)|^The command ".*exited with 0\.?$/;
const epilogue =
  /^(?:npm ERR!|npm error|error Command failed|g?make(?:\[\d+\])?: |ninja: |rake aborted|Tasks: TOP|\(See full trace|.{0,200}recipe for target|The command "|error: build failed|Makefile:\d+: |error: could not compile| ?ELIFECYCLE|.{0,80}exited with|Test failed\.\s+See above|BUILD FAILED|Build failed|.{0,30}exit(?:ed with)?(?: exit)? (?:code|status)|##\[error\]Process completed|ERROR: Job failed)/i;
const passed = /^\s*(?:✓|✔|√|ok\b|\[\+\]|PASS)|\b(?:ok|PASSED|passed|SUCCESS)\b(?: *\[ *\d+%\])?\s*$/;
const heading =
  /^\W*(?:FAILURES?|Failures?|ERRORS?|Failed (?:tests?|examples|specs)|Issues|Problems?|\d+ (?:failing|failed)|There (?:was|were) \d+ (?:failures?|errors?)|failed tests?)\b.{0,12}\W*$/i;
const item =
  /^\s*(?:not ok\b|[✗✕✖✘×☓●❌]\s?\S|\[-\] |\(not ok\)|\d{1,3}\) \S|-{4} \S.* -{4}$|_{4,} \S.* _{4,}$|={4,} (?:FAIL|ERROR))|\*\*\* FAILED \*\*\*/;
/** A line with a mark that says by itself that it failed is a sentence about all, and no name of a list. */
const verdict =
  /^\s*[✗✕✖✘×☓●❌]\s?.*\b(?:failed|failure|errors?|unsuccessful(?:ly)?|not (?:run|finish|complete)\w*)\b/i;
const status =
  /^\S+(?:::\S+)? (?:FAILED|ERROR|FAIL)\b|^test \S+ \.\.\. FAILED|\.{2,} ?(?:FAILED|FAIL|failed|not ok)\b/;
const warning = /\bwarn(?:ing)?s?\b|deprecat/i;
const finding = /^\s*[\w@./\\+-]+\.\w{1,8}(?::|\(| line )\s?\d+/;

/** Whether a line can have a mark other than passed or furniture. This cheap test decides for most lines. */
export function mayBeMarked(line: string): boolean {
  const text = line.length > readCharacters ? line.slice(0, readCharacters) : line;
  return isHinted(text) || markHint.test(text);
}

function marksOf(line: string): LineMarks {
  const text = line.slice(0, readCharacters);
  const shape = shapeOf(text);
  const isPassed = passed.test(text);
  return {
    telling: shape?.telling ?? 0,
    announces: shape?.announces ?? false,
    isHeading: heading.test(text),
    isItem: item.test(text) && !isPassed,
    isStatus: status.test(text),
    isEpilogue: epilogue.test(text),
    isWarning: warning.test(text),
    isFinding: finding.test(text),
    isPassed,
    isFurniture: furniture.test(text),
  };
}

export function namesOneFailure(line: string): boolean {
  const text = line.slice(0, readCharacters);
  return status.test(text) || (item.test(text) && !passed.test(text) && !verdict.test(text));
}

/** Whether a line says that something went well, only warns, or was written by the CI service. */
export function saysNoFailure(line: string): boolean {
  const text = line.slice(0, readCharacters);
  return passed.test(text) || warning.test(text) || furniture.test(text);
}

function shapeOf(text: string): LineShape | undefined {
  if (!mayBeMarked(text) || uninteresting.some((shape) => shape.test(text))) return undefined;
  return strongestFirst().find(({ shape }) => shape.test(text));
}

/** The lines of an output that hold words, with their marks. A mark is computed when it is first asked for. */
export class ReadLog {
  readonly lines: readonly string[];
  /** Indices of the lines that hold words. */
  readonly written: readonly number[];
  readonly #marks = new Map<number, LineMarks>();

  constructor(lines: readonly string[]) {
    this.lines = lines;
    const written: number[] = [];
    for (const [index, line] of lines.entries()) if (line !== '') written.push(index);
    this.written = written;
  }

  get size(): number {
    return this.written.length;
  }

  text(place: number): string {
    return this.lines[this.written[place] ?? -1] ?? '';
  }

  /** Number of empty lines before a line. */
  gapBefore(place: number): number {
    const index = this.written[place];
    return index === undefined ? 0 : index - (this.written[place - 1] ?? -1) - 1;
  }

  marks(place: number): LineMarks {
    let marks = this.#marks.get(place);
    if (marks === undefined) {
      marks = this.#announced(place, marksOf(this.text(place)));
      this.#marks.set(place, marks);
    }
    return marks;
  }

  /** A line that `Caused by:` announces is the cause. */
  #announced(place: number, marks: LineMarks): LineMarks {
    if (marks.announces || place === 0 || marks.telling === 4) return marks;
    const above = this.text(place - 1);
    return above.length < 200 && marksOf(above).announces ? { ...marks, telling: 4 } : marks;
  }
}

/** The part of a log that one failing command wrote: from the line that started it to the line that says it failed. */
export interface FailingSection {
  readonly start: number;
  readonly end: number;
}

const mostSections = 20;
const furthestStart = 50_000;
/** How CI services report that a command failed. */
const ends =
  /" (?:exited with [1-9]|failed and exited with [1-9])|^##\[error\]Process completed|^ERROR: Job failed/;
const starts = /^travis_(?:time|fold):start|^\$ |^##\[group\]/;
const command = /The command "([^"]{3,60})/;

/**
 * Finds the sections of a job's log whose command failed. Keeps the last ones if there are many. An output without such
 * marks has none.
 * @param hinted indices of lines that may report a failure
 */
export function failingSections(log: ReadLog, hinted: readonly number[]): readonly FailingSection[] {
  const found = hinted.filter((place) => ends.test(log.text(place))).slice(-mostSections);
  const last = found.at(-1);
  if (last === undefined) return [];
  const started: number[] = [];
  for (let place = last - 1; place >= Math.max(0, last - furthestStart); place--)
    if (starts.test(log.text(place))) started.push(place);
  return found.map((end) => ({ start: startOf(log, end, started), end }));
}

/** Finds the line that echoes the command, or else the nearest line at which any command started. */
function startOf(log: ReadLog, end: number, started: readonly number[]): number {
  const typed = command.exec(log.text(end))?.[1]?.slice(0, 30);
  const before = started.filter((place) => place < end);
  const echo = before.find((place) => typed === undefined || log.text(place).startsWith(`$ ${typed}`));
  return echo ?? before[0] ?? 0;
}

/** A command's output as an agent's tool reports it. The first lines may belong to the tool. */
interface ToolEnvelope {
  readonly output: string;
  readonly exitCode?: number;
}

const longestEnvelope = 400;
/** Claude Code: `Exit code 1`. Codex: `Exit code: 1`, `Wall time: …`, `Output:`, or `Process exited with code 1`. */
const exitLine = /^(?:Exit code:?|Process exited with code) (-?\d{1,10})[ \t]*(?:\r?\n|$)/m;
const toolLines =
  /^(?:(?:Chunk ID|Wall time|Original token count|Total output lines):[^\n]*\n|Exit code:? -?\d+[ \t]*(?:\r?\n|$)|Process exited with code -?\d+[ \t]*(?:\r?\n|$))+/;
const outputMark = /^Output:[ \t]*(?:\r?\n|$)/;

/** Removes the lines that an agent's tool adds before the output, and reads the exit code in them. */
export function openToolEnvelope(report: string): ToolEnvelope {
  const lead = toolLines.exec(report.slice(0, longestEnvelope))?.[0];
  if (lead === undefined) return { output: report };
  const code = exitLine.exec(lead)?.[1];
  return {
    output: report.slice(lead.length).replace(outputMark, ''),
    ...(code === undefined ? {} : { exitCode: Number(code) }),
  };
}

const longestRead = 400;
const longestNamed = 2_000;
const readWhole = 400;

/** Everything that the failing command printed, searched for a known failure's words: read on demand. */
export function readPrinted(lines: readonly string[]): PrintedOutput {
  const distinct = once(() => [...new Set(lines)]);
  const isShort = lines.length <= readWhole;
  const printedLines = once(
    () =>
      new Set(
        distinct()
          .filter((line) => line.length < longestRead && (isShort || mayBeMarked(line)))
          .map((line) => hashOfLine(stableLine(line))),
      ),
  );
  const names = once(() => {
    const found = new Set<number>();
    for (const line of distinct())
      for (const name of namesIn(line.slice(0, longestNamed))) {
        found.add(hashOfName(name));
        // The last name of an absolute path.
        if (name.includes('/')) found.add(hashOfName(name.slice(name.lastIndexOf('/') + 1)));
      }
    return found;
  });
  return { hasLine: (hash) => printedLines().has(hash), hasName: (hash) => names().has(hash) };
}
