import { type Place, wholeOf } from './scan-secrets.ts';
import { NextPlaces } from './token-bounds.ts';

/** Is told a part of a text, and the text that it is read as. */
type VisitEdit = (start: number, end: number, text: string) => void;

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
  return viewOf(text, (visit) => visitEscapes(text, parts, visit));
}

/**
 * The lines over whose ends a token may go on, and those in which it may be parted; undefined where there are none.
 * @param announced where tokens may begin, in order
 */
export function joinedView(text: string, announced: readonly number[]): View | undefined {
  return viewOf(text, (visit) => visitJoints(text, announced, visit));
}

/** Distance from an edit within which a longer line is read again. */
const farthest = 4_000;
const fewPieces = 256;
const pieceFields = 3;

/** Lines without an edit are left out: they were read as they stand. */
function viewOf(text: string, visitEdits: (visit: VisitEdit) => void): View | undefined {
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
  visitEdits((start, end, edited) => {
    if (start > lineEnd) {
      if (lineEnd >= 0) copy(lineEnd);
      const lineStart = Math.max(done, lineEnd, startOfLine(text, start));
      if (lineStart > done && text[lineStart] !== '\n') put('\n', lineStart, lineStart);
      done = lineStart;
    }
    copy(start);
    put(edited, start, end);
    done = end;
    if (lineEnd < done + farthest / 2 && (lineEnd < done || text[lineEnd] !== '\n'))
      lineEnd = endOfLine(text, done);
  });
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
    raw`[\x60^]\n[ \t]{0,40}`,
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
const beginsMeaning = 'ux013e';
const mostBlanks = 40;
const escapeLength = 3;
/** What one byte beyond ASCII stands for by itself. */
const noCharacter = '\ufffd';

function visitEscapes(text: string, parts: Iterable<Place>, visit: VisitEdit): void {
  if (!mayHoldEscape.test(text)) return;
  const next = nextOf(text, beginsEscape);
  let from = 0;
  for (const { start, end } of parts)
    from = visitEscapesUpTo(text, next, { start: Math.max(from, start), end }, visit);
}

/** @returns where what was read ends */
function visitEscapesUpTo(
  text: string,
  next: (index: number) => number,
  { start: from, end: to }: Place,
  visit: VisitEdit,
): number {
  let start = next(from);
  for (; start < to; start = next(start + 1)) {
    const code = text.charCodeAt(start);
    if (code === percent) {
      const end = endOfBytes(text, start);
      visitBytes(text, start, end, visit);
      start = Math.max(start, end - 1);
      continue;
    }
    const marks = code === backslash ? endOfBackslashes(text, start) : start;
    const isLong = marks - start > mostBackslashes;
    const end = isLong ? undefined : visitEscapeAt(text, start, marks, visit);
    // The last of several backslashes before nothing that they mean may continue a line.
    start = (end ?? Math.max(start + 1, marks - (isLong ? mostBackslashes : 1))) - 1;
  }
  return start;
}

/**
 * The escape at an index, behind whose backslashes, if there are any, it goes on at `marks`.
 * @returns where it ends; undefined where there is none
 */
function visitEscapeAt(text: string, start: number, marks: number, visit: VisitEdit): number | undefined {
  const mark = (text[marks] ?? ' ').toLowerCase();
  if (marks === start + 1 && mark === '\n') {
    const end = endOfBlanks(text, marks + 1);
    visit(start, end, '');
    return end;
  }
  const isSimple = marks > start && simpleMarks.includes(mark);
  if (!isSimple && marks > start && !beginsMeaning.includes(mark)) return undefined;
  anyEscape.lastIndex = start;
  const match = isSimple ? null : anyEscape.exec(text);
  if (match === null && !isSimple) return undefined;
  const end = match === null ? marks + 1 : anyEscape.lastIndex;
  visit(start, end, match === null ? (meanings[mark] ?? mark) : meaningOf(match));
  return end;
}

function endOfBlanks(text: string, from: number): number {
  let end = from;
  while (end - from < mostBlanks && (text[end] === ' ' || text[end] === '\t')) end++;
  return end;
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
function visitBytes(text: string, from: number, to: number, visit: VisitEdit): void {
  for (let first = from, end = from; first < to; first = end) {
    const byte = byteAt(text, first);
    end += escapeLength;
    while (byte > 127 && end < to && byteAt(text, end) > 127) end += escapeLength;
    visit(first, end, byte < 128 ? String.fromCharCode(byte) : characterOfBytes(text, first, end));
  }
}

function characterOfBytes(text: string, from: number, to: number): string {
  if (to - from === escapeLength) return noCharacter;
  return Buffer.from(text.slice(from, to).replaceAll('%', ''), 'hex').toString('utf8');
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

function visitJoints(text: string, announced: readonly number[], visit: VisitEdit): void {
  let last = 0;
  let read = 0;
  for (const start of announced) {
    const end = Math.min(text.length, start + longestParted);
    for (let at = Math.max(read, start + 1); at < end; at++) {
      const code = text.charCodeAt(at);
      if (code > 96 || beginsJoint[code] !== 1) continue;
      const joint = code === 10 ? lineJoint(text, at, last) : jointWithin(text, at, last);
      if (joint === undefined) continue;
      visit(joint.start, joint.end, '');
      last = joint.end;
      at = last - 1;
    }
    read = Math.max(read, end, last);
  }
}

function jointWithin(text: string, start: number, last: number): Place | undefined {
  if (!isOfToken(text.charCodeAt(start - 1))) return undefined;
  jointInLine.lastIndex = start;
  if (!jointInLine.test(text)) return undefined;
  const end = jointInLine.lastIndex;
  return isOfToken(text.charCodeAt(end)) && mayGoOn(text, start, last) ? { start, end } : undefined;
}

/** Removes the text between a part of a token at the end of a line and its rest in the next line. */
function lineJoint(text: string, lineEnd: number, last: number): Place | undefined {
  const before = text.charCodeAt(lineEnd - 1);
  let start = lineEnd;
  if (!isOfToken(before) || endsPiece[before] === 1) {
    if (before < 128 && endsPiece[before] !== 1) return undefined;
    start -= endOfPiece.exec(text.slice(Math.max(0, lineEnd - longestEnd), lineEnd))?.[0].length ?? 0;
  }
  if (!mayGoOn(text, start, last)) return undefined;
  const end = endOfSameHead(text, startOfRun(text, start), lineEnd + 1) ?? endOfStart(text, lineEnd + 1);
  return isOfToken(text.charCodeAt(end)) ? { start, end } : undefined;
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
