import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type StreamedLine, splitLines } from './exchange-items.ts';

async function linesOf(chunks: readonly (string | Uint8Array)[], longest = 100): Promise<StreamedLine[]> {
  const lines: StreamedLine[] = [];
  for await (const line of splitLines(stream(chunks), longest)) lines.push(line);
  return lines;
}

async function* stream(chunks: readonly (string | Uint8Array)[]): AsyncIterable<string | Uint8Array> {
  yield* chunks;
}

const line = (number: number, text: string) => ({ kind: 'line', number, text });

describe('splitLines', () => {
  it('numbers lines, and leaves empty ones out', async () => {
    expect(await linesOf(['a\n\n', ' \r\nb', 'c\r\n', 'd'])).toEqual([
      line(1, 'a'),
      line(4, 'bc'),
      line(5, 'd'),
    ]);
    expect(await linesOf([])).toEqual([]);
    expect(await linesOf(['\ufeffa\n'])).toEqual([line(1, 'a')]);
  });

  it('goes on behind a line that is too long', async () => {
    expect(await linesOf(['a'.repeat(60), 'a'.repeat(60), '\nb\n'])).toEqual([
      { kind: 'tooLong', number: 1 },
      line(2, 'b'),
    ]);
  });

  it('gives the same lines wherever the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 20 })),
        fc.array(fc.nat({ max: 200 }), { maxLength: 5 }),
        async (texts, cuts) => {
          const bytes = Buffer.from(texts.join('\n'));
          const places = [
            0,
            ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b),
            bytes.length,
          ];
          const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
          expect(await linesOf(chunks)).toEqual(await linesOf([bytes.toString('utf8')]));
        },
      ),
    );
  });

  it('holds little of a long line', async () => {
    const before = process.memoryUsage().heapUsed;
    const mega = 'x'.repeat(1_000_000);
    async function* endless(): AsyncIterable<string> {
      for (let part = 0; part < 200; part++) yield mega;
      yield '\nlast';
    }
    const lines: StreamedLine[] = [];
    for await (const found of splitLines(endless(), 8_000_000)) lines.push(found);
    expect(lines).toEqual([{ kind: 'tooLong', number: 1 }, line(2, 'last')]);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000);
  });
});
