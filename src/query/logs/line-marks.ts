import { isHinted, type LineShape, strongestFirst, type Telling, uninteresting } from './line-shapes.ts';

/** What a log line tells about its failure. Several marks may hold at once. */
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
  /** Starts a usage text; the error stands above it. */
  readonly isUsage: boolean;
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
const status =
  /^\S+(?:::\S+)? (?:FAILED|ERROR|FAIL)\b|^test \S+ \.\.\. FAILED|\.{2,} ?(?:FAILED|FAIL|failed|not ok)\b/;
const warning = /\bwarn(?:ing)?s?\b|deprecat/i;
const usage = /^\s*usage\b/i;
const finding = /^\s*[\w@./\\+-]+\.\w{1,8}(?::|\(| line )\s?\d+/;

/** Whether a line can have a mark other than passed or furniture. This cheap test decides for most lines. */
export function mayBeMarked(line: string): boolean {
  const text = line.length > readCharacters ? line.slice(0, readCharacters) : line;
  return isHinted(text) || markHint.test(text);
}

export function marksOf(line: string): LineMarks {
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
    isUsage: usage.test(text),
    isFinding: finding.test(text),
    isPassed,
    isFurniture: furniture.test(text),
  };
}

/** Whether a line names one failure of a list. */
export function namesOneFailure(line: string): boolean {
  const text = line.slice(0, readCharacters);
  return status.test(text) || (item.test(text) && !passed.test(text));
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
