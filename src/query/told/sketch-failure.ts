import type { FailureProfile, FailureSketch } from '../../model/failure.ts';
import {
  hashOfLine,
  hashOfName,
  hashText,
  isNumber,
  namesIn,
  readLine,
  stableLine,
} from '../../text/output-lines.ts';
import { commonInFailures } from '../../text/words.ts';
import { rankLines } from '../logs/error-excerpt.ts';
import { isWrapperLine, saysWhat, saysWhy, withoutReport } from '../logs/line-shapes.ts';
import { mayBeMarked, namesOneFailure, saysNoFailure } from '../logs/read-log.ts';
import { isExceptionType } from '../names/failure-entities.ts';

/** Lines are hashed but for their numbers. */
const form = 2;
/** The best lines that say why; more of them are circumstance as often as cause. */
const spineLines = 12;
/** With fewer words and names than that, lines that say why do not tell which failure it is. */
const fewestTelling = 2;
/** Least telling words and lines by whose number a failure is known, where no line says what is wrong. */
const fewestOfMany = 6;
const mostTelling = 600;
const mostWordings = 400;
/** Most lines of an output that are all read; of a longer one, only those that look like errors. */
const readWhole = 400;
/** Stands in an excerpt where lines were left out. */
const gap = '…';
const path = /[\w.@-]+(?:\/[\w.@-]+)+/g;
/** The file and line that a finding begins with. */
const placeBefore = /^\W{0,4}[\w@./\\+-]+\.[A-Za-z]\w{0,7}[:(]<line>\S* /;
const word = /[a-z_][a-z0-9_]+/gi;

interface SketchOptions {
  /** Takes secrets out of lines that are chosen. */
  readonly withoutSecrets?: (lines: readonly string[]) => readonly string[];
}

/**
 * Sketches a failure's reasons. Leaves out wrappers' reports on the end of their command, and lists of
 * successes.
 * @param ranked indices of the most informative lines, the best first
 */
export function sketchFailure(
  lines: readonly string[],
  ranked: readonly number[],
  { withoutSecrets = (chosen) => chosen }: SketchOptions = {},
): FailureSketch {
  const chosen = withoutSecrets(ranked.map((index) => lines[index] ?? ''));
  const telling = withoutSecrets(tellingLines(lines));
  const filler = fillerAmong(lines, [...new Set([...chosen, ...telling])]);
  const best = stable(
    firstNotEmpty(
      chosen.filter((line) => !isWrapperLine(line) && (!filler.has(line) || saysWhy(line))),
      chosen.filter((line) => !isWrapperLine(line)),
      chosen,
    ),
  );
  const told = stable(telling.filter((line) => !filler.has(line) || namesOneFailure(line)));
  const spine = spineOf(best);
  const sketch = new Sketch();
  for (const line of spine) sketch.read(line, { isTelling: true, withNumbers: saysWhat(line) });
  for (const line of told) sketch.read(line, { isTelling: true });
  for (const line of best) if (!saysNoFailure(line)) sketch.read(line, {});
  const kept = stable([...chosen, ...telling]);
  for (const line of kept) sketch.name(namesIn(line));
  return { ...sketch.write(spine, kept), ...(lines.length > readWhole ? {} : reasonsOf(spine)) };
}

function stable(lines: readonly string[]): readonly string[] {
  return [...new Set(lines.map(stableLine))].filter((line) => line !== '');
}

function firstNotEmpty(...choices: readonly (readonly string[])[]): readonly string[] {
  return choices.find((lines) => lines.length > 0) ?? [];
}

/** Lines among the best that say why, or which one of a list failed; all of them where those say too little. */
function spineOf(best: readonly string[]): readonly string[] {
  const first = best.slice(0, spineLines);
  const why = first.filter((line) => saysWhy(line) || namesOneFailure(line));
  if (countTelling(why) < fewestTelling) return first;
  return why.some(saysWhat) ? why : first.filter((line) => why.includes(line) || saysWhat(line));
}

/** How many words and names of some lines not any failure could say; a kind of error says little of which one it is. */
function countTelling(lines: readonly string[]): number {
  const words = lines.flatMap((line) => wordsIn(line));
  const names = lines.flatMap((line) =>
    readLine(line).filled.flatMap((name) => (name === undefined || isNumber(name) ? [] : name)),
  );
  const telling = [...words.filter((one) => !commonInFailures.has(one.toLowerCase())), ...names];
  return new Set(telling.filter((one) => !isExceptionType(one)).map((one) => one.toLowerCase())).size;
}

/** The same, of a failure that says what is wrong; a failure that says only that it ended badly tells nothing. */
function countTellingWhat(spine: readonly string[]): number {
  const lines = spine.map(withoutReport);
  const telling = countTelling(lines);
  const isTold = lines.some((line) => saysWhat(line) || namesFault(line));
  const isMuch = telling >= fewestOfMany && (lines.length >= fewestOfMany || spine.some(namesOneFailure));
  return isTold || isMuch ? telling : 0;
}

/** The lines that say what is wrong, or name a fault. A longer output may have others, which are not read. */
function reasonsOf(spine: readonly string[]): Pick<FailureSketch, 'reasons' | 'tellingReasons'> {
  const reasons = spine
    .filter((line) => saysWhat(line) || namesFault(line))
    .map((line) => line.replace(placeBefore, ''));
  return reasons.length === 0
    ? {}
    : { reasons: [...new Set(reasons.map(hashOfLine))], tellingReasons: countTelling(reasons) };
}

/** Whether a kind of error says more than that something ended badly: `KeyError`, `E0432`, not `CalledProcessError`. */
function namesFault(line: string): boolean {
  return wordsIn(line)
    .filter(isExceptionType)
    .some((type) => type.split(/(?=[A-Z][a-z])|_|\./).some((part) => !saysOnlyThat.has(part.toLowerCase())));
}

/** Parts of names of kinds of errors that any failing program could give: `TestFailure`, `CalledProcessError`. */
const saysOnlyThat: ReadonlySet<string> = new Set(
  (
    'error failure failed exception fault warning exit fatal panic abort aborted assertion ' +
    'called process command task build test script run uncaught unhandled err elifecycle'
  ).split(' '),
);

/** Name of the task, which a task runner puts before a line. */
const taskLabel = /^\s*\[[\w:.-]{1,60}\]\s*/;

/** Whether a line says only that something failed, or in which package, and so tells no failure from another. */
export function saysNothing(line: string): boolean {
  const bare = line.replace(taskLabel, '').replaceAll(/__[A-Z]+__/g, ' ');
  if (isWrapperLine(bare)) return true;
  const words = wordsIn(bare).map((one) => one.toLowerCase());
  return words.every((one) => commonInFailures.has(one) || saysOnlyThat.has(one));
}

function wordsIn(line: string): readonly string[] {
  return line.replace(path, ' ').replace(/<\w+>/g, ' ').match(word) ?? [];
}

/** Lines that say that something is wrong, the last of the output first. */
function tellingLines(lines: readonly string[]): readonly string[] {
  const read = new Set<string>();
  const telling: string[] = [];
  const isShort = lines.length <= readWhole;
  for (let at = lines.length - 1; at >= 0 && telling.length < mostTelling; at--) {
    const line = lines[at] ?? '';
    if (read.has(line) || !(isShort || mayBeMarked(line))) continue;
    read.add(line);
    if (saysNoFailure(line) || isWrapperLine(line)) continue;
    if (namesOneFailure(line) || saysWhy(stableLine(line))) telling.push(line);
  }
  return telling;
}

class Sketch {
  readonly #wordings = new Map<number, boolean>();
  readonly #places = new Map<number, Set<number>>();
  readonly #names = new Set<number>();

  /** @param withNumbers a count beside the reason is circumstance; the port, or the code, in it is not */
  read(line: string, { isTelling = false, withNumbers = false }): void {
    const { wording, filled } = readLine(line);
    if (!this.#wordings.has(wording) && this.#wordings.size >= mostWordings) return;
    this.#wordings.set(wording, isTelling || this.#wordings.get(wording) === true);
    for (const [at, name] of filled.entries()) {
      if (name === undefined || (isNumber(name) && !withNumbers)) continue;
      const place = placeIn(wording, at);
      const names = this.#places.get(place) ?? new Set();
      this.#places.set(place, names.add(hashOfName(name)));
    }
  }

  name(names: readonly string[]): void {
    for (const name of names) this.#names.add(hashOfName(name));
  }

  write(spine: readonly string[], kept: readonly string[]): FailureSketch {
    const hashes = new Set(spine.map(hashOfLine));
    const placed = new Set([...this.#places.values()].flatMap((names) => [...names]));
    return {
      form,
      spine: [...hashes],
      tellingWords: countTellingWhat(spine),
      lines: [...new Set(kept.map(hashOfLine))].filter((hash) => !hashes.has(hash)),
      wordings: [...this.#wordings].flatMap(([wording, isTelling]) => (isTelling ? [wording] : [])),
      places: [...this.#places].map(([place, names]) => [place, ...names]),
      names: [...this.#names].filter((name) => !placed.has(name)),
    };
  }
}

function placeIn(wording: number, at: number): number {
  return hashText(`${wording} ${at}`);
}

/** The sketch of a recorded failure. Of one without, or of an older form, the excerpt stands for all that it printed. */
export function sketchOf({ sketch, excerpt }: Pick<FailureProfile, 'sketch' | 'excerpt'>): FailureSketch {
  return sketch?.form === form ? sketch : sketchExcerpt(excerpt);
}

export function sketchExcerpt(excerpt: string): FailureSketch {
  const lines = excerpt.split('\n').filter((line) => line !== gap);
  return sketchFailure(lines, rankLines(lines)(lines.length));
}

const fewestRepeats = 8;
const mostRead = 10_000;

/**
 * Lines that begin and end alike many times are a list of successes: downloads, steps of progress, passing tests. Their
 * names say nothing about a failure.
 * @param lines all lines of the output
 * @param candidates those that are asked about
 */
export function fillerAmong(lines: readonly string[], candidates: readonly string[]): ReadonlySet<string> {
  const shapes = new Map(candidates.map((line) => [line, shapeOf(line)]));
  const counts = new Map([...shapes.values()].map((shape) => [shape, 0]));
  const distinct = new Set<string>();
  const beginnings = new Set([...shapes.values()].map((shape) => shape.charAt(0)));
  for (const line of lines.slice(-mostRead)) {
    // Most lines begin with another character: that takes a fifth of the time.
    if (!beginnings.has(beginningOf(line))) continue;
    const shape = shapeOf(line);
    const count = counts.get(shape);
    if (count === undefined || count >= fewestRepeats || distinct.has(line)) continue;
    distinct.add(line);
    counts.set(shape, count + 1);
  }
  return new Set(candidates.filter((line) => (counts.get(shapes.get(line) ?? '') ?? 0) >= fewestRepeats));
}

/** Its first and its last word, without numbers. */
function shapeOf(line: string): string {
  const text = line.trim();
  const first = text.indexOf(' ');
  if (first === -1) return withoutNumbers(text);
  return withoutNumbers(`${text.slice(0, first)} ${text.slice(text.lastIndexOf(' ') + 1)}`);
}

function beginningOf(line: string): string {
  const first = line.trimStart().charAt(0);
  return first >= '0' && first <= '9' ? '0' : first;
}

function withoutNumbers(text: string): string {
  return text.slice(0, 120).replace(/\d+/g, '0');
}
