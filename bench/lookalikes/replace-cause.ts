import type { SeededRandom } from '../doors/seeded-random.ts';
import type { MarkedFailure } from './marked-failures.ts';

/** A kind of thing that tells one cause from another, where it stands and how another of its kind is made. */
interface TellingKind {
  readonly name: string;
  /** Only in lines like this. */
  readonly within?: RegExp;
  /** Its first group, or else all of it, is the thing. */
  readonly shape: RegExp;
  readonly replace: (thing: string, random: SeededRandom) => string;
}

export interface ChangedCase {
  readonly change: string;
  readonly text: string;
}

const stems = [
  'zephyr',
  'quartz',
  'lumen',
  'orchid',
  'falcon',
  'cobalt',
  'saffron',
  'juniper',
  'walrus',
  'tundra',
];
const statuses = ['400', '401', '403', '404', '409', '422', '429', '500', '502', '503'];
const mostKinds = 3;

const kinds: readonly TellingKind[] = [
  { name: 'url', shape: /https?:\/\/[\w.-]+(?:\/[\w./%~+-]*[\w/])?/g, replace: otherWord },
  {
    name: 'package',
    shape: /@[a-z0-9-]+\/[a-z0-9-]+|\b([a-z][a-z0-9-]+)@\^?\d+(?:\.\d+)*/g,
    replace: otherWord,
  },
  {
    name: 'file',
    shape: /(?:[\w.@+-]+\/)*[A-Za-z_][\w@+-]*\.(?:[a-z][a-z+]{0,4}|java|scala|swift|proto)\b/g,
    replace: otherFile,
  },
  { name: 'version', shape: /(?<![\w.])v?\d+\.\d+(?:\.\d+)+\b/g, replace: otherDigit },
  {
    name: 'status',
    shape: /\b(?:HTTP(?:\/[\d.]+)?|status(?: code)?|response|code)[ :=]+([45]\d\d)\b/gi,
    replace: (thing, random) => random.pick(statuses.filter((status) => status !== thing)),
  },
  {
    name: 'value',
    within: /expect|actual|assert|received|but (?:was|got)|==|!=|to (?:be|equal)/i,
    shape:
      /(?<![\w.:/#-])(-?\d+(?:\.\d+)?)(?![\w.:/-]| ?(?:m?s|secs?|seconds?|minutes?|tests?|assertions?|examples?|passed|failed|pass|failures?)\b)/g,
    replace: otherDigit,
  },
  {
    name: 'rule',
    shape: /\b[A-Z]{1,5}\d{2,5}\b|(?<= )(?:@?[a-z-]+\/)?[a-z]+(?:-[a-z]+)+$|\[([a-z]+(?:[-/][a-z]+)+)\]/gm,
    replace: otherRule,
  },
  { name: 'key', shape: /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g, replace: otherWord },
  {
    name: 'symbol',
    shape: /\b[a-z]+(?:[A-Z][a-z0-9]+)+\b|\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+\b|\b[a-z]+(?:_[a-z0-9]+)+\b/g,
    replace: otherWord,
  },
  { name: 'module', shape: /['"`‘]([A-Za-z][\w./-]{2,})['"`’]/g, replace: otherWord },
];

/** Lines of what is marked that say what is wrong; not what a task runner says of the exit, nor what went well. */
const saysWhat =
  /error|fail|cannot|can't|could not|unable|not found|missing|undefined|unknown|unexpected|expected|invalid|assert|denied|refused|no such|exception|panic|==|!=|unused|undeclared|warning/i;
const saysNothing =
  /^\s*(?:npm ERR!|g?make(?:\[\d+\])?:|##\[|The command "|error Command failed)|exit(?:ed)?(?: with)? (?:code|status)|\bok\b|\bpass(?:ed)?\b|success/i;
const kindOfFailure = /(?:Error|Exception|Failure|Warning)$/;

/** The same failure with one telling thing of its cause replaced everywhere; of up to three kinds of things. */
export function replaceCauses(failure: MarkedFailure, random: SeededRandom): readonly ChangedCase[] {
  const lines = failure.marked
    .split(/\r?\n/)
    .filter((line) => saysWhat.test(line) && !saysNothing.test(line));
  const found = random.shuffle(kinds).flatMap((kind): readonly ChangedCase[] => {
    const things = [...new Set(thingsOf(kind, lines))].filter((thing) => failure.text.includes(thing));
    if (things.length === 0) return [];
    const thing = random.pick(things);
    const text = replaceThing(failure.text, thing, kind.replace(thing, random));
    return text === failure.text ? [] : [{ change: kind.name, text }];
  });
  return found.slice(0, mostKinds);
}

function thingsOf({ within, shape }: TellingKind, lines: readonly string[]): readonly string[] {
  return lines
    .filter((line) => within === undefined || within.test(line))
    .flatMap((line) => [...line.matchAll(shape)].map(([all, group]) => group ?? all))
    .filter((thing) => thing.length >= 1 && !kindOfFailure.test(thing));
}

/** Everywhere that it stands as a whole. */
function replaceThing(text: string, thing: string, other: string): string {
  const literal = thing.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\w])${literal}(?![\\w])`, 'g'), () => other);
}

/** One word of a name is another one: `readConfig` is `readQuartz`, `MAX_SIZE` is `MAX_LUMEN`. */
function otherWord(thing: string, random: SeededRandom): string {
  const words = [...thing.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].filter(
    ([word]) => !/^https?$|^www$/.test(word),
  );
  const word = words.at(-1);
  if (word === undefined) return `${thing}${random.pick(stems)}`;
  return thing.slice(0, word.index) + inCaseOf(word[0], random) + thing.slice(word.index + word[0].length);
}

function inCaseOf(word: string, random: SeededRandom): string {
  const stem = random.pick(stems.filter((one) => one !== word.toLowerCase()));
  if (word === word.toUpperCase() && word.length > 1) return stem.toUpperCase();
  return /^[A-Z]/.test(word) ? `${stem[0]?.toUpperCase()}${stem.slice(1)}` : stem;
}

function otherFile(thing: string, random: SeededRandom): string {
  const dot = thing.lastIndexOf('.');
  return otherWord(thing.slice(0, dot), random) + thing.slice(dot);
}

function otherDigit(thing: string, random: SeededRandom): string {
  const digits = [...thing.matchAll(/\d/g)];
  const digit = digits.at(-1);
  if (digit === undefined) return thing;
  const other = (Number(digit[0]) + 1 + random.below(8)) % 10;
  return thing.slice(0, digit.index) + other + thing.slice(digit.index + 1);
}

function otherRule(thing: string, random: SeededRandom): string {
  return /\d/.test(thing) ? otherDigit(thing, random) : otherWord(thing, random);
}
