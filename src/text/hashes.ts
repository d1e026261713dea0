import type { Anchor } from '../model/memory-item.ts';

/** The four 32-bit words of a key: without it, no process can compute a hash or guess the hashed text. */
type HashKey = readonly [number, number, number, number];

const keyWords = 4;
const digitsOfWord = 8;

/** The 128 bits of a UUID as a key. */
export function hashKeyFrom(uuid: string): HashKey {
  const digits = uuid.replaceAll('-', '').padEnd(keyWords * digitsOfWord, '0');
  const word = (at: number) =>
    Number.parseInt(digits.slice(at * digitsOfWord, (at + 1) * digitsOfWord), 16) | 0;
  return [word(0), word(1), word(2), word(3)];
}

/**
 * Low half of SipHash-2-4, a keyed hash for short texts (Aumasson and Bernstein, 2012). Computed from 32-bit halves, since
 * `node:crypto` takes a hook 8 ms to load.
 */
export function keyedHash(key: HashKey, text: string): number {
  return keyedHashOfBytes(key, new TextEncoder().encode(text));
}

/** The same of bytes. The key is little-endian: its first word holds its first four bytes. */
export function keyedHashOfBytes([k0, k1, k2, k3]: HashKey, bytes: Uint8Array): number {
  // Low and high words of v0, v1, v2, v3.
  const v = Int32Array.of(
    k0 ^ 0x70736575,
    k1 ^ 0x736f6d65,
    k2 ^ 0x6e646f6d,
    k3 ^ 0x646f7261,
    k0 ^ 0x6e657261,
    k1 ^ 0x6c796765,
    k2 ^ 0x79746573,
    k3 ^ 0x74656462,
  );
  const whole = bytes.length - (bytes.length % 8);
  for (let at = 0; at < whole; at += 8) compress(v, wordAt(bytes, at), wordAt(bytes, at + 4));
  compress(v, wordAt(bytes, whole), wordAt(bytes, whole + 4) | (bytes.length << 24));
  v[4] = at(v, 4) ^ 0xff;
  for (let round = 0; round < 4; round++) mix(v);
  return (at(v, 0) ^ at(v, 2) ^ at(v, 4) ^ at(v, 6)) >>> 0;
}

function compress(v: Int32Array, low: number, high: number): void {
  v[6] = at(v, 6) ^ low;
  v[7] = at(v, 7) ^ high;
  mix(v);
  mix(v);
  v[0] = at(v, 0) ^ low;
  v[1] = at(v, 1) ^ high;
}

function mix(v: Int32Array): void {
  add(v, 0, 2);
  rotate(v, 2, 13);
  exclude(v, 2, 0);
  rotate(v, 0, 32);
  add(v, 4, 6);
  rotate(v, 6, 16);
  exclude(v, 6, 4);
  add(v, 0, 6);
  rotate(v, 6, 21);
  exclude(v, 6, 0);
  add(v, 4, 2);
  rotate(v, 2, 17);
  exclude(v, 2, 4);
  rotate(v, 4, 32);
}

function add(v: Int32Array, to: number, from: number): void {
  const low = (at(v, to) >>> 0) + (at(v, from) >>> 0);
  v[to] = low;
  v[to + 1] = at(v, to + 1) + at(v, from + 1) + (low > 0xffff_ffff ? 1 : 0);
}

function exclude(v: Int32Array, to: number, from: number): void {
  v[to] = at(v, to) ^ at(v, from);
  v[to + 1] = at(v, to + 1) ^ at(v, from + 1);
}

function rotate(v: Int32Array, place: number, bits: number): void {
  const [low, high] = [at(v, place), at(v, place + 1)];
  if (bits === 32) {
    v[place] = high;
    v[place + 1] = low;
    return;
  }
  v[place] = (low << bits) | (high >>> (32 - bits));
  v[place + 1] = (high << bits) | (low >>> (32 - bits));
}

function at(v: Int32Array, place: number): number {
  return v[place] as number;
}

/** Four bytes, the first of which is the lowest; bytes beyond the end are 0. */
function wordAt(bytes: Uint8Array, from: number): number {
  const byte = (offset: number) => bytes[from + offset] ?? 0;
  return byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24);
}

/** One for each quarter; any will do, as long as they never change. */
const keys = [
  '6f1d2c83-94b7-4e05-a1d8-3c5e7f902b64',
  'b27e90a4-1c36-4d8f-8e52-f04a6d13c795',
  '0a94c7e1-58d3-4b6a-9f17-82e35bd0f46c',
  'd5382fb6-e701-4c9a-b3f4-196c8ea7502d',
].map(hashKeyFrom);

/** A UUID (version 8 of RFC 9562) that stands for a text: equal texts have the same, others have none in common. */
export function uuidOf(text: string): string {
  const digits = keys.map((key) => keyedHash(key, text).toString(16).padStart(8, '0')).join('');
  const marked = `${digits.slice(0, 12)}8${digits.slice(13, 16)}8${digits.slice(17)}`;
  return [
    marked.slice(0, 8),
    marked.slice(8, 12),
    marked.slice(12, 16),
    marked.slice(16, 20),
    marked.slice(20),
  ].join('-');
}

/**
 * A term as 16 bits (FNV-1a, folded). Two terms collide once in 65,536 cases. The hashes are used for *pairs* of terms,
 * which collide once in four billion.
 */
export function hashToken(term: string): number {
  const hash = fnv1a(term);
  return ((hash >>> 16) ^ hash) & 0xffff;
}

/** FNV-1a (Fowler, Noll and Vo), 32 bits. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

const hiddenForm = /^fnv1a:[0-9a-f]{8}$/;

/**
 * A line as 32 bits, indentation aside: enough to find it again in a file, too little to tell its text. A hidden line
 * stays hidden.
 */
export function hideLine(line: string): string {
  return hiddenForm.test(line) ? line : `fnv1a:${hashOf(line).toString(16).padStart(8, '0')}`;
}

function hashOf(line: string): number {
  return fnv1a(line.trim()) >>> 0;
}

/** Tells whether a line is one of those that were kept, hidden or, by former versions, as they are. */
export function lineFinder(kept: readonly string[]): (line: string) => boolean {
  const hashes = new Set(kept.map((line) => Number.parseInt(hideLine(line).slice('fnv1a:'.length), 16)));
  return (line) => hashes.has(hashOf(line));
}

/** Lines of code may hold secrets of a form that nothing here knows, so none is kept. */
export function hideLines(anchor: Anchor): Anchor {
  const { symbol, removed } = anchor;
  return {
    ...anchor,
    ...(symbol && { symbol: { ...symbol, firstLine: hideLine(symbol.firstLine) } }),
    ...(removed && { removed: removed.map(hideLine) }),
  };
}

const parts = /[A-Za-z_$][\w$]*(?:(?:\.|::|->)[\w$]+)*|[^\s\w]+/g;
const quoted = /[`'"\u2018\u201c][^`'"\u2019\u201d]*[`'"\u2019\u201d]/g;
const named = /\b[\w.]*[._\d][\w.]*\b|\b\w*[a-z][A-Z]\w*\b/g;
const keywords = new Set(
  `_ if for while switch return func function def class defer go case var const let type import export from raise throw except catch with
  await async new static fn match use nil err null None`.split(/\s+/),
);
const readParts = 3;
const longest = 80;

/**
 * Beginning of a place of the code that a checker names, or else the checker's message, with all names masked:
 * `x, _ :=` is not `x(`. Equal for places that are alike.
 */
export function placeForm({ source, says }: { readonly source?: string; readonly says: string }): string {
  if (source === undefined)
    return `says ${says.replaceAll(quoted, 'x').replaceAll(named, 'x')}`.slice(0, longest);
  const told = (source.match(parts) ?? []).slice(0, readParts);
  return `code ${told.map((part) => (/^[A-Za-z_$]/.test(part) && !keywords.has(part) ? 'x' : part)).join(' ')}`.slice(
    0,
    longest,
  );
}

/** A mark of a checker's message about a line of a file, which stays when the line moves; a test has one place. */
export function placeMark({ path, source, says, isTest }: MarkedPlace): string {
  return uuidOf(isTest ? '' : `${path}\n${source ?? says.replaceAll(/\d+/g, '0')}`).slice(0, 8);
}

interface MarkedPlace {
  readonly path: string;
  readonly source?: string;
  readonly says: string;
  readonly isTest?: boolean;
}
