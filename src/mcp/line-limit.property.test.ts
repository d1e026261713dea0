import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../tests/effort.ts';
import { LineLimit } from './line-limit.ts';

const megabyte = 1_048_576;

async function passThrough(chunks: readonly Buffer[]) {
  const refused: (string | number | undefined)[] = [];
  const lines = new LineLimit({ answersTo: new PassThrough(), onTooLong: (id) => refused.push(id) });
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  const passed = Buffer.concat((await lines.toArray()) as Buffer[]);
  return { passed, refused };
}

function cut(bytes: Buffer, at: readonly number[]): readonly Buffer[] {
  const ends = [...new Set(at.map((end) => end % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

test('whole lines pass as they are, however they are cut up; a last line without an end does not', async () => {
  const line = fc
    .uint8Array({ maxLength: 40 })
    .map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 10)));
  await fc.assert(
    fc.asyncProperty(fc.array(line), line, fc.array(fc.nat()), async (lines, rest, at) => {
      const whole = Buffer.concat(lines.flatMap((bytes) => [bytes, Buffer.from('\n')]));
      const { passed, refused } = await passThrough(cut(Buffer.concat([whole, rest]), at));
      expect(passed.equals(whole)).toBe(true);
      expect(refused).toEqual([]);
    }),
  );
});

test('a line that is too long is passed over and its id found, however it is cut up', async () => {
  const filler = 'x'.repeat(megabyte);
  const id = fc.oneof(fc.integer(), fc.uuid());
  const shape = fc.constantFrom(
    (found: unknown) => `{"jsonrpc":"2.0","id":${JSON.stringify(found)},"params":"${filler}"}`,
    (found: unknown) => `{"params":"${filler}","jsonrpc":"2.0","id":${JSON.stringify(found)}}`,
  );
  const at = fc.array(fc.nat({ max: megabyte + 100 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(id, shape, at, async (found, render, ends) => {
      const bytes = Buffer.from(`before\n${render(found)}\nafter\n`);
      const { passed, refused } = await passThrough(cut(bytes, ends));
      expect(passed.toString()).toBe('before\nafter\n');
      expect(refused).toEqual([found]);
    }),
    { numRuns: times(30) },
  );
});

test('nothing is read on while answers wait for their reader', async () => {
  const answersTo = new PassThrough({ highWaterMark: 1 });
  const lines = new LineLimit({ answersTo, onTooLong: () => undefined });
  lines.resume();
  answersTo.write('an answer that is not read');
  let isTaken = false;
  lines.write('a request\n', () => {
    isTaken = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isTaken).toBe(false);
  answersTo.resume();
  await new Promise((resolve) => setImmediate(resolve));
  expect(isTaken).toBe(true);
});
