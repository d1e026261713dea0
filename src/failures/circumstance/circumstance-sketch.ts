import { type HashKey, keyedHash } from '../../text/keyed-hash.ts';

/** What is known of one line that passing runs print, under a keyed hash of it. Its text is nowhere. */
interface SketchedLine {
  /** Sessions in which a run that passed printed it, and in which one that failed did; both end at {@link mostCounted}. */
  readonly passed: number;
  readonly failed: number;
  /** Keyed hashes of the last such sessions. */
  readonly passedIn: number;
  readonly failedIn: number;
}

/** What the runs of one command family in one repository print whether they pass or not; the latest line comes last. */
export type CircumstanceSketch = ReadonlyMap<number, SketchedLine>;

/** A run, as far as it teaches circumstance. */
export interface TaughtRun {
  readonly passed: boolean;
  /** Lines that might say why a command failed, masked and redacted, each once. */
  readonly lines: readonly string[];
  /** Of the agent; runs without one count as one session. */
  readonly session?: string | undefined;
}

export const emptyCircumstance: CircumstanceSketch = new Map();

const version = 1;
const numbersOfLine = 5;
/** Lines that are kept of a command family: at most 22 kB. */
export const mostSketched = 512;
/** Of one run, so that none drives out what others have taught. */
const mostOfRun = 128;
const mostCounted = 255;
/** One run may have passed by mistake: a pipe hides an exit status. */
const fewestSessions = 2;
/** A line that nearly only failing runs print was once taken for that of a passing one. */
const mostFailedShare = 4;

/**
 * The sketch after one more run, or the same one when the run teaches nothing new. Only a run that passed adds lines: what a
 * failing one prints can but speak for a line.
 */
export function learnRun(sketch: CircumstanceSketch, run: TaughtRun, key: HashKey): CircumstanceSketch {
  const session = keyedHash(key, `session ${run.session ?? ''}`);
  const learned = new Map(sketch);
  let isNew = false;
  for (const line of run.lines.slice(0, mostOfRun)) {
    const hash = keyedHash(key, line);
    const next = countLine(learned.get(hash), run.passed, session);
    if (next === undefined) continue;
    isNew = true;
    learned.delete(hash);
    learned.set(hash, next);
  }
  if (!isNew) return sketch;
  for (const hash of learned.keys()) {
    if (learned.size <= mostSketched) break;
    learned.delete(hash);
  }
  return learned;
}

/** Undefined where nothing changes: the session has been counted, or a failing run prints what none that passed did. */
function countLine(
  known: SketchedLine | undefined,
  hasPassed: boolean,
  session: number,
): SketchedLine | undefined {
  if (known === undefined)
    return hasPassed ? { passed: 1, failed: 0, passedIn: session, failedIn: 0 } : undefined;
  const { passed, failed, passedIn, failedIn } = known;
  if (hasPassed)
    return passedIn === session ? undefined : { ...known, passed: more(passed), passedIn: session };
  return failedIn === session ? undefined : { ...known, failed: more(failed), failedIn: session };
}

function more(count: number): number {
  return Math.min(mostCounted, count + 1);
}

/** Whether a line, masked and redacted, is one that passing runs of at least two sessions print. */
export function isCircumstance(sketch: CircumstanceSketch, line: string, key: HashKey): boolean {
  if (sketch.size === 0) return false;
  const known = sketch.get(keyedHash(key, line));
  return (
    known !== undefined && known.passed >= fewestSessions && known.failed <= mostFailedShare * known.passed
  );
}

/** How many lines of it count as circumstance. */
export function countCircumstance(sketch: CircumstanceSketch): number {
  return [...sketch.values()].filter(
    ({ passed, failed }) => passed >= fewestSessions && failed <= mostFailedShare * passed,
  ).length;
}

/** As it is kept: a version, then five numbers a line. */
export function writeSketch(sketch: CircumstanceSketch): string {
  const numbers = [...sketch].flatMap(([hash, { passed, failed, passedIn, failedIn }]) => [
    hash,
    passed,
    failed,
    passedIn,
    failedIn,
  ]);
  return JSON.stringify([version, ...numbers]);
}

/** What cannot be read, or is of a later version, is learned anew. */
export function readSketch(body: string | undefined): CircumstanceSketch {
  if (body === undefined) return emptyCircumstance;
  const numbers = parse(body);
  if (numbers[0] !== version || (numbers.length - 1) % numbersOfLine !== 0) return emptyCircumstance;
  const sketch = new Map<number, SketchedLine>();
  for (let at = 1; at < numbers.length; at += numbersOfLine) {
    const [hash = 0, passed = 0, failed = 0, passedIn = 0, failedIn = 0] = numbers.slice(
      at,
      at + numbersOfLine,
    );
    sketch.set(hash, { passed, failed, passedIn, failedIn });
  }
  return sketch;
}

function parse(body: string): readonly number[] {
  try {
    const read: unknown = JSON.parse(body);
    return Array.isArray(read) && read.every((one) => typeof one === 'number') ? read : [];
  } catch {
    return [];
  }
}
