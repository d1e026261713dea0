import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FileChange } from '../../../model/repository.ts';
import { changeStatuses } from '../../../ports/repository-index.ts';
import { decodeChanges, encodeChanges } from './changes-codec.ts';

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
