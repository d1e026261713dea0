import { type Place, wholeOf } from './scan-secrets.ts';
import { NextPlaces } from './token-bounds.ts';

/** A part of a text, and the text that it is read as. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text read in another way, and where its characters stand in the text it was made of. */
export interface View {
  readonly text: string;
  /** Where the characters from one index up to another stand; all of an escape belongs to what it stands for. */
  readonly placeOf: (start: number, end: number) => { readonly start: number; readonly end: number };
  /** Where the part between two edits begins that an index stands in. */
  readonly startOfPart: (index: number) => number;
}

/** The lines with escapes in these parts of a text, decoded; undefined where there are none. */
export function decodedView(text: string, parts: Iterable<Place> = wholeOf(text)): View | undefined {
  return viewOf(text, escapesIn(text, parts));
}

/**
 * The lines over whose ends a token may go on, and those in which it may be parted; undefined where there are none.
 * @param announced where tokens may begin, in order
 */
export function joinedView(text: string, announced: readonly number[]): View | undefined {
  return viewOf(text, jointsIn(text, announced));
}

/** Distance from an edit within which a longer line is read again. */
const farthest = 4_000;
const fewPieces = 256;
const pieceFields = 3;

/** Lines without an edit are left out: they were read as they stand. */
function viewOf(text: string, edits: Iterable<Edit>): View | undefined {
  // Place in the view, begin and end of each piece: an array of each would be grown three times as often.
  let pieces = new Int32Array(0);
  let count = 0;
  let parts = '';
  let done = 0;
  let lineEnd = -1;
  const put = (part: string, start: number, end: number): void => {
    if (pieceFields * (count + 1) > pieces.length) {
      const more = new Int32Array(Math.max(fewPieces * pieceFields, 2 * pieces.length));
      more.set(pieces);
      pieces = more;
    }
    const place = pieceFields * count++;
    pieces[place] = parts.length;
    pieces[place + 1] = start;
    pieces[place + 2] = end;
    parts += part;
  };
  const copy = (end: number): void => {
    if (end > done) put(text.slice(done, end), done, end);
  };
  for (const edit of edits) {
    if (edit.start > lineEnd) {
      if (lineEnd >= 0) copy(lineEnd);
      const start = Math.max(done, lineEnd, startOfLine(text, edit.start));
      if (start > done && text[start] !== '\n') put('\n', start, start);
      done = start;
    }
    copy(edit.start);
    put(edit.text, edit.start, edit.end);
    done = edit.end;
    if (lineEnd < done + farthest / 2 && (lineEnd < done || text[lineEnd] !== '\n'))
      lineEnd = endOfLine(text, done);
  }
  if (count === 0) return undefined;
  copy(lineEnd);
  const at = (piece: number) => (piece < count ? (pieces[pieceFields * piece] as number) : parts.length);
  const from = (piece: number) => pieces[pieceFields * piece + 1] as number;
  const to = (piece: number) => pieces[pieceFields * piece + 2] as number;
  /** The last piece that begins no later than an index. */
  const pieceAt = (index: number): number => {
    let [low, high] = [0, count];
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (at(middle) <= index) low = middle;
      else high = middle;
    }
    return low;
  };
  const isCopied = (piece: number) => to(piece) - from(piece) === at(piece + 1) - at(piece);
  return {
    text: parts,
    placeOf(start, end) {
      const [first, last] = [pieceAt(start), pieceAt(end - 1)];
      const before = isCopied(first) ? start - at(first) : 0;
      return { start: from(first) + before, end: isCopied(last) ? from(last) + end - at(last) : to(last) };
    },
    startOfPart: (index) => at(pieceAt(index)),
  };
}

function startOfLine(text: string, from: number): number {
  const near = Math.max(0, from - farthest);
  return near + Math.max(0, text.slice(near, from).lastIndexOf('\n'));
}

function endOfLine(text: string, from: number): number {
  const near = text.slice(from, from + farthest);
  const end = near.indexOf('\n');
  return from + (end === -1 ? near.length : end);
}

const raw = String.raw;

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (let at = 0; at < characters.length; at++) table[characters.charCodeAt(at)] = 1;
  return table;
}

/** Escapes of strings, of markup and of terminals, as programs write them out, and ends of continued lines. */
const anyEscape = new RegExp(
  [
    raw`(?:\\{1,8}(?:u00|x|u\{)1b\}?|\\{1,8}0?33|\\{1,8}e|\^\[)(?:\[[\d;?]{0,20}[A-Za-z]|\]8;[^\\\n\x07]{0,200}(?:\\{1,8}a|\\{1,8}u001b\\{1,8}))`,
    raw`\\{1,8}(?:u00|x|u\{0{0,4})([0-9a-f]{2})\}?`,
    raw`\\{1,8}([01][0-7]{2})`,
    raw`\\{1,8}(?:u(?:200[b-f]|2060|feff)|0(?!\d))`,
    raw`[\\\x60^]\n[ \t]{0,40}`,
    raw`&(?:amp;){0,2}(?:#x0{0,3}([0-9a-f]{2})|#0{0,3}(\d{2,3})|(amp|quot|apos|lt|gt)|shy|zwnj|zwj|#8203|#xad);`,
    raw`<(?:wbr|(br)) ?\/?>`,
  ].join('|'),
  'iy',
);
const beginsEscape = '%&<\\^`';
const mayHoldEscape = /[%&<\\^`]/;
const meanings: Readonly<Record<string, string>> = {
  ...{
    n: '\n',
    r: '',
    t: '\t',
    br: '\n',
    amp: '&',
    quot: '"',
    apos: "'",
    lt: '<',
    gt: '>',
    '"': '"',
    '/': '/',
  },
};
const [percent, backslash] = [37, 92];
/** No escape begins with more. */
const mostBackslashes = 8;
/** Characters that a backslash escapes alone, and those with which it begins a longer escape. */
const simpleMarks = 'nrt"\'`/_.=+~:@-';
const beginsMeaning = 'ux013e\n';
const escapeLength = 3;

function* escapesIn(text: string, parts: Iterable<Place>): Generator<Edit> {
  if (!mayHoldEscape.test(text)) return;
  const next = nextOf(text, beginsEscape);
  let from = 0;
  for (const { start, end } of parts) from = yield* escapesUpTo(text, next, Math.max(from, start), end);
}

/** @returns where what was read ends */
function* escapesUpTo(
  text: string,
  next: (index: number) => number,
  from: number,
  to: number,
): Generator<Edit, number> {
  let start = next(from);
  for (; start < to; start = next(start + 1)) {
    const code = text.charCodeAt(start);
    if (code === percent) {
      const end = endOfBytes(text, start);
      yield* bytesOf(text.slice(start, end), start);
      start = Math.max(start, end - 1);
      continue;
    }
    const marks = code === backslash ? endOfBackslashes(text, start) : start;
    const isLong = marks - start > mostBackslashes;
    const edit = isLong ? undefined : escapeAt(text, start, marks);
    if (edit !== undefined) yield edit;
    // The last of several backslashes before nothing that they mean may continue a line.
    start = (edit?.end ?? Math.max(start + 1, marks - (isLong ? mostBackslashes : 1))) - 1;
  }
  return start;
}

/** The escape at an index, behind whose backslashes, if there are any, it goes on at `marks`. */
function escapeAt(text: string, start: number, marks: number): Edit | undefined {
  const mark = (text[marks] ?? ' ').toLowerCase();
  if (marks > start && simpleMarks.includes(mark))
    return { start, end: marks + 1, text: meanings[mark] ?? mark };
  if (marks > start && !beginsMeaning.includes(mark)) return undefined;
  anyEscape.lastIndex = start;
  const match = anyEscape.exec(text);
  return match === null ? undefined : { start, end: anyEscape.lastIndex, text: meaningOf(match) };
}

function endOfBackslashes(text: string, from: number): number {
  let end = from;
  while (text.charCodeAt(end) === backslash) end++;
  return end;
}

/** Where one of several characters stands next; the end of the text, where none does. */
function nextOf(text: string, characters: string): (index: number) => number {
  const places = Array.from(characters, (character) => new NextPlaces(text, character));
  return (index) => {
    let first = text.length;
    for (const place of places) first = Math.min(first, place.after(index));
    return first;
  };
}

function endOfBytes(text: string, from: number): number {
  let end = from;
  while (isByte(text, end)) end += escapeLength;
  return end;
}

function isByte(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === percent &&
    isHexDigit(text.charCodeAt(at + 1)) &&
    isHexDigit(text.charCodeAt(at + 2))
  );
}

function isHexDigit(code: number): boolean {
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102);
}

function meaningOf([, hex, octal, hexEntity, decimal, entity, lineEnd]: RegExpExecArray): string {
  const digits = hex ?? hexEntity;
  const code = digits === undefined ? Number(decimal ?? `0o${octal}`) : Number.parseInt(digits, 16);
  if (!Number.isNaN(code)) return characterOf(code);
  const name = entity ?? lineEnd ?? '';
  return meanings[name.toLowerCase()] ?? name;
}

/** Other controls part nothing that is read. */
function characterOf(code: number): string {
  return code >= 32 || code === 9 || code === 10 ? String.fromCharCode(code) : '';
}

/** One edit per ASCII byte, so that a secret keeps its bounds, and one per character of several bytes. */
function* bytesOf(run: string, from: number): Generator<Edit> {
  for (let first = 0, end = 0; first < run.length; first = end) {
    const byte = byteAt(run, first);
    end += escapeLength;
    if (byte < 128) yield { start: from + first, end: from + end, text: String.fromCharCode(byte) };
    else {
      while (end < run.length && byteAt(run, end) > 127) end += escapeLength;
      const text = Buffer.from(run.slice(first, end).replaceAll('%', ''), 'hex').toString('utf8');
      yield { start: from + first, end: from + end, text };
    }
  }
}

function byteAt(text: string, at: number): number {
  return 16 * hexDigit(text.charCodeAt(at + 1)) + hexDigit(text.charCodeAt(at + 2));
}

function hexDigit(code: number): number {
  return isDigit(code) ? code - 48 : (code | 32) - 87;
}

/** Joints between two parts of a token in one line: concatenated strings, markup, tags. */
const jointInLine =
  /["'\x60]{1,2}[ \t]{0,4}(?:[+.&]|\.\.)?[ \t]{0,4}[fbr]?["'\x60]{1,2}|\*{1,3}|\t|(?:<\/?[a-z][^<>\n]{0,80}>){1,4}/iy;
const beginsJoint = tableOf('"\'`*<\n\t');
/** How a line ends within a token: at a column, continued, quoted, in a table, as a mail does. */
const endOfPiece = /["'\x60]?[ \t]{0,8}[+.&|│\\\x60^=]?[ \t]{0,4}$/;
const endsPiece = tableOf('"\'`+.&|\\^= \t');
/** How the next goes on: quoted in a mail, commented, diffed, indented. */
const startOfPiece = /(?:[ \t>|│+#*;]{0,24}|[ \t]{0,24}\/\/[ \t]{0,8})(?:[fbr]?["'\x60])?/y;
const longestEnd = 16;
const longestHead = 64;
const longestPiece = 400;
const shortestPiece = 4;
/** A token, with what stands between its parts. */
const longestParted = 4_000;

function* jointsIn(text: string, announced: readonly number[]): Generator<Edit> {
  let last = 0;
  let read = 0;
  for (const start of announced) {
    const end = Math.min(text.length, start + longestParted);
    for (let at = Math.max(read, start + 1); at < end; at++) {
      const code = text.charCodeAt(at);
      if (code > 96 || beginsJoint[code] !== 1) continue;
      const edit = code === 10 ? lineJoint(text, at, last) : jointWithin(text, at, last);
      if (edit === undefined) continue;
      yield edit;
      last = edit.end;
      at = last - 1;
    }
    read = Math.max(read, end, last);
  }
}

function jointWithin(text: string, start: number, last: number): Edit | undefined {
  if (!isOfToken(text.charCodeAt(start - 1))) return undefined;
  jointInLine.lastIndex = start;
  if (!jointInLine.test(text)) return undefined;
  const end = jointInLine.lastIndex;
  return isOfToken(text.charCodeAt(end)) && mayGoOn(text, start, last) ? { start, end, text: '' } : undefined;
}

/** Removes the text between a part of a token at the end of a line and its rest in the next line. */
function lineJoint(text: string, lineEnd: number, last: number): Edit | undefined {
  const before = text.charCodeAt(lineEnd - 1);
  let start = lineEnd;
  if (!isOfToken(before) || endsPiece[before] === 1) {
    if (before < 128 && endsPiece[before] !== 1) return undefined;
    start -= endOfPiece.exec(text.slice(Math.max(0, lineEnd - longestEnd), lineEnd))?.[0].length ?? 0;
  }
  if (!mayGoOn(text, start, last)) return undefined;
  const end = endOfSameHead(text, startOfRun(text, start), lineEnd + 1) ?? endOfStart(text, lineEnd + 1);
  return isOfToken(text.charCodeAt(end)) ? { start, end, text: '' } : undefined;
}

function endOfStart(text: string, from: number): number {
  startOfPiece.lastIndex = from;
  startOfPiece.test(text);
  return startOfPiece.lastIndex;
}

/** Lines of a log begin alike, digits aside: what stands before a token stands before each of its parts. */
function endOfSameHead(text: string, runStart: number, next: number): number | undefined {
  const lineStart = text.lastIndexOf('\n', runStart - 1) + 1;
  const length = runStart - lineStart;
  if (length === 0 || length > longestHead) return undefined;
  let isOfMarks = false;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(lineStart + at);
    const other = text.charCodeAt(next + at);
    if (code !== other && !(isDigit(code) && isDigit(other))) return undefined;
    if (code < 48 || (code > 57 && code < 65)) isOfMarks = true;
  }
  return isOfMarks ? next + length : undefined;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether the run of token characters before an index is more than a word, or stands behind the last joint. */
function mayGoOn(text: string, end: number, last: number): boolean {
  const start = startOfRun(text, end);
  if (end - start < shortestPiece) return false;
  return start === last || /[\d_-]|[a-z][A-Z]|[A-Z]{2}/.test(text.slice(start, end));
}

function startOfRun(text: string, end: number): number {
  let start = end;
  while (start > 0 && end - start < longestPiece && isOfToken(text.charCodeAt(start - 1))) start--;
  return start;
}

/** Letters, digits and `_ + / = . -`. */
function isOfToken(code: number): boolean {
  if (code >= 97) return code <= 122;
  if (code >= 65) return code <= 90 || code === 95;
  return (code >= 45 && code <= 57) || code === 61 || code === 43;
}
