import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Embedder, ModelFault } from '../../ports/language-model.ts';
import { runCommand } from './command-model.ts';
import { readAnswer, replyOf } from './dialects.ts';
import { type HttpModelOptions, post } from './http-model.ts';

/** 64 vectors of 8,192 numbers in decimal digits. */
const mostBytes = 16_000_000;

/** The endpoint is given without the last part, `/embeddings`. */
type EndpointOptions = Pick<HttpModelOptions, 'model' | 'endpoint' | 'key'>;

/** An endpoint of the form of OpenAI's, as Ollama, vLLM and llama.cpp have it too. */
export function endpointEmbedder({ model, endpoint, key }: EndpointOptions): Embedder {
  return {
    name: `${new URL(endpoint).host}/${model}`,
    leaves: true,
    embed: async (input, signal) => {
      const secret = await key();
      const reply = await post(`${endpoint.replace(/\/+$/, '')}/embeddings`, {
        headers: secret === '' ? {} : { authorization: `Bearer ${secret}` },
        body: { model, input, encoding_format: 'float' },
        ...{ mostBytes, signal },
      });
      return vectorsOf(reply);
    },
  };
}

/** A program that reads `{"model": …, "input": [texts]}` on standard input and prints an answer in the form of an endpoint's. */
export function commandEmbedder(
  model: string,
  { name, command }: { readonly name: string; readonly command: readonly string[] },
): Embedder {
  return {
    name: `${name}/${model}`,
    leaves: true,
    embed: async (input, signal) => {
      const asked = `${JSON.stringify({ model, input })}\n`;
      return vectorsOf(readAnswer(await runCommand(command, asked, { mostBytes, signal })));
    },
  };
}

/** `{"data": [{"embedding": […], "index": 0}, …]}`, or shorter `{"embeddings": [[…], …]}`. @throws ModelFault */
function vectorsOf(json: unknown): readonly (readonly number[])[] {
  const reply = replyOf(json);
  const data = reply('data');
  const vectors = Array.isArray(data)
    ? data
        .map((one, at) => ({ reply: replyOf(one), at }))
        .map(({ reply: one, at }) => ({ vector: one('embedding'), index: Number(one('index') ?? at) }))
        .sort((a, b) => a.index - b.index)
        .map(({ vector }) => vector)
    : reply('embeddings');
  if (!Array.isArray(vectors)) throw new ModelFault('bad_vectors');
  return vectors;
}

/** Files beyond this are no static vectors: the largest known have half a gigabyte. */
const mostFileBytes = 1_000_000_000;
const longestWord = 100;

/**
 * Word vectors in a folder, as model2vec writes them: `model.safetensors` with the table `embeddings` and optional
 * `weights` of its rows, and `tokenizer.json` with a WordPiece vocabulary whose ids are the rows. The vector of a text is
 * the mean over its pieces. Nothing leaves the machine.
 */
export function staticVectors(folder: string): Embedder {
  let loaded: StaticModel | undefined;
  const model = () => (loaded ??= readModel(folder));
  return {
    get name() {
      return `file/${model().hash}`;
    },
    leaves: false,
    embed: async (texts) => texts.map((text) => meanOf(text, model())),
  };
}

interface StaticModel {
  readonly hash: string;
  readonly table: Float32Array;
  readonly weights: Float32Array | undefined;
  readonly dimensions: number;
  readonly rowOf: ReadonlyMap<string, number>;
  readonly prefix: string;
  readonly isLowerCased: boolean;
}

/** @throws ModelFault `no_file` */
function readModel(folder: string): StaticModel {
  try {
    const tensors = readBounded(join(folder, 'model.safetensors'));
    const tokens = readBounded(join(folder, 'tokenizer.json'));
    const hash = createHash('sha256').update(tensors).update(tokens).digest('hex').slice(0, 16);
    const { model, normalizer } = JSON.parse(tokens.toString('utf8'));
    const [table, dimensions] = tensorOf(tensors, 'embeddings') ?? [];
    const rowOf = new Map(Object.entries<number>(model.vocab));
    const rows = (table?.length ?? 0) / (dimensions ?? 0);
    const isWhole = [...rowOf.values()].every((row) => Number.isInteger(row) && row >= 0 && row < rows);
    if (model.type !== 'WordPiece' || table === undefined || dimensions === undefined || !isWhole)
      throw new ModelFault('no_file');
    rowOf.delete(model.unk_token);
    return {
      ...{ hash, table, dimensions, rowOf },
      weights: tensorOf(tensors, 'weights')?.[0],
      prefix: model.continuing_subword_prefix ?? '##',
      isLowerCased: normalizer?.lowercase !== false,
    };
  } catch {
    throw new ModelFault('no_file');
  }
}

function readBounded(path: string): Buffer {
  const { size } = statSync(path);
  if (size > mostFileBytes) throw new ModelFault('no_file');
  return readFileSync(path);
}

/** The numbers and the row length of a tensor. The file begins with a length in 8 bytes and JSON with each tensor's place. */
function tensorOf(file: Buffer, name: string): readonly [Float32Array, number] | undefined {
  const headerLength = Number(file.readBigUInt64LE(0));
  const header = JSON.parse(file.subarray(8, 8 + headerLength).toString('utf8'));
  const tensor = header[name];
  if (tensor === undefined) return undefined;
  const { dtype, shape, data_offsets: place } = tensor;
  const bytes = file.subarray(8 + headerLength + place[0], 8 + headerLength + place[1]);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = readers[dtype as keyof typeof readers];
  const count = shape.reduce((product: number, size: number) => product * size, 1);
  const values = Float32Array.from({ length: count }, (_, at) => read(view, at));
  if (!values.every(Number.isFinite)) throw new ModelFault('no_file');
  return [values, shape[1] ?? 1];
}

const readers = {
  F64: (view: DataView, at: number) => view.getFloat64(at * 8, true),
  F32: (view: DataView, at: number) => view.getFloat32(at * 4, true),
  F16: (view: DataView, at: number) => halfPrecision(view.getUint16(at * 2, true)),
} as const;

function halfPrecision(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * 2 ** -14 * (fraction / 1024);
  return exponent === 0x1f ? Number.NaN : sign * 2 ** (exponent - 15) * (1 + fraction / 1024);
}

function meanOf(text: string, { table, weights, dimensions, rowOf, ...pieces }: StaticModel): Float32Array {
  const sum = new Float32Array(dimensions);
  let count = 0;
  for (const piece of piecesOf(text, pieces)) {
    for (const row of rowsOf(piece, rowOf, pieces.prefix)) {
      const weight = weights?.[row] ?? 1;
      for (let at = 0; at < dimensions; at++)
        sum[at] = (sum[at] as number) + weight * (table[row * dimensions + at] as number);
      count += 1;
    }
  }
  return sum.map((value) => value / Math.max(1, count));
}

/** Words and single marks, as BERT's tokeniser parts a text. */
function piecesOf(text: string, { isLowerCased }: Pick<StaticModel, 'isLowerCased'>): readonly string[] {
  const plain = isLowerCased
    ? text
        .normalize('NFD')
        .replaceAll(/\p{Mn}/gu, '')
        .toLowerCase()
    : text;
  return plain.match(/[\p{P}\p{S}]|[^\s\p{P}\p{S}]+/gu) ?? [];
}

/** The longest pieces of a word from its beginning on; none where a part of it is unknown. */
function rowsOf(word: string, rowOf: StaticModel['rowOf'], prefix: string): readonly number[] {
  if (word.length > longestWord) return [];
  const rows: number[] = [];
  for (let from = 0; from < word.length; ) {
    let to = word.length;
    const nameOf = () => (from === 0 ? '' : prefix) + word.slice(from, to);
    while (to > from && !rowOf.has(nameOf())) to -= 1;
    if (to === from) return [];
    rows.push(rowOf.get(nameOf()) ?? 0);
    from = to;
  }
  return rows;
}
