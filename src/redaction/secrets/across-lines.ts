/** A run of characters of a token that goes on over line ends, and where each of its characters stands. */
export interface JoinedRun {
  readonly joined: string;
  /** Where the character of the text stands that is at an index of the run. */
  readonly place: (index: number) => number;
  /** How many characters the first line holds. */
  readonly first: number;
  readonly lines: number;
}

const longestLine = 400;
const longestRun = 1_200;
const mostLines = 24;
const run = new RegExp(String.raw`[\w+/=.-]{0,${longestLine}}`, 'y');
/** How a line ends within a token: at a column, with `\\`, escaped in a string, as strings that are put together, in a table; a continued line may be escaped in its turn. */
const endOfPiece = /["']?[ \t]{0,8}[+.|│]?[ \t]{0,4}(?:\\?\n|(?:\\\\)?\\n)/y;
/** How the next goes on: quoted in a mail, commented, diffed, indented. */
const startOfPiece = /(?:[ \t>|│+#*;]{0,24}|[ \t]{0,24}\/\/[ \t]{0,8})["']?(?=[\w+/=.-])/y;
const sameLine = /["'`][ \t]{0,4}[+.][ \t]{0,4}["'`](?=[\w+/=.-])/y;
const longestHead = 64;

/** Undefined where the run at an index, which ends at another and follows a literal, does not go on elsewhere. */
export function readAcrossLines(
  text: string,
  from: number,
  runEnd: number,
  literal: string,
): JoinedRun | undefined {
  // Too long for a line, but for the `+` or the dot that a line may end with.
  if (runEnd > from + longestLine + 1) return undefined;
  let joined = '';
  const pieces: (readonly [index: number, place: number])[] = [];
  let at = from;
  let first = 0;
  for (let line = 0; line < mostLines && joined.length < longestRun; line++) {
    run.lastIndex = at;
    run.test(text);
    let end = run.lastIndex;
    const next = startOfNext(text, from - literal.length, end);
    if (line === 0 && next === undefined) return undefined;
    // Mail marks a line that goes on with `=`, which may stand in a token too.
    if (next !== undefined && text[end - 1] === '=' && text[end] === '\n') end--;
    // Where another one of its kind begins, the one before has ended.
    if (line > 0 && text.slice(at, end).includes(literal)) {
      if (line === 1) return undefined;
      break;
    }
    pieces.push([joined.length, at]);
    joined += text.slice(at, end);
    if (line === 0) first = joined.length;
    if (next === undefined) break;
    at = next;
  }
  const place = (index: number): number => {
    const [start, begin] = pieces.findLast(([start]) => start <= index) ?? [0, from];
    return begin + index - start;
  };
  return { joined, place, first, lines: pieces.length };
}

/** Where what ends at a place goes on, if it does: in the next line, or in the next string of the same one. */
function startOfNext(text: string, tokenStart: number, end: number): number | undefined {
  endOfPiece.lastIndex = end;
  if (endOfPiece.test(text)) {
    const lineStart = endOfPiece.lastIndex;
    startOfPiece.lastIndex = lineStart;
    if (startOfPiece.test(text)) {
      const start = startOfPiece.lastIndex;
      // Lines of a log begin alike: what stands before the token stands before each of its parts.
      return endOfHead(text, tokenStart, lineStart) ?? start;
    }
    return endOfHead(text, tokenStart, lineStart);
  }
  sameLine.lastIndex = end;
  return sameLine.test(text) ? sameLine.lastIndex : undefined;
}

/** Where a line goes on behind the same beginning as the token's line has, digits aside: `12:01:03 out | `. */
function endOfHead(text: string, tokenStart: number, lineStart: number): number | undefined {
  const near = Math.max(0, tokenStart - longestHead);
  const before = text.slice(near, tokenStart);
  const head = before.slice(before.lastIndexOf('\n') + 1);
  if (head === '' || head.length === longestHead || !/\W/.test(head)) return undefined;
  const end = lineStart + head.length;
  const same = (one: string) => one.replace(/\d/g, '0');
  return same(text.slice(lineStart, end)) === same(head) && /[\w+/=.-]/.test(text[end] ?? '')
    ? end
    : undefined;
}
