import { isUtf8 } from 'node:buffer';
import type { RepositoryPath } from '../model/repository.ts';

/** Byte `b` (0x80–0xFF) that is not part of valid UTF-8 becomes the lone surrogate U+DC00 + `b`. */
const escapeBase = 0xdc00;
const replacementCharacter = '\uFFFD';
const escapedByte = /[\uDC80-\uDCFF]/;

/**
 * The bytes git stores for a path, as text. Valid UTF-8 decodes as usual; every other byte is kept as a lone surrogate
 * U+DC80–U+DCFF, so that {@link encodePath} gives back exactly the bytes that came in.
 */
export function decodePath(bytes: Buffer, start = 0, end = bytes.length): RepositoryPath {
  const text = bytes.toString('utf8', start, end);
  // A replacement character comes from the decoder or from the path itself; only a closer look can tell.
  return text.includes(replacementCharacter) ? decodeWithEscapes(bytes.subarray(start, end)) : text;
}

/** The bytes of a path from {@link decodePath}. Surrogates that stand for no byte are written as U+FFFD. */
export function encodePath(path: RepositoryPath): Buffer {
  if (!escapedByte.test(path)) return Buffer.from(path, 'utf8');
  const parts: Buffer[] = [];
  let start = 0;
  for (let index = 0; index < path.length; index++) {
    if (!isEscapedByte(path, index)) continue;
    parts.push(Buffer.from(path.slice(start, index), 'utf8'));
    parts.push(Buffer.of(path.charCodeAt(index) - escapeBase));
    start = index + 1;
  }
  parts.push(Buffer.from(path.slice(start), 'utf8'));
  return Buffer.concat(parts);
}

function decodeWithEscapes(bytes: Buffer): string {
  let text = '';
  let start = 0;
  let index = 0;
  while (index < bytes.length) {
    const length = sequenceLength(bytes, index);
    if (length > 0) {
      index += length;
      continue;
    }
    text += bytes.toString('utf8', start, index) + String.fromCharCode(escapeBase + (bytes[index] ?? 0));
    index += 1;
    start = index;
  }
  return text + bytes.toString('utf8', start, index);
}

/** Length of the valid UTF-8 sequence that begins at `index`; 0 when there is none. */
function sequenceLength(bytes: Buffer, index: number): number {
  const lead = bytes[index] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const sequence = bytes.subarray(index, index + length);
  return sequence.length === length && isUtf8(sequence) ? length : 0;
}

/** A low surrogate that is not the second half of a surrogate pair. */
function isEscapedByte(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit < 0xdc80 || unit > 0xdcff) return false;
  const previous = index === 0 ? 0 : text.charCodeAt(index - 1);
  return previous < 0xd800 || previous > 0xdbff;
}

const letters: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};
const shape = /^"(?:[^"\\]|\\(?:[abtnvfr"\\]|[0-3][0-7]{2}))*"$/su;
const pieces = /\\(?:([0-3][0-7]{2})|(.))|[^\\]+/gsu;

/**
 * Decodes a path that git prints in quotes because it has special characters (`"caf\303\251.ts"`). Undefined for text
 * that is not such a path.
 */
export function unquotePath(text: string): RepositoryPath | undefined {
  if (!shape.test(text)) return undefined;
  const bytes = [...text.slice(1, -1).matchAll(pieces)].map(([plain, octal, letter]) => {
    if (octal !== undefined) return Buffer.of(Number.parseInt(octal, 8));
    return letter === undefined ? Buffer.from(plain) : Buffer.of(letters[letter] ?? 0);
  });
  return decodePath(Buffer.concat(bytes));
}
