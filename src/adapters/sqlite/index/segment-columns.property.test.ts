import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnBytes, joinColumn } from './segment-columns.ts';

/** Bytes as a database gives them: not always at an address that the numbers could be read from. */
function misplaced(bytes: Uint8Array, shift: number): Uint8Array {
  const buffer = new Uint8Array(bytes.length + shift);
  buffer.set(bytes, shift);
  return buffer.subarray(shift);
}

const shift = fc.nat(9);

describe('joinColumn', () => {
  it('joins values in order, wherever their bytes lie', () => {
    const parts = fc.array(fc.array(fc.double({ noNaN: true })), { maxLength: 5 });
    fc.assert(
      fc.property(parts, shift, (runs, by) => {
        const bytes = runs.map((run) => misplaced(columnBytes(Float64Array.from(run)), by));
        expect([...joinColumn('times', bytes)]).toEqual(runs.flat());
      }),
    );
  });

  it('shifts offsets, so that each commit keeps its length', () => {
    const parts = fc.array(fc.array(fc.nat(9)), { maxLength: 5 });
    fc.assert(
      fc.property(parts, shift, (runs, by) => {
        const bytes = runs.map((lengths) => {
          const offsets = [0];
          for (const length of lengths) offsets.push((offsets.at(-1) ?? 0) + length);
          return misplaced(columnBytes(Uint32Array.from(offsets)), by);
        });
        const joined = [...joinColumn('changeOffsets', bytes)];
        expect(joined[0]).toBe(0);
        expect(joined.slice(1).map((end, i) => end - (joined[i] ?? 0))).toEqual(runs.flat());
      }),
    );
  });

  it('keeps the width of each column', () => {
    const bytes = columnBytes(Uint16Array.of(1, 65_535));
    expect(bytes).toHaveLength(4);
    expect(joinColumn('documentLengths', [bytes, bytes])).toEqual(Uint16Array.of(1, 65_535, 1, 65_535));
    expect(joinColumn('changeStatuses', [Uint8Array.of(5), Uint8Array.of(0)])).toEqual(Uint8Array.of(5, 0));
  });
});

describe('columnBytes', () => {
  it('is about the part of a buffer that a column shows', () => {
    const part = Uint32Array.of(1, 2, 3).subarray(1, 2);
    expect([...joinColumn('parents', [columnBytes(part)])]).toEqual([2]);
  });
});
