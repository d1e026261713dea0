import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CodeSymbol } from '../../../model/code.ts';
import type { FileChange, TreeEntry } from '../../../model/repository.ts';
import { changeStatuses } from '../../../ports/repository-index.ts';
import { decodePath } from '../../../text/path-encoding.ts';
import {
  decodeChanges,
  decodeOutline,
  decodeTree,
  encodeChanges,
  encodeOutline,
  encodeTree,
} from './row-codecs.ts';

const change: fc.Arbitrary<FileChange> = fc.record(
  { status: fc.constantFrom(...changeStatuses), path: fc.string(), previousPath: fc.string() },
  { requiredKeys: ['status', 'path'] },
);

it('gives back every change, whatever its ids and however it lies in memory', () => {
  fc.assert(
    fc.property(fc.array(change), fc.nat(0xffff_fff0 - 1_000), fc.nat(3), (changes, firstId, shift) => {
      const paths: string[] = [];
      const bytes = encodeChanges(changes, (path) => firstId + paths.push(path) - 1);
      const placed = new Uint8Array(bytes.length + shift);
      placed.set(bytes, shift);
      const decoded = decodeChanges(placed.subarray(shift), (id) => paths[id - firstId] ?? '?');
      expect(decoded).toEqual(changes);
    }),
  );
});

it('takes five bytes for a change, nine for a rename, none for nothing', () => {
  const sizeOf = (...changes: readonly FileChange[]) => encodeChanges(changes, () => 1).length;
  expect(sizeOf({ status: 'added', path: 'a' })).toBe(5);
  expect(sizeOf({ status: 'renamed', path: 'a', previousPath: 'b' })).toBe(9);
  expect(sizeOf()).toBe(0);
});

/** Any bytes that git allows in a path. */
const path = fc
  .uint8Array({ min: 1, minLength: 1, maxLength: 20 })
  .map((bytes) => decodePath(Buffer.from(bytes)));
const entry: fc.Arbitrary<TreeEntry> = fc.record({
  mode: fc.constantFrom('100644', '100755', '120000', '160000'),
  blobId: fc.constantFrom('ab'.repeat(20), '09'.repeat(32)),
  path,
});

it('gives back every entry: tabs, newlines and broken UTF-8 in paths too', () => {
  fc.assert(
    fc.property(fc.array(entry), fc.nat(3), (entries, shift) => {
      const bytes = encodeTree(entries);
      const placed = new Uint8Array(bytes.length + shift);
      placed.set(bytes, shift);
      expect(decodeTree(placed.subarray(shift))).toEqual(entries);
    }),
  );
});

describe('outline', () => {
  it('gives back names and places, and nothing else', () => {
    const method: CodeSymbol = {
      name: 'größe',
      kind: 'method',
      container: 'Cache',
      startLine: 3,
      endLine: 9,
      bases: ['Base'],
      documentation: 'How large it is.',
    };
    const constant: CodeSymbol = { name: 'LIMIT', kind: 'constant', startLine: 12, endLine: 12 };
    expect(decodeOutline(encodeOutline([method, constant]))).toEqual([
      { name: 'größe', kind: 'method', container: 'Cache', startLine: 3, endLine: 9 },
      { name: 'LIMIT', kind: 'constant', startLine: 12, endLine: 12 },
    ]);
  });

  it('may be empty', () => {
    expect(decodeOutline(encodeOutline([]))).toEqual([]);
  });
});
