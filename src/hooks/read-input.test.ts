import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { times } from '../../tests/effort.ts';
import { failedCommand } from '../../tests/hooks/hook-inputs.ts';
import { gatherInput, parseHookInput } from './read-input.ts';

const mebibyte = 1_048_576;

function inPieces(bytes: Buffer, size: number): Readable {
  const count = Math.ceil(bytes.length / size);
  return Readable.from(Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size)));
}

async function readInput(text: string, pieceBytes = 65_536): Promise<unknown> {
  return parseHookInput(await gatherInput(inPieces(Buffer.from(text), pieceBytes)));
}

it.each([0, 1, 65_536, 3 * mebibyte, 8 * mebibyte - 65_536])('keeps all of %i bytes', async (length) => {
  const { head, tail } = await gatherInput(inPieces(Buffer.alloc(length, 'x'), 65_536));
  expect(head.length).toBe(length);
  expect(tail).toBeUndefined();
});

it('keeps the beginning and the end of an endless input', async () => {
  const { head, tail } = await gatherInput(inPieces(Buffer.alloc(40 * mebibyte, 'x'), 65_536));
  expect(head.length).toBe(2 * mebibyte);
  expect(tail?.length).toBe(6 * mebibyte);
});

it('passes on a fault of the stream', async () => {
  const stream = new PassThrough();
  const gathered = gatherInput(stream);
  stream.destroy(new Error('gone'));
  await expect(gathered).rejects.toThrow('gone');
});

const lines = [
  'plain words of a log \\n line',
  'quotes " and \\ backslashes \\\\ " \\" and more',
  'häßliche Ümläute, 漢字 and 🫖 between',
  '\u0000 \u001b[31m controls \t \r\n',
];

it.each(lines)('shortens a long output and nothing else: %j', async (line) => {
  const repeated = line.repeat(Math.ceil((12 * mebibyte) / Buffer.byteLength(JSON.stringify(line))));
  const error = `Exit code 1\n${repeated}the end`;
  const input = failedCommand({ error });
  const parsed = await readInput(JSON.stringify(input), 65_521);
  expect(parsed).toEqual({ ...input, error: expect.stringMatching(/^Exit code 1\n.*the end$/s) });
});

it('cuts between characters wherever the pieces end', async () => {
  const error = `Exit code 1\n${'🫖\\" é'.repeat(1_000_000)}`;
  const text = JSON.stringify(failedCommand({ error }));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 60_000, max: 70_000 }), async (pieceBytes) => {
      const parsed = await readInput(text, pieceBytes);
      expect(parsed).toMatchObject({ error: expect.not.stringContaining('\uFFFD') });
    }),
    { numRuns: times(6) },
  );
});

it.each([
  { what: 'nothing', text: '' },
  { what: 'torn JSON', text: '{"hook_event_name":"PostToolUse","tool_' },
  { what: 'a long input without a blank', text: `{"error":"${'x'.repeat(12 * mebibyte)}"}` },
])('refuses $what', async ({ text }) => {
  await expect(readInput(text)).rejects.toThrow(SyntaxError);
});
