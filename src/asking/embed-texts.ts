import { createHash } from 'node:crypto';
import type { ModelFaultCode } from '../model/errors.ts';
import { type Embedder, ModelFault, type VectorCache } from '../ports/language-model.ts';
import { redact } from '../redaction/redact.ts';
import { type ModelAsking, withDeadline } from './ask-model.ts';

export interface Embedding extends Pick<ModelAsking, 'ledger' | 'limits' | 'clock'> {
  readonly embedder: Embedder;
  readonly cache: VectorCache;
}

export interface EmbeddedText {
  readonly text: string;
  /** See {@link KeptVector.owner}; absent of a question, which is not kept. */
  readonly owner?: string;
}

export interface EmbeddingBounds {
  /** Most texts that are sent at once; the others follow the next time. */
  readonly mostSent: number;
  readonly signal?: AbortSignal | undefined;
}

/** Vectors of texts, by the user's embedder. The first text is the question. Faults are answers, the cache's too. */
export type EmbedTexts = (
  texts: readonly EmbeddedText[],
  bounds: EmbeddingBounds,
) => Promise<Omit<Embedded, 'fault'> & { readonly model: string; readonly fault?: string }>;

export interface Embedded {
  /** In the order of the texts; undefined for a text that came too late, or after a fault. */
  readonly vectors: readonly (Float32Array | undefined)[];
  /** Texts that were handed to the embedder, by their place; the others were known. */
  readonly sent: readonly number[];
  readonly fault?: ModelFaultCode;
}

const use = 'embed@1';
/** Characters of a text that are embedded: models cut far below. */
const embeddedCharacters = 2_000;
const batchSize = 64;
const mostDimensions = 8_192;

/**
 * Vectors of length 1 for texts: from the cache, or asked for in batches, each counted before it is asked. Batches
 * before a fault are kept. A cached vector of another length is asked for again, as the model is another one.
 * @throws the errors of cache and ledger
 */
export async function embedTexts(
  texts: readonly EmbeddedText[],
  { mostSent, signal }: EmbeddingBounds,
  embedding: Embedding,
): Promise<Embedded> {
  const { embedder, cache } = embedding;
  const asked = texts.map(({ text, owner }) => {
    const told = redact(text).slice(0, embeddedCharacters).toWellFormed();
    return { told, owner, hash: createHash('sha256').update(told).digest('hex') };
  });
  const kept = asked.filter(({ owner }) => owner !== undefined).map(({ hash }) => hash);
  const known = cache.vectors(embedder.name, kept);
  const vectors = asked.map(({ owner, hash }) => (owner === undefined ? undefined : known.get(hash)));
  const sent = new Set<number>();
  let length: number | undefined;
  const isMissing = (at: number) =>
    vectors[at] === undefined || (length !== undefined && vectors[at]?.length !== length);
  const next = () =>
    [...asked.keys()]
      .filter((at) => !sent.has(at) && isMissing(at))
      .slice(0, Math.min(batchSize, mostSent - sent.size));
  for (let batch = next(); batch.length > 0; batch = next()) {
    // Vectors of a file come at once: without a pause no deadline and no Ctrl-C would be heard of.
    if (sent.size > 0) await new Promise((resume) => setImmediate(resume));
    for (const at of batch) sent.add(at);
    const came = await embedBatch(
      batch.map((at) => asked[at]?.told ?? ''),
      { length, signal },
      embedding,
    );
    if ('fault' in came) return { vectors, sent: [...sent], fault: came.fault };
    length = came.vectors[0]?.length;
    const fresh = batch.map((at, nth) => ({ ...asked[at], at, vector: came.vectors[nth] }));
    for (const { at, vector } of fresh) vectors[at] = vector;
    cache.keep(
      embedder.name,
      fresh.flatMap(({ hash, owner, vector }) =>
        hash === undefined || owner === undefined || vector === undefined ? [] : [{ hash, owner, vector }],
      ),
    );
  }
  return { vectors: vectors.map((vector, at) => (isMissing(at) ? undefined : vector)), sent: [...sent] };
}

type Batch = { readonly vectors: readonly Float32Array[] } | { readonly fault: ModelFaultCode };

async function embedBatch(
  texts: readonly string[],
  { length, signal }: { readonly length: number | undefined; readonly signal: AbortSignal | undefined },
  { embedder, ledger, limits, clock }: Embedding,
): Promise<Batch> {
  if (signal?.aborted) return { fault: 'timeout' };
  const inputTokens = Math.ceil(Buffer.byteLength(texts.join('')) / 2);
  const call = embedder.leaves
    ? ledger.reserve(
        { ...{ atMs: clock.nowMs(), use, model: embedder.name }, inputTokens, outputTokens: 0 },
        limits,
      )
    : undefined;
  if (typeof call === 'string') return { fault: call };
  const settle = (fault?: ModelFaultCode) => {
    if (call !== undefined) ledger.settle(call, { fault }, limits);
  };
  try {
    const given = await withDeadline(limits.timeoutMs, signal, (until) => embedder.embed(texts, until));
    const vectors = readVectors(given, texts.length, length);
    settle(vectors === undefined ? 'bad_vectors' : undefined);
    return vectors === undefined ? { fault: 'bad_vectors' } : { vectors };
  } catch (thrown) {
    const fault = thrown instanceof ModelFault ? thrown.code : 'server_error';
    settle(fault);
    return { fault };
  }
}

/** Undefined unless there is one for each text, all of one length, of finite numbers that are not all 0. */
function readVectors(
  given: readonly (readonly number[] | Float32Array)[],
  count: number,
  expected: number | undefined,
): readonly Float32Array[] | undefined {
  if (!Array.isArray(given) || given.length !== count) return undefined;
  const length = expected ?? given[0]?.length ?? 0;
  if (length === 0 || length > mostDimensions) return undefined;
  const vectors: Float32Array[] = [];
  for (const one of given) {
    const isVector = Array.isArray(one) || one instanceof Float32Array;
    if (!isVector || one.length !== length || !one.every((value: unknown) => Number.isFinite(value)))
      return undefined;
    const norm = Math.hypot(...one);
    // A text without a known word has no direction.
    vectors.push(Float32Array.from(one, (value) => (norm === 0 ? 0 : value / norm)));
  }
  return vectors;
}
