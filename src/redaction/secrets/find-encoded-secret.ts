import { isUtf8 } from 'node:buffer';
import { findDrawnValue, shortestDrawn } from './find-drawn-value.ts';
import type { SecretSpan } from './rule.ts';
import { Crowd, type Place } from './scan-secrets.ts';

const shortestRun = shortestDrawn;
const shortestEncoded = 16;
/** A decoded run counts as so many questions towards a {@link Crowd}. */
const questionsOfRun = 8;
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
export function findInRuns(
  text: string,
  parts: Iterable<Place>,
  holdsSecret: ((decoded: string) => boolean) | undefined,
): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  const crowd = new Crowd(text);
  let joinedEnd = 0;
  let readEnd = 0;
  visitRuns(text, parts, (index, lineEnd) => {
    const drawn = findDrawnValue(text, index, lineEnd);
    if (drawn !== undefined) found.push(drawn);
    if (holdsSecret === undefined || lineEnd - index < shortestEncoded) return;
    if (index < readEnd || !mayBeText(text, index)) return;
    // Lines that were no text together are read once more by themselves, so that none is read a third time.
    const end = index < joinedEnd ? lineEnd : endOfLines(text, index, lineEnd - index);
    joinedEnd = Math.max(joinedEnd, end);
    const decoded = decode(text.slice(index, end));
    if (decoded === undefined || crowd.count(index, questionsOfRun)) return;
    readEnd = end;
    if (holdsSecret(decoded)) found.push({ start: index, end, kind: 'encoded-secret' });
  });
  return [...found, ...crowd.places];
}

function decode(run: string): string | undefined {
  const bytes = Buffer.from(run, 'base64');
  if (!isUtf8(bytes)) return undefined;
  const decoded = bytes.toString('utf8');
  return unprintable.test(decoded) ? undefined : decoded;
}

type VisitRun = (start: number, end: number) => void;

/** Each run that is long enough holds one of every so many places, so that the others need not be looked at. */
function visitRuns(text: string, parts: Iterable<Place>, visit: VisitRun): void {
  let least = 0;
  for (const { start, end } of parts) least = visitRunsUpTo(text, least, Math.max(least, start), end, visit);
}

/** @returns where the last run ends */
function visitRunsUpTo(text: string, least: number, from: number, to: number, visit: VisitRun): number {
  let lastEnd = least;
  for (let probe = from + shortestRun - 1; probe < to; probe += shortestRun) {
    if (!isBase64At(text, probe)) continue;
    let start = probe;
    while (start > lastEnd && isBase64At(text, start - 1)) start--;
    let end = probe + 1;
    while (end < text.length && isBase64At(text, end)) end++;
    if (end - start >= shortestRun) {
      const padding = text[end] !== '=' ? 0 : text[end + 1] === '=' ? 2 : 1;
      visit(start, end + padding);
    }
    lastEnd = end;
    probe = Math.max(probe, end - shortestRun);
  }
  return lastEnd;
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
