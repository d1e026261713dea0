/** Finds every occurrence of many literals in one pass over a text. */
export interface LiteralScanner {
  /** Occurrences in the order in which they end, in parts of a text; those that end together, the longest first. */
  readonly scan: (
    text: string,
    visit: (literal: number, end: number) => void,
    parts?: Iterable<TextPart>,
  ) => void;
}

interface TextPart {
  readonly start: number;
  readonly end: number;
}

const byteCount = 256;
const asciiCount = 128;
const lowByte = 255;
/** Number of classes of characters, for which a table of pairs fits the nearest cache. Characters of no literal are in the first. */
const classCount = 64;
const classBits = 6;
const none = 0;
/** Characters that are read before matches are told. */
const pieceLength = 16_384;
/** Characters that are not the byte that is read of them. */
const wide = /[^\0-\xff]/;

/** A tree of literals read backwards, in arrays, since making objects takes longer than scanning most texts. */
interface EndingTree {
  /** Class of a character, by its lowest byte; a letter's two cases share one. */
  readonly classes: Uint8Array;
  /** Node of each pair of last characters, and which third ones may stand before: most pairs are let go by them. */
  readonly pairs: Uint16Array;
  readonly thirdLast: Uint32Array;
  /** The node behind each node, by class. */
  readonly next: Uint16Array;
  /** Literals that begin at a node, and others that begin where a literal does; each one more than its index. */
  readonly literalAt: Uint16Array;
  readonly sameAs: Uint16Array;
}

/**
 * Literals are found by their last two characters and then read backwards. An automaton (Aho and Corasick,
 * 1975) would look at each character once, but building one takes longer than most texts take to scan, and
 * few places of a text end as a literal does.
 * @param literals Different ones of two characters or more, ASCII ones in lower case; ASCII letters of the
 * text match in either case.
 */
export function buildLiteralScanner(literals: readonly string[]): LiteralScanner {
  const tree = growTree(literals);
  const lastCodes = Uint16Array.from(literals, (literal) => literal.charCodeAt(literal.length - 1));
  const gather = gatherer(tree, lastCodes);
  const isSure = Uint8Array.from(literals, (literal) => (hasOwnClasses(literal, tree.classes) ? 1 : 0));
  return {
    scan(text, visit, parts = [{ start: 0, end: text.length }]) {
      const found: number[] = [];
      // Reading bytes is several times as fast as reading characters of a string.
      const bytes = Buffer.from(text, 'latin1');
      const isWide = wide.test(text);
      const codes = isWide ? codesOf(text) : bytes;
      for (const part of parts) {
        for (let start = part.start; start < part.end; start += pieceLength) {
          found.length = 0;
          gather(bytes, codes, Math.max(2, start + 1), Math.min(part.end, start + pieceLength), found);
          for (let at = 0; at < found.length; at += 2) {
            const literal = found[at] as number;
            const end = found[at + 1] as number;
            if ((!isWide && isSure[literal] === 1) || endsWith(codes, end, literals[literal] as string))
              visit(literal, end);
          }
        }
      }
    },
  };
}

type Codes = Uint8Array | Uint16Array;

type Gather = (bytes: Uint8Array, codes: Codes, first: number, last: number, found: number[]) => void;

/**
 * Gathers literals that may end from one place up to another, each followed by where. It calls no function
 * from within, so that the loop is compiled once for all callers.
 */
function gatherer(
  { classes, pairs, thirdLast, next, literalAt, sameAs }: EndingTree,
  lastCodes: Uint16Array,
): Gather {
  const classAt = (bytes: Uint8Array, index: number) =>
    index < 0 ? none : (classes[bytes[index] as number] as number);
  const readBack = (bytes: Uint8Array, codes: Codes, end: number, pair: number, found: number[]): void => {
    let node = pair;
    const last = lowerCase(codes[end - 1] as number);
    const before = found.length;
    for (let at = end - 3; node !== none; at--) {
      for (let one = literalAt[node] as number; one !== none; one = sameAs[one] as number)
        // Characters beyond ASCII share a class: without this, a text of them would be checked again for each literal.
        if (lastCodes[one - 1] === last) found.push(one - 1, end);
      if (at < 0) break;
      node = next[(node << classBits) | (classes[bytes[at] as number] as number)] as number;
    }
    if (found.length - before > 2) reversePairs(found, before);
  };
  return (bytes, codes, first, last, found) => {
    let third = classAt(bytes, first - 3);
    let before = classAt(bytes, first - 2);
    for (let end = first; end <= last; end++) {
      const here = classes[bytes[end - 1] as number] as number;
      const pair = pairs[(before << classBits) | here] as number;
      if (pair !== none && (((thirdLast[pair] as number) >>> (third & 31)) & 1) === 1)
        readBack(bytes, codes, end, pair, found);
      third = before;
      before = here;
    }
  };
}

/** Shorter literals are met first. Those of one place stand in the order in which they are told then. */
function reversePairs(found: number[], from: number): void {
  for (let low = from, high = found.length - 2; low < high; low += 2, high -= 2) {
    const literal = found[low] as number;
    found[low] = found[high] as number;
    found[high] = literal;
  }
}

function growTree(literals: readonly string[]): EndingTree {
  const characters = literals.reduce((sum, { length }) => sum + length, 0);
  const classes = classify(literals);
  const pairs = new Uint16Array(classCount * classCount);
  const thirdLast = new Uint32Array(characters + 1);
  const next = new Uint16Array((characters + 1) << classBits);
  const literalAt = new Uint16Array(characters + 1);
  const sameAs = new Uint16Array(literals.length + 1);
  let nodes = 0;
  for (let index = 0; index < literals.length; index++) {
    const literal = literals[index] as string;
    let at = literal.length - 1;
    const last = classes[literal.charCodeAt(at--) & lowByte] as number;
    const pair = ((classes[literal.charCodeAt(at--) & lowByte] as number) << classBits) | last;
    let node = pairs[pair] as number;
    if (node === none) {
      node = ++nodes;
      pairs[pair] = node;
    }
    const third = at < 0 ? -1 : 1 << ((classes[literal.charCodeAt(at) & lowByte] as number) & 31);
    thirdLast[node] = (thirdLast[node] as number) | third;
    for (; at >= 0; at--) {
      const way = (node << classBits) | (classes[literal.charCodeAt(at) & lowByte] as number);
      node = next[way] as number;
      if (node === none) {
        node = ++nodes;
        next[way] = node;
      }
    }
    sameAs[index + 1] = literalAt[node] as number;
    literalAt[node] = index + 1;
  }
  return { classes, pairs, thirdLast, next, literalAt, sameAs };
}

/** Where there are more kinds of characters than classes, the last ones share theirs. */
function classify(literals: readonly string[]): Uint8Array {
  const classes = new Uint8Array(byteCount);
  let given = 0;
  for (const literal of literals) {
    for (let at = 0; at < literal.length; at++) {
      const byte = literal.charCodeAt(at) & lowByte;
      if (classes[byte] === none) classes[byte] = Math.min(++given, classCount - 1);
    }
  }
  // Both cases of a letter share a class, even where a character beyond ASCII gave one to the byte of the capital.
  for (let code = 65; code <= 90; code++) {
    const small = code | 0x20;
    const shared = (classes[small] || classes[code]) as number;
    classes[small] = shared;
    classes[code] = shared;
  }
  return classes;
}

/** Whether no other character is taken for one of a literal's, so that what was read of it need not be compared. */
function hasOwnClasses(literal: string, classes: Uint8Array): boolean {
  for (let at = 0; at < literal.length; at++) {
    const code = literal.charCodeAt(at);
    if (code >= asciiCount || classes[code] === classCount - 1) return false;
  }
  return true;
}

function codesOf(text: string): Uint16Array {
  const bytes = Buffer.from(text, 'utf16le');
  // Small buffers share one, and may begin anywhere in it.
  return new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** Whether a literal ends at a place of a text: characters of one class need not be the same. */
function endsWith(codes: Codes, end: number, literal: string): boolean {
  for (let back = 1; back <= literal.length; back++) {
    if (lowerCase(codes[end - back] as number) !== literal.charCodeAt(literal.length - back)) return false;
  }
  return true;
}

function lowerCase(code: number): number {
  return code >= 65 && code <= 90 ? code | 0x20 : code;
}
