import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TreeEntry } from '../../../model/repository.ts';
import { decodePath } from '../../../text/path-encoding.ts';
import { decodeTree, encodeTree } from './tree-codec.ts';

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
