import { type SketchMark, sketchEntry, sketchMarks } from '../../model/failure-sketch.ts';
import { maskVolatile } from '../../text/mask-volatile.ts';
import { hashOfName, namesIn, wordsIn } from '../../text/output-tokens.ts';
import { hasAsciiWords, patternFor } from '../../text/pattern-for.ts';
import { mayBeMarked, namesOneFailure, saysNoFailure } from '../logs/line-marks.ts';
import { cutLine } from './cut-line.ts';
import { fillerAmong } from './filler-among.ts';
import { saysWhy } from './says-why.ts';
import { valuesIn } from './values-in.ts';
import { isWrapperLine } from './wrapper-lines.ts';

/** The best lines that say why; more of them are circumstance as often as cause. */
const spineLines = 12;
const fewestSayingWhy = 2;
/** With fewer lines of its own a failure would say too little: then all lines count, whoever taught that they are circumstance. */
const fewestOfItsOwn = 2;
const mostTelling = 600;
const mostEntries = 500;
/** Of an output of so many lines each is read; of a longer one those that look like errors, and values of the best only. */
const readWhole = 400;
/** `TestLid`, `read_config`, `src/lid.c`, `no-shadow`: nobody says it by chance. */
const madeUp = /[_/\d-]|\w\.\w|[a-z][A-Z]/;
const madeUpInAnyScript = () => /[_/\d-]|\w\.\w|\p{Ll}\p{Lu}/u;
const place = /\/|\.[A-Za-z]\w{0,7}$|^test/i;

/** A failure's sketch, and what was left out of it. */
export interface FailureSketch {
  /** Hashes with marks. */
  readonly told: readonly number[];
  /** Lines that runs which passed print, too. */
  readonly circumstanceLines: number;
}

interface SketchOptions {
  /** Takes secrets out of lines that are chosen. */
  readonly withoutSecrets?: (lines: readonly string[]) => readonly string[];
  /** Whether a line, masked and redacted, is known from runs that passed (`circumstance-lines.ts`). */
  readonly isCircumstance?: ((line: string) => boolean) | undefined;
}

/**
 * What a failure said, as marked hashes: the words of the lines that say best why it failed, and the names and values in all lines
 * of the output that say that something is wrong; of a long one, the values of the best. What wrappers say of the end of what
 * they ran is left out, and so are lists of what went well, and what passing runs are known to print.
 *
 * @param ranked indices of the most informative lines, the best first
 */
export function sketchFailure(
  lines: readonly string[],
  ranked: readonly number[],
  { withoutSecrets = (chosen) => chosen, isCircumstance }: SketchOptions = {},
): FailureSketch {
  const { items, others } = tellingLines(lines);
  const telling = { items: withoutSecrets(items), others: withoutSecrets(others) };
  const circumstance = circumstanceAmong([...telling.items, ...telling.others], isCircumstance);
  const isItsOwn = (line: string) => !circumstance.has(line);
  // Taken out after lines were chosen: others would move up that the sketch of a known failure lacks.
  const best = withoutSecrets(bestLines(lines, ranked));
  const spine = someOf(spineOf(best), isItsOwn);
  const sketch = new Sketch();
  for (const line of spine) for (const { hash } of wordsIn(line)) sketch.mark(hash, 'spine');
  for (const line of spine) sketch.markNames(line, 'finding');
  for (const line of someOf(best.slice(0, spineLines), isItsOwn)) sketch.markNames(line);
  const [found, told] = [telling.items.filter(isItsOwn), telling.others.filter(isItsOwn)];
  const valued = lines.length <= readWhole ? [...best, ...found, ...told] : best;
  for (const line of new Set(valued.filter((one) => saysWhy(one) && isItsOwn(one))))
    for (const value of valuesIn(line)) sketch.mark(hashOfName(value), 'value');
  for (const line of found) sketch.markNames(line, 'finding');
  for (const line of told) sketch.markNames(line);
  return { told: sketch.entries(), circumstanceLines: circumstance.size };
}

/** Lines known from runs that passed; none where the failure would have too little of its own. */
function circumstanceAmong(
  telling: readonly string[],
  isCircumstance: SketchOptions['isCircumstance'],
): ReadonlySet<string> {
  if (isCircumstance === undefined) return new Set();
  const circumstance = new Set(telling.filter(isCircumstance));
  return telling.length - circumstance.size < fewestOfItsOwn ? new Set() : circumstance;
}

function isMadeUp(name: string): boolean {
  return patternFor(name, madeUp, madeUpInAnyScript, hasAsciiWords).test(name);
}

/** Those that pass the test, or all where none does. */
function someOf(lines: readonly string[], test: (line: string) => boolean): readonly string[] {
  const some = lines.filter(test);
  return some.length === 0 ? lines : some;
}

class Sketch {
  readonly #marks = new Map<number, number>();

  mark(hash: number, mark: SketchMark): void {
    const known = this.#marks.get(hash);
    if (known === undefined && this.#marks.size >= mostEntries) return;
    this.#marks.set(hash, (known ?? 0) | sketchMarks[mark]);
  }

  markNames(line: string, finding?: 'finding'): void {
    for (const { hash, text } of namesIn(line)) {
      this.mark(hash, 'name');
      if (place.test(text)) this.mark(hash, 'place');
      if (finding !== undefined && isMadeUp(text)) this.mark(hash, finding);
    }
  }

  entries(): readonly number[] {
    return [...this.#marks].map(([hash, marks]) => sketchEntry(hash, marks)).sort((a, b) => a - b);
  }
}

function bestLines(lines: readonly string[], ranked: readonly number[]): readonly string[] {
  const printed = ranked.map((index) => lines[index] ?? '');
  const filler = fillerAmong(lines, printed);
  const masked = (kept: readonly string[]) => [...new Set(kept.map((line) => maskVolatile(cutLine(line))))];
  const inner = printed.filter((line) => !isWrapperLine(line));
  const telling = inner.filter((line) => !filler.has(line) || saysWhy(line));
  return masked([telling, inner, printed].find((some) => some.length > 0) ?? []);
}

function spineOf(best: readonly string[]): readonly string[] {
  const first = best.slice(0, spineLines);
  const why = first.filter(saysWhy);
  return why.length >= fewestSayingWhy ? why : first;
}

interface TellingLines {
  /** Those that name one failure of a list. */
  readonly items: readonly string[];
  readonly others: readonly string[];
}

/** Lines that say that something is wrong, the last of the output first. */
function tellingLines(lines: readonly string[]): TellingLines {
  const read = new Set<string>();
  const items = new Set<string>();
  const others = new Set<string>();
  const isShort = lines.length <= readWhole;
  for (let at = lines.length - 1; at >= 0 && items.size + others.size < mostTelling; at--) {
    const printed = lines[at] ?? '';
    if (read.has(printed) || !(isShort || mayBeMarked(printed))) continue;
    read.add(printed);
    if (saysNoFailure(printed) || isWrapperLine(printed)) continue;
    const isItem = namesOneFailure(printed);
    const line = maskVolatile(cutLine(printed));
    if (isItem) items.add(line);
    else if (saysWhy(line)) others.add(line);
  }
  return { items: [...items], others: [...others] };
}
