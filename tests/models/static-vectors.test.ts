import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { staticVectors } from '../../src/adapters/models/embedders.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-static-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Kind = 'F16' | 'F32' | 'F64' | 'BF16';

/** Bits of half precision, by which these values are exact; the last is the least that there is. */
const halves = new Map([
  [0, 0x0000],
  [1, 0x3c00],
  [-2, 0xc000],
  [0.5, 0x3800],
  [2 ** -24, 0x0001],
]);

function bytesOf(kind: Kind, values: readonly number[]): Buffer {
  if (kind === 'F64') return Buffer.from(Float64Array.from(values).buffer);
  if (kind === 'F32') return Buffer.from(Float32Array.from(values).buffer);
  return Buffer.from(Uint16Array.from(values, (value) => halves.get(value) ?? 0x7e00).buffer);
}

interface Tensor {
  readonly kind: Kind;
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

/** As model2vec writes it: tensors one behind the other, and a vocabulary of as many words. */
function write(tensors: Readonly<Record<string, Tensor>>): string {
  const bodies = Object.entries(tensors).map(([name, one]) => ({
    ...{ name, ...one },
    body: bytesOf(one.kind, one.values),
  }));
  let end = 0;
  const header: Record<string, unknown> = {};
  for (const { name, kind, shape, body } of bodies) {
    header[name] = { dtype: kind, shape, data_offsets: [end, end + body.length] };
    end += body.length;
  }
  const told = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(told.length));
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'model.safetensors'),
    Buffer.concat([length, told, ...bodies.map(({ body }) => body)]),
  );
  const vocab = { '[UNK]': 0, kettle: 1, boils: 2 };
  writeFileSync(
    join(folder, 'tokenizer.json'),
    JSON.stringify({ model: { type: 'WordPiece', vocab, unk_token: '[UNK]' } }),
  );
  return folder;
}

const table = [0, 0, 1, -2, 0.5, 2 ** -24];
const vectorOf = async (place: string, text: string) =>
  [...((await staticVectors(place).embed([text], AbortSignal.timeout(5_000)))[0] ?? [])] as number[];

it.each(['F16', 'F32', 'F64'] as const)('reads a table of %s, and the mean of its rows', async (kind) => {
  const place = write({ embeddings: { kind, shape: [3, 2], values: table } });
  expect(await vectorOf(place, 'Kettle')).toEqual([1, -2]);
  expect(await vectorOf(place, 'boils')).toEqual([0.5, 2 ** -24]);
  expect(await vectorOf(place, 'the kettle boils')).toEqual([0.75, Math.fround((-2 + 2 ** -24) / 2)]);
});

it.each(['F16', 'F64'] as const)('weighs the rows by weights of %s', async (kind) => {
  const place = write({
    embeddings: { kind: 'F32', shape: [3, 2], values: table },
    weights: { kind, shape: [3], values: [1, 0.5, 0] },
  });
  expect(await vectorOf(place, 'kettle boils')).toEqual([0.25, -0.5]);
});

it.each([
  { name: 'another kind of numbers', tensors: { kind: 'BF16', shape: [3, 2], values: table } },
  { name: 'half a number that is none', tensors: { kind: 'F16', shape: [3, 2], values: [0, 0, 7, 0, 0, 0] } },
  { name: 'fewer rows than words', tensors: { kind: 'F32', shape: [2, 2], values: table.slice(0, 4) } },
] as const)('refuses $name', async ({ tensors }) => {
  await expect(vectorOf(write({ embeddings: tensors }), 'kettle')).rejects.toMatchObject({ code: 'no_file' });
});

it('refuses a file that is cut', async () => {
  const place = write({ embeddings: { kind: 'F32', shape: [3, 2], values: table } });
  writeFileSync(join(place, 'model.safetensors'), Buffer.alloc(12, 1));
  await expect(vectorOf(place, 'kettle')).rejects.toMatchObject({ code: 'no_file' });
});
