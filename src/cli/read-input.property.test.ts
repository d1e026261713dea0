import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEnds } from './read-input.ts';

async function* streamOf(text: string, chunkBytes: number): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

const limits = { headBytes: 40, tailBytes: 100 };
/** More than the limits, in lines of at most twelve characters and their end. */
const lines = fc.array(fc.string({ minLength: 4, maxLength: 12 }), { minLength: 40, maxLength: 80 });
const longestLine = 13;

describe('readEnds', () => {
  it('gives back what fits, whatever the chunks', async () => {
    const short = fc.string({ unit: 'grapheme', maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(short, fc.integer({ min: 1, max: 50 }), async (text, chunkBytes) => {
        fc.pre(Buffer.byteLength(text) <= limits.headBytes + limits.tailBytes);
        expect(await readEnds(streamOf(text, chunkBytes), limits)).toBe(Buffer.from(text).toString());
      }),
    );
  });

  it('keeps whole lines of both ends of what does not, and no more than it may', async () => {
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 1, max: 300 }), async (rows, chunkBytes) => {
        const text = rows.map((row) => `${row}\n`).join('');
        const kept = await readEnds(streamOf(text, chunkBytes), limits);
        const [head = '', tail = ''] = kept.split('… the middle is left out …\n');
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
        expect(head).toMatch(/\n$/);
        expect(head.length).toBeGreaterThan(limits.headBytes - longestLine);
        expect(head.length).toBeLessThanOrEqual(limits.headBytes);
        expect(tail.length).toBeGreaterThanOrEqual(limits.tailBytes - longestLine);
        expect(tail.length).toBeLessThanOrEqual(limits.tailBytes);
      }),
    );
  });

  it('cuts a text of one endless line where it must', async () => {
    const kept = await readEnds(streamOf('x'.repeat(1_000), 7), limits);
    expect(kept).toBe(`${'x'.repeat(40)}\n… the middle is left out …\n${'x'.repeat(100)}`);
  });
});
