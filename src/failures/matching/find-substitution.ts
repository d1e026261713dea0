import { doesSayWhy, type ReadExcerpt, type ReadLine } from './read-excerpt.ts';

/** What one failure has in the place where the other has something else. */
export interface Substitution {
  readonly asked: string;
  readonly known: string;
}

interface Options {
  /**
   * Lines of all that the failure at hand printed in which a word stands. What it did print, it merely printed elsewhere, and was
   * not replaced; where a line says why, in another line that says why.
   */
  readonly linesWith?: (word: string) => readonly string[];
  /** Where it was met does not matter: names of files and tests are no substitutions. */
  readonly anywhere?: boolean;
}

/** Share of the words of two lines that must be the same, in their order, for the others to stand in one place. */
const sameFrame = 0.5;
const comparedWords = 60;
const number = /^-?\d/;
const version = /^\d+\.\d+\.\d/;
/** In such lines numbers are values; elsewhere they count or measure something. */
const comparesValues =
  /expect|actual|assert|\bgot\b|received|[!=]==?|\bwant|\bleft\b|\bright\b|should|to (?:be|equal)|status|http|\bcode\b|version|errno|signal|argument/i;
const wholeName = /[\w$@.+/:-]*[\w$]/g;
const betweenWords = /[^\w$]+/;
/** `812 examples, 3 failures`, `Tests run: 812, Failures: 3`: how much went well is circumstance. */
const counted =
  'tests?|assertions?|failures?|errors?|examples?|passed|failed|passing|failing|skipped|pending|ignored|suites?|specs?|checks|total';
const tally = new RegExp(`\\b\\d+ (?:${counted})\\b|\\b(?:${counted})(?: run)?[:=] ?\\d+`, 'gi');
const fewestTallied = 2;
const name = /[\w@.+-]*[\w@+-][./:\\][\w@.+/:\\<>[\]-]*\w/g;

/**
 * A telling word of the failure at hand that stands where the known one has another: another module, value, status, version, rule
 * or file in a line that otherwise reads the same; or each says something that the other has no line for. Lines that both have, and
 * what only one of them has, say nothing.
 */
export function findSubstitution(
  asked: ReadExcerpt,
  known: ReadExcerpt,
  { linesWith = () => [], anywhere = false }: Options = {},
): Substitution | undefined {
  const isPrinted = (word: string, { text }: ReadLine, isTold: boolean): boolean => {
    const lines = linesWith(nameAround(word, text));
    return isTold ? lines.some(doesSayWhy) : lines.length > 0;
  };
  const own = onlyIn(asked, known);
  const others = onlyIn(known, asked);
  const unmatched: ReadLine[] = [];
  const matched = new Set<ReadLine>();
  for (const line of own) {
    const found = mostAlike(line, others);
    if (found === undefined) {
      if (line.saysWhy) unmatched.push(line);
      continue;
    }
    matched.add(found.line);
    const places = anywhere ? new Set([...placesIn(line), ...placesIn(found.line)]) : new Set<string>();
    const isTold = line.saysWhy || found.line.saysWhy;
    const tells = (word: string, within: ReadLine) =>
      !places.has(word) && (!number.test(word) || version.test(word) || holdsValues(within));
    for (const { left, right } of found.gaps) {
      const one = left.find((word) => tells(word, line));
      const other = right.find((word) => tells(word, found.line) && !isPrinted(word, found.line, isTold));
      if (one !== undefined && other !== undefined) return { asked: one, known: other };
    }
  }
  const lacking = others.find(
    (line) => line.saysWhy && !matched.has(line) && !line.words.every((word) => isPrinted(word, line, true)),
  );
  const [first] = unmatched;
  if (first === undefined || lacking === undefined || anywhere) return undefined;
  return { asked: shorten(first.text), known: shorten(lacking.text) };
}

/** `lid` may stand anywhere, `src/lid.c` not: a word is looked for as a part of the name that it is a part of. */
function nameAround(word: string, text: string): string {
  const names = text.match(wholeName) ?? [];
  return names.find((whole) => whole.split(betweenWords).includes(word)) ?? word;
}

function holdsValues({ text, saysWhy }: ReadLine): boolean {
  return saysWhy && comparesValues.test(text) && new Set(text.match(tally)).size < fewestTallied;
}

function onlyIn({ lines }: ReadExcerpt, other: ReadExcerpt): readonly ReadLine[] {
  const there = new Set(other.lines.map(({ text }) => text));
  return lines.filter(({ text }) => !there.has(text));
}

/** Words of the names that say where: paths, tests in files. */
function placesIn({ text }: ReadLine): readonly string[] {
  return (text.match(name) ?? []).flatMap((place) => place.match(/[\w$]+/g) ?? []);
}

interface Aligned {
  readonly line: ReadLine;
  readonly gaps: readonly Gap[];
}

/** Words that each has between two that both have. */
interface Gap {
  readonly left: readonly string[];
  readonly right: readonly string[];
}

function mostAlike(line: ReadLine, others: readonly ReadLine[]): Aligned | undefined {
  let best: Aligned | undefined;
  let most = 0;
  const words = line.words.slice(0, comparedWords);
  for (const other of others) {
    const theirs = other.words.slice(0, comparedWords);
    const longest = Math.max(words.length, theirs.length);
    if (Math.min(words.length, theirs.length) < sameFrame * longest) continue;
    const { shared, gaps } = alignWords(words, theirs);
    if (shared < sameFrame * longest || shared / longest <= most) continue;
    most = shared / longest;
    best = { line: other, gaps };
  }
  return best;
}

/** Along a longest common subsequence. */
function alignWords(
  left: readonly string[],
  right: readonly string[],
): { readonly shared: number; readonly gaps: readonly Gap[] } {
  const width = right.length + 1;
  const lengths = new Uint8Array((left.length + 1) * width);
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        left[i] === right[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
  const gaps: Gap[] = [];
  let [fromLeft, fromRight] = [0, 0];
  let [i, j] = [0, 0];
  const close = () => {
    if (i > fromLeft && j > fromRight)
      gaps.push({ left: left.slice(fromLeft, i), right: right.slice(fromRight, j) });
  };
  while (i < left.length && j < right.length) {
    if (left[i] === right[j]) {
      close();
      [fromLeft, fromRight] = [++i, ++j];
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++;
    else j++;
  }
  [i, j] = [left.length, right.length];
  close();
  return { shared: lengthAt(0, 0), gaps };
}

const longestShown = 60;

function shorten(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
