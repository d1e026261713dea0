/** Finds every occurrence of many literals in one pass over a text. */
export interface LiteralScanner {
  /** Occurrences in the order in which they end; those that end together, the longest first. */
  readonly scan: (text: string, visit: (literal: number, end: number) => void) => void;
}

const asciiCount = 128;
const caseBit = 0x20;
/** Group of endings that no literal has. */
const none = 0;

/**
 * Literals are found by their last two characters and then compared backwards. An automaton (Aho and Corasick, 1975) would
 * look at each character once whatever the literals are, but building one takes longer than most texts take to scan, and
 * few literals share an ending.
 *
 * @param literals Lower-case ASCII of two characters or more; ASCII letters of the text match in either case.
 */
export function buildLiteralScanner(literals: readonly string[]): LiteralScanner {
  const { groupOf, groups } = groupByEnding(literals);
  return {
    scan(text, visit) {
      let last = lowerCase(text.charCodeAt(0));
      for (let end = 2; end <= text.length; end++) {
        const before = last;
        last = lowerCase(text.charCodeAt(end - 1));
        if (before >= asciiCount || last >= asciiCount) continue;
        const group = groupOf[endingOf(before, last)] as number;
        if (group === none) continue;
        for (const index of groups[group] ?? []) {
          if (endsWith(text, end, literals[index] ?? '')) visit(index, end);
        }
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
  return { groupOf, groups };
}

function endingOf(before: number, last: number): number {
  return before * asciiCount + last;
}

function lengthOf(literals: readonly string[], index: number): number {
  return literals[index]?.length ?? 0;
}

function lowerCase(code: number): number {
  return code >= 65 && code <= 90 ? code | caseBit : code;
}

/** Whether a literal, whose last two characters are known to match, ends at a place of a text. */
function endsWith(text: string, end: number, literal: string): boolean {
  if (literal.length > end) return false;
  for (let back = 3; back <= literal.length; back++) {
    if (lowerCase(text.charCodeAt(end - back)) !== literal.charCodeAt(literal.length - back)) return false;
  }
  return true;
}
