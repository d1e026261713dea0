import { isUtf8 } from 'node:buffer';
import type { SecretSpan } from './rule.ts';

const escapeLength = 3;

/** A text read in another way, and where each of its characters stands in the text it was made of. */
interface DecodedView {
  readonly text: string;
  /** How many escapes were read. */
  readonly escapes: number;
  /** Where the characters from one index up to another stand. */
  readonly placeOf: (start: number, end: number) => { readonly start: number; readonly end: number };
}

/** The lines with `%3D` and the like, read as what they stand for; undefined where there are none. */
export function decodedView(text: string): DecodedView | undefined {
  if (nextEscape(text, 0) === -1) return undefined;
  // Characters one by one: a text with an escape every few of them would be a million short strings.
  const codes = new Uint16Array(text.length);
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  let length = 0;
  let escapes = 0;
  const put = (code: number, start: number, end: number): void => {
    codes[length] = code;
    starts[length] = start;
    ends[length++] = end;
  };
  for (let at = 0, next = nextEscape(text, 0); next !== -1; next = nextEscape(text, at)) {
    // Lines without any were read as they stand.
    at = Math.max(at, text.lastIndexOf('\n', next));
    for (const lineEnd = endOfLine(text, next); at < lineEnd; ) {
      const end = endOfEscapes(text, at);
      if (end === at) put(text.charCodeAt(at), at, ++at);
      else {
        escapes += (end - at) / escapeLength;
        putEscapes(text, at, end, put);
        at = end;
      }
    }
  }
  return {
    text: Buffer.from(codes.buffer, 0, 2 * length).toString('utf16le'),
    escapes,
    placeOf: (start, end) => ({ start: starts[start] ?? text.length, end: ends[end - 1] ?? 0 }),
  };
}

/** Each byte of ASCII by itself, so that a secret begins and ends where it does; others stand for a character together. */
function putEscapes(
  text: string,
  from: number,
  to: number,
  put: (code: number, start: number, end: number) => void,
): void {
  const bytes = Buffer.from(text.slice(from, to).replaceAll('%', ''), 'hex');
  for (let at = 0; at < bytes.length; ) {
    const start = at++;
    const code = bytes[start] as number;
    if (code > 127) while (at < bytes.length && (bytes[at] as number) > 127) at++;
    const [first, last] = [from + start * escapeLength, from + at * escapeLength];
    if (code < 128) put(code, first, last);
    else for (const unit of bytes.toString('utf8', start, at).split('')) put(unit.charCodeAt(0), first, last);
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function nextEscape(text: string, from: number): number {
  let at = text.indexOf('%', from);
  while (at !== -1 && !isEscape(text, at)) at = text.indexOf('%', at + 1);
  return at;
}

function endOfEscapes(text: string, from: number): number {
  let end = from;
  while (isEscape(text, end)) end += escapeLength;
  return end;
}

function isEscape(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === 0x25 && isHexDigit(text.charCodeAt(at + 1)) && isHexDigit(text.charCodeAt(at + 2))
  );
}

function isHexDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || ((code | 0x20) >= 97 && (code | 0x20) <= 102);
}

const shortestRun = 16;
const noDigit = 64;
/** Values of the ASCII characters of base64, in both of its alphabets. */
const digitOf = new Uint8Array(128).fill(noDigit);
for (const alphabet of ['+/', '-_']) {
  const digits = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${alphabet}`;
  for (let digit = 0; digit < noDigit; digit++) digitOf[digits.charCodeAt(digit)] = digit;
}
/** Lines of base64 as programs wrap them. */
const nextLine = /\n[A-Za-z0-9+/_-]{4,80}={0,2}(?=\n|$)/y;
const shortestWrapped = 60;
const longestWrapped = 80;
const probed = 16;
const unprintable = /[^\t\n\r\x20-\x7e\x80-\u{10ffff}]/u;

/** Runs of base64 in which a text with a secret is encoded: reading them takes no key. */
export function findEncodedSecrets(
  text: string,
  holdsSecret: (decoded: string) => boolean,
): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  let joinedEnd = 0;
  let readEnd = 0;
  for (const [index, lineEnd] of runsOfBase64(text)) {
    if (index < readEnd || !mayBeText(text, index)) continue;
    // Lines that were no text together are read once more by themselves, so that none is read a third time.
    const end = index < joinedEnd ? lineEnd : endOfLines(text, index, lineEnd - index);
    joinedEnd = Math.max(joinedEnd, end);
    const decoded = decode(text.slice(index, end));
    if (decoded === undefined) continue;
    readEnd = end;
    if (holdsSecret(decoded)) found.push({ start: index, end, kind: 'encoded-secret' });
  }
  return found;
}

function decode(run: string): string | undefined {
  const bytes = Buffer.from(run, 'base64');
  if (!isUtf8(bytes)) return undefined;
  const decoded = bytes.toString('utf8');
  return unprintable.test(decoded) ? undefined : decoded;
}

/** Each run that is long enough holds one of every so many places, so that the others need not be looked at. */
function* runsOfBase64(text: string): Generator<readonly [start: number, end: number]> {
  let least = 0;
  for (let probe = shortestRun - 1; probe < text.length; probe += shortestRun) {
    if (!isBase64At(text, probe)) continue;
    let start = probe;
    while (start > least && isBase64At(text, start - 1)) start--;
    let end = probe + 1;
    while (end < text.length && isBase64At(text, end)) end++;
    if (end - start >= shortestRun) {
      const padding = text[end] !== '=' ? 0 : text[end + 1] === '=' ? 2 : 1;
      yield [start, end + padding];
    }
    least = end;
    probe = Math.max(probe, end - shortestRun);
  }
}

function isBase64At(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code < 128 && digitOf[code] !== noDigit;
}

/** Over the lines that programs wrap base64 into: all of one length, but for the last. */
function endOfLines(text: string, start: number, length: number): number {
  let end = start + length;
  if (length < shortestWrapped || length > longestWrapped) return end;
  for (;;) {
    nextLine.lastIndex = end;
    if (!nextLine.test(text)) return end;
    const isLast = nextLine.lastIndex - end - 1 < length;
    end = nextLine.lastIndex;
    if (isLast) return end;
  }
}

/** Most long runs are paths, names and digests, whose first bytes are no text. */
function mayBeText(text: string, start: number): boolean {
  for (let at = start; at < start + probed; at += 4) {
    const bits =
      (digitAt(text, at) << 18) |
      (digitAt(text, at + 1) << 12) |
      (digitAt(text, at + 2) << 6) |
      digitAt(text, at + 3);
    if (!isOfText(bits >> 16) || !isOfText((bits >> 8) & 255) || !isOfText(bits & 255)) return false;
  }
  return true;
}

function digitAt(text: string, index: number): number {
  return digitOf[text.charCodeAt(index)] ?? 0;
}

function isOfText(byte: number): boolean {
  return byte >= 32 ? byte !== 127 : byte === 9 || byte === 10 || byte === 13;
}
