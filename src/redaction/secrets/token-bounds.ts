/** What stands in a text in the place of a secret: `[redacted:github-token]`. */
export function markerOf(kind: string): string {
  return `${markerStart}${kind}]`;
}

export const markerStart = '[redacted:';
export const marker = /\[redacted:[a-z0-9-]{1,40}\]/g;

const longestMarker = 52;
const markerAt = /\[redacted:[a-z0-9-]{1,40}\]/y;

/** Where the marker ends whose beginning stands at an index; that index, if none does. */
export function endOfMarker(text: string, index: number): number {
  markerAt.lastIndex = index;
  return markerAt.test(text) ? markerAt.lastIndex : index;
}

/** Whether a marker ends where the index stands. */
function followsMarker(text: string, index: number): boolean {
  if (text[index - 1] !== ']') return false;
  return /\[redacted:[a-z0-9-]+\]$/.test(text.slice(Math.max(0, index - longestMarker), index));
}

const longestEscape = 18;
const escapeBefore =
  /(?:\\[nrtbf"'/]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2}|\\(?:x1b|u001b|033|e)\[[\d;]{0,10}m)$/i;

/**
 * Whether a token can start here: not within a word, but for one that is the end of an escape (`\n`, `%3D`, `\x1b[31m`), and not
 * after what stands for a word now.
 */
export function startsToken(text: string, index: number): boolean {
  if (followsMarker(text, index)) return false;
  if (index === 0 || !isLetterOrDigit(text.charCodeAt(index - 1))) return true;
  return escapeBefore.test(text.slice(Math.max(0, index - longestEscape), index));
}

function isLetterOrDigit(code: number): boolean {
  if (code >= 97) return code <= 122;
  return code >= 65 ? code <= 90 : code >= 48 && code <= 57;
}

/** Whether what stands before is the end of a line or a tab, written as a string is: `"failed:\nmysql -p…"`. */
export function followsEscape(text: string, index: number): boolean {
  if (text[index - 2] !== '\\') return false;
  const letter = text[index - 1];
  return letter === 'n' || letter === 't' || letter === 'r';
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/iy;
const groupsBefore = /(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){0,2}$/i;
/** Two groups and their hyphens may stand before the third, and one character more says that nothing else does. */
const longestBefore = 20;

/** Whether one of the groups of a UUID begins at `start`: `EAAA` in `CD8421DB-EAAA-6879-88A8-4C650000000C` begins no token. */
export function isInUuid(text: string, start: number): boolean {
  const before = groupsBefore.exec(text.slice(Math.max(0, start - longestBefore), start))?.[0] ?? '';
  uuid.lastIndex = start - before.length;
  return uuid.test(text);
}

/** Where runs of one set of characters end: each is read once, however many places within it are asked about. */
export class RunEnds {
  readonly #run: RegExp;
  readonly #text: string;
  #start = 0;
  #end = -1;

  /** @param characters Source of the class of characters, `[\w-]`. */
  constructor(text: string, characters: string) {
    this.#text = text;
    this.#run = new RegExp(`${characters}*`, 'y');
  }

  /** The end of the run that an index stands in; the index itself, if it stands in none. */
  endAt(index: number): number {
    if (index < this.#start || index > this.#end) {
      this.#run.lastIndex = index;
      this.#run.test(this.#text);
      this.#start = index;
      this.#end = this.#run.lastIndex;
    }
    return this.#end;
  }
}

/** A run of characters of a token that goes on over line ends, and where each of its characters stands. */
interface JoinedRun {
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
