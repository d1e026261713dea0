import { maskVolatile } from './mask-volatile.ts';

/** A word of a line, or what the program filled into its wording: a name, a path, a number. */
interface LinePart {
  readonly text: string;
  readonly isFilled: boolean;
}

/** A line as a program's template with what was filled in. */
export interface ReadLine {
  /** Hash of the wording, without what was filled in. */
  readonly wording: number;
  /** What was filled in, in order; undefined where it is a mere number. */
  readonly filled: readonly (string | undefined)[];
}

const longestLine = 300;
const longestName = 100;
/** Hashes have so many bits: of some hundred that are kept, another text is taken for one of them once in ten thousand. */
const hashBits = 24;
const controls = new RegExp(
  `[${String.fromCharCode(0)}-${String.fromCharCode(8, 11)}-${String.fromCharCode(31, 127)}]`,
  'g',
);
const part = /<\w+>|[^\s()[\]{}"'`‘’“”,;=|<>]+/g;
const edges = /^[.:+@/*!?&^#~$%\\-]+|[.:+@/*!?&^#~\\-]+$/g;
/** Nobody says it by chance: it holds a digit, joins words, or mixes cases. */
const madeUp = /\d|[_/@-]|\w\.\w|[a-z][A-Z]|[A-Z]{2}[a-z]|\w::?\w/;
const mask = /^<\w+>$/;
const opening = /["'`‘“]/;
const closing = /["'`’”]/;
const mereNumber = /^[-#]?\d+(?:[./:x]\d+)*%?$/;
const digits = /\d+(?:[.,:/x-]\d+)*/g;

/** A line without what changes from run to run; of a long one the start, without a word that is cut in two. */
export function stableLine(line: string): string {
  const plain = line.replace(controls, '');
  return maskVolatile(plain.length <= longestLine ? plain : plain.slice(0, longestLine).replace(/\S*$/, ''));
}

/** @param line as {@link stableLine} gives it */
export function readLine(line: string): ReadLine {
  const parts = partsOf(line);
  const filled = parts.filter(({ isFilled }) => isFilled);
  return {
    wording: hashText(parts.map(({ text, isFilled }) => (isFilled ? '*' : text.toLowerCase())).join(' ')),
    filled: filled.map(({ text }) => (mereNumber.test(text) ? undefined : text)),
  };
}

function partsOf(line: string): readonly LinePart[] {
  return [...line.matchAll(part)].flatMap(({ 0: found, index }) => {
    if (mask.test(found)) return { text: found, isFilled: false };
    const text = found.replace(edges, '');
    if (text === '') return [];
    const isQuoted = opening.test(line[index - 1] ?? '') && closing.test(line[index + found.length] ?? '');
    return { text, isFilled: isQuoted || madeUp.test(text) };
  });
}

/** Every word and name of a line. */
export function namesIn(line: string): readonly string[] {
  return partsOf(line).map(({ text }) => text);
}

/** A name is told from another by its letters: `ruby-1.9.2` and `ruby-1.9.3` are one. */
export function hashOfName(name: string): number {
  return hashText(name.slice(0, longestName).replace(digits, '#'));
}

/** FNV-1a. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> hashBits)) & ((1 << hashBits) - 1);
}
