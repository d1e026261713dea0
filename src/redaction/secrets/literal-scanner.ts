/** Finds every occurrence of many literals in one pass over a text. */
export interface LiteralScanner {
  /** Occurrences in the order in which they end, in a part of a text; those that end together, the longest first. */
  readonly scan: (
    text: string,
    visit: (literal: number, end: number) => void,
    from?: number,
    to?: number,
  ) => void;
}

const asciiCount = 128;
const lastAscii = 127;
const caseBit = 0x20;
/** Characters in lower case. Those beyond ASCII share their places with it: comparing whole literals tells them apart. */
const folded = Uint8Array.from({ length: asciiCount }, (_, code) => lowerCase(code));
/** Group of endings that no literal has. */
const none = 0;

/**
 * Literals are found by their last two characters and then compared backwards. An automaton (Aho and Corasick, 1975) would
 * look at each character once whatever the literals are, but building one takes longer than most texts take to scan, and
 * few literals share an ending.
 *
 * @param literals Of two characters or more, as far as they are ASCII in lower case; ASCII letters of the text match in either case.
 */
export function buildLiteralScanner(literals: readonly string[]): LiteralScanner {
  const { groupOf, groups, thirdLast } = groupByEnding(literals);
  const endings = groups.map((group) => endingsOf(literals, group));
  return {
    scan(text, visit, from = 0, to = text.length) {
      const first = Math.max(2, from + 1);
      let third = first < 3 ? 0 : (folded[text.charCodeAt(first - 3) & lastAscii] as number);
      let before = folded[text.charCodeAt(first - 2) & lastAscii] as number;
      for (let end = first; end <= to; end++) {
        const last = folded[text.charCodeAt(end - 1) & lastAscii] as number;
        const group = groupOf[before * asciiCount + last] as number;
        if (group !== none && (((thirdLast[group] as number) >>> (third & 31)) & 1) === 1) {
          visitAll(text, end, literals, endings[group] as Ending, visit, 2);
        }
        third = before;
        before = last;
      }
    },
  };
}

/** Literals of one ending, the longest first, and which group each ending has. */
function groupByEnding(literals: readonly string[]) {
  const groupOf = new Uint16Array(asciiCount * asciiCount);
  const groups: number[][] = [[]];
  for (const [index, literal] of literals.entries()) {
    const ending = endingOf(literal.charCodeAt(literal.length - 2), literal.charCodeAt(literal.length - 1));
    if (groupOf[ending] === none) groupOf[ending] = groups.push([]) - 1;
    groups[groupOf[ending] as number]?.push(index);
  }
  for (const group of groups) group.sort((a, b) => lengthOf(literals, b) - lengthOf(literals, a));
  const thirdLast = Uint32Array.from(groups, (group) =>
    group.reduce((bits, index) => bits | thirdLastBits(literals[index] ?? ''), 0),
  );
  return { groupOf, groups, thirdLast };
}

/** What stands before an ending in the literals that have it, character by character from the end. */
interface Ending {
  /** Characters before, and what stands before each: few, so that looking along them is faster than a map. */
  readonly codes: number[];
  readonly before: Ending[];
  readonly literals: number[];
}

function endingsOf(literals: readonly string[], group: readonly number[]): Ending {
  const root: Ending = { codes: [], before: [], literals: [] };
  for (const index of group) {
    const literal = literals[index] as string;
    let node = root;
    for (let at = literal.length - 3; at >= 0; at--) {
      const code = folded[literal.charCodeAt(at) & lastAscii] as number;
      let next = node.before[node.codes.indexOf(code)];
      if (next === undefined) {
        next = { codes: [], before: [], literals: [] };
        node.codes.push(code);
        node.before.push(next);
      }
      node = next;
    }
    node.literals.push(index);
  }
  return root;
}

/** The longest first, as far back as any literal goes. */
function visitAll(
  text: string,
  end: number,
  literals: readonly string[],
  ending: Ending,
  visit: (literal: number, end: number) => void,
  length: number,
): void {
  const { codes } = ending;
  if (end > length && codes.length > 0) {
    const code = folded[text.charCodeAt(end - length - 1) & lastAscii] as number;
    for (let index = 0; index < codes.length; index++) {
      if (codes[index] !== code) continue;
      visitAll(text, end, literals, ending.before[index] as Ending, visit, length + 1);
      break;
    }
  }
  const found = ending.literals;
  for (let index = 0; index < found.length; index++) {
    const literal = found[index] as number;
    if (endsWith(text, end, literals[literal] as string)) visit(literal, end);
  }
}

/** Which characters may stand before an ending, 32 bits for all: most endings that a text has are let go by them. */
function thirdLastBits(literal: string): number {
  return literal.length < 3 ? -1 : 1 << (literal.charCodeAt(literal.length - 3) & 31);
}

function endingOf(before: number, last: number): number {
  return (folded[before & lastAscii] as number) * asciiCount + (folded[last & lastAscii] as number);
}

function lengthOf(literals: readonly string[], index: number): number {
  return literals[index]?.length ?? 0;
}

function lowerCase(code: number): number {
  return code >= 65 && code <= 90 ? code | caseBit : code;
}

/** Whether a literal ends at a place of a text. */
function endsWith(text: string, end: number, literal: string): boolean {
  if (literal.length > end) return false;
  for (let back = 1; back <= literal.length; back++) {
    if (lowerCase(text.charCodeAt(end - back)) !== literal.charCodeAt(literal.length - back)) return false;
  }
  return true;
}
