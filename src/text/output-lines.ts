import { fnv1a } from './hashes.ts';

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const weekday = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}';

/**
 * Differences between two runs of one failure, and nothing else: values, statuses, versions and codes stay. The first
 * that fits wins. Each is bounded, so that no input makes them slow.
 */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}[-./]\d\d[-./]\d\d(?:[T _-]{1,3}\d\d[:_-]\d\d(?:[:_-]\d\d)?[\w.:+-]{0,16})?/g, '<time>'],
  [/\b\d{4}[-./]\d{1,2}[-./]\d{1,2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{4}\b|(?<=_)\d{8}_\d{6}(?!\d)/g, '<time>'],
  [/\b\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\b/g, '<time>'],
  [
    new RegExp(
      `\\b(?:${weekday},? )?(?:${month}\\.? \\d{1,2}(?:,? \\d{4}| \\d\\d:\\d\\d)?|\\d{1,2}[ -]${month}\\.?(?:[ -]\\d{2,4})?)\\b`,
      'gi',
    ),
    '<time>',
  ],
  [/<time>(?:[ ,]{1,2}(?:<time>|[AP]M\b|UTC\b|GMT\b|[+-]\d{4}\b|\d{4}\b)){1,5}/g, '<time>'],
  [
    /\b\d{1,12}(?:[.,]\d{1,12})? ?(?:ns|µs|us|ms|s|secs?|seconds?|m|mins?|minutes?|h|hours?|[kKMG]i?B|B|bytes)\b|\b\d{1,4}(?:\.\d{1,4})?%|(?<![\w.])\d{1,12}(?:\.\d{1,6})?[kKMGT]\b/g,
    '<amount>',
  ],
  [
    /\b0x[\da-f]{1,32}\b|\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b(?=[a-f]{0,64}\d)(?=\d{0,64}[a-f])[\da-f]{7,64}\b/gi,
    '<id>',
  ],
  [/\bpid[ :=]{1,3}\d{1,9}\b|\[\d{3,9}\]|\(\d{4,9}\)|==\d{2,9}==/gi, '<process>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g, '<address>'],
  // Ports from 32768 on are given out at random; another one below is another server.
  [/(?<=[\w\]>]):(?:3[3-9]|[4-6]\d)\d{3}\b/g, ':<port>'],
  // A finding stays the same when lines above it come and go.
  [/(?<=\.[A-Za-z]\w{0,7}[:(]\[?)\d{1,7}(?:[:,]\d{1,7})?\b|(?<=\b(?:line|column):? )\d{1,7}/g, '<line>'],
  // How many tests there are, and went well, is circumstance: which ones failed, other lines say.
  [
    /(?<![\w:.])\d{1,9} (?:tests?|assertions?|failures?|errors?|examples?|passed|failed|passing|failing|skipped|pending|ignored|suites?|specs?|checks|total)\b|(?<=\b(?:tests?(?: run)?|assertions|failures|errors|skipped|passed|failed|total): ?)\d{1,9}/gi,
    '<count>',
  ],
  // A number measured that finely, or counted that far, differs in each run.
  [/\b\d{1,9}\.\d{3,12}\b(?!\.)|(?<![\d.])\d{5,20}(?![\d.])/g, '<number>'],
];

const temporary =
  /(?:\/private)?\/(?:tmp|var\/tmp|var\/folders\/[^/\s]{1,60}\/[^/\s]{1,60}\/T)\/[\w.+-]{1,100}/g;

/** An absolute path, of which only the last name is kept: folders differ between machines and worktrees. */
const absolute = /(?:\bfile:\/\/|(?<![\w.~/-]))(?:\/[\w.@+~%-]{1,200}){2,40}/g;

/** Returns a line of an output without the parts that change from one run, or machine, to the next. */
function maskVolatile(line: string): string {
  let text = line
    .replace(temporary, '<temporary>')
    .replace(absolute, (path) => path.slice(path.lastIndexOf('/')));
  for (const [shape, mark] of volatile) text = text.replace(shape, mark);
  return text.replace(/\s+/g, ' ').trim();
}

const longestLine = 300;
const longestName = 100;
/** Bits of a hash: another text equals one of some hundred kept hashes once in ten thousand. */
const hashBits = 24;
const controls = new RegExp(
  `[${String.fromCharCode(0)}-${String.fromCharCode(8, 11)}-${String.fromCharCode(31, 127)}]`,
  'g',
);
const part = /<\w+>|[^\s()[\]{}"'`‘’“”,;=|<>]+/g;
const edges = /^[.:+@/*!?&^#~$%\\-]+|[.:+@/*!?&^#~\\-]+$/g;
/** No word of plain prose looks so: it holds a digit, joins words, or mixes cases. */
const madeUp = /\d|[_/@-]|\w\.\w|[a-z][A-Z]|[A-Z]{2}[a-z]|\w::?\w/;
const mask = /^<\w+>$/;
const opening = /["'`‘“]/;
const closing = /["'`’”]/;
const mereNumber = /^[-#]?\d+(?:[./:x]\d+)*%?$/;
const code = /^:?\d{4}$/;
const digits = /\d+(?:[.,:/x-]\d+)*/g;

/** A line without the parts that change from run to run; of a long one the start, without a word cut in two. */
export function stableLine(line: string): string {
  const plain = line.replace(controls, '');
  return maskVolatile(plain.length <= longestLine ? plain : plain.slice(0, longestLine).replace(/\S*$/, ''));
}

/**
 * @param line as {@link stableLine} gives it
 * @returns a hash of its wording, and the values filled in, in order; undefined for a number before the first word: it counts or dates the line
 */
export function readLine(line: string) {
  const parts = partsOf(line);
  const firstWord = parts.findIndex(({ isFilled }) => !isFilled);
  return {
    wording: hashText(parts.map(({ text, isFilled }) => (isFilled ? '*' : text.toLowerCase())).join(' ')),
    filled: parts.flatMap(({ text, isFilled }, at) => {
      if (!isFilled) return [];
      return [mereNumber.test(text) && at < firstWord ? undefined : text];
    }),
  };
}

/** Words of a line, and texts that the program filled into its wording: a name, a path, a number. */
function partsOf(line: string) {
  return [...line.matchAll(part)].flatMap(({ 0: found, index }) => {
    if (mask.test(found)) return { text: found, isFilled: false };
    const text = found.replace(edges, '');
    if (text === '') return [];
    const isQuoted = opening.test(line[index - 1] ?? '') && closing.test(line[index + found.length] ?? '');
    return { text, isFilled: isQuoted || madeUp.test(text) };
  });
}

export function namesIn(line: string): readonly string[] {
  return partsOf(line).map(({ text }) => text);
}

/** A line but for its numbers: how many there were, of what version, and where, is circumstance. */
export function hashOfLine(line: string): number {
  const words = partsOf(line).map(({ text }) => text.replace(digits, '#'));
  return hashText(words.filter((word, at) => !isCount(word) || !isCount(words[at - 1])).join(' '));
}

function isCount(word: string | undefined): boolean {
  return word === '#';
}

/** A name is told from another by its letters: `ruby-1.9.2` and `ruby-1.9.3` are one; a number, a code, a port by its digits. */
export function hashOfName(name: string): number {
  const start = name.slice(0, longestName);
  return hashText(
    isNumber(name) ? name : start.replace(digits, (number) => (code.test(number) ? number : '#')),
  );
}

export function isNumber(text: string): boolean {
  return mereNumber.test(text);
}

export function hashText(text: string): number {
  const hash = fnv1a(text);
  return (hash ^ (hash >>> hashBits)) & ((1 << hashBits) - 1);
}
