import { type SketchMark, sketchEntry, sketchMarks } from '../../model/failure-sketch.ts';
import { maskVolatile } from '../../text/mask-volatile.ts';
import { hashOfName, namesIn, wordsIn } from '../../text/output-tokens.ts';
import { mayBeMarked, namesOneFailure, saysNoFailure } from '../logs/line-marks.ts';
import { fillerAmong } from './filler-among.ts';
import { saysWhy } from './says-why.ts';
import { valuesIn } from './values-in.ts';
import { isWrapperLine } from './wrapper-lines.ts';

/** The best lines that say why; more of them are circumstance as often as cause. */
const spineLines = 12;
const fewestSayingWhy = 2;
const longestLine = 300;
const mostTelling = 600;
const mostEntries = 500;
/** `TestLid`, `read_config`, `src/lid.c`, `no-shadow`: nobody says it by chance. */
const madeUp = /[_/\d-]|\w\.\w|\p{Ll}\p{Lu}/u;
const place = /\/|\.[A-Za-z]\w{0,7}$|^test/i;

/**
 * What a failure said, as marked hashes: the words of the lines that say best why it failed, and the names and values in all lines
 * of the output that say that something is wrong. What wrappers say of the end of what they ran is left out, and so are lists of
 * what went well.
 *
 * @param ranked indices of the most informative lines, the best first
 * @param withoutSecrets takes secrets out of lines that are chosen
 */
export function sketchFailure(
  lines: readonly string[],
  ranked: readonly number[],
  withoutSecrets: (lines: readonly string[]) => readonly string[] = (chosen) => chosen,
): readonly number[] {
  const best = withoutSecrets(bestLines(lines, ranked));
  const spine = spineOf(best);
  const sketch = new Sketch();
  for (const line of spine) for (const { hash } of wordsIn(line)) sketch.mark(hash, 'spine');
  for (const line of spine) sketch.markNames(line, 'finding');
  for (const line of best.slice(0, spineLines)) sketch.markNames(line);
  for (const line of best.filter(saysWhy))
    for (const value of valuesIn(line)) sketch.mark(hashOfName(value), 'value');
  const { items, others } = tellingLines(lines);
  for (const line of withoutSecrets(items)) sketch.markNames(line, 'finding');
  for (const line of withoutSecrets(others)) sketch.markNames(line);
  return sketch.entries();
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
      if (finding !== undefined && madeUp.test(text)) this.mark(hash, finding);
    }
  }

  entries(): readonly number[] {
    return [...this.#marks].map(([hash, marks]) => sketchEntry(hash, marks)).sort((a, b) => a - b);
  }
}

function bestLines(lines: readonly string[], ranked: readonly number[]): readonly string[] {
  const printed = ranked.map((index) => lines[index] ?? '');
  const filler = fillerAmong(lines, printed);
  const masked = (kept: readonly string[]) => [...new Set(kept.map((line) => maskVolatile(cut(line))))];
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
  for (let at = lines.length - 1; at >= 0 && items.size + others.size < mostTelling; at--) {
    const printed = lines[at] ?? '';
    if (read.has(printed) || !mayBeMarked(printed)) continue;
    read.add(printed);
    if (saysNoFailure(printed) || isWrapperLine(printed)) continue;
    const isItem = namesOneFailure(printed);
    const line = maskVolatile(cut(printed));
    if (isItem) items.add(line);
    else if (saysWhy(line)) others.add(line);
  }
  return { items: [...items], others: [...others] };
}

/** Of a long line the start, without a word that is cut in two. */
function cut(line: string): string {
  return line.length <= longestLine ? line : line.slice(0, longestLine).replace(/\S*$/, '');
}
