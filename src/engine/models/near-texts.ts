import type { EmbeddedText, EmbedTexts } from '../../asking/embed-texts.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { EmbeddingUse } from '../../model/evidence.ts';
import type { HistorySnapshot } from '../../ports/repository-index.ts';
import { type NearVector, nearestVectors } from '../../retrieval/near-vectors.ts';

/** Texts that are told at once; a repository of more becomes known over several questions. */
const mostTold = 4_096;
const mostCommits = 2_000;
const messageCharacters = 600;

export interface NearTextsRequest {
  readonly embedTexts: EmbedTexts;
  /** Vectors are waited for no longer, all in all. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

interface NearestTexts {
  readonly model: string;
  /** By their places, nearest first; none after a fault. */
  readonly nearest: readonly NearVector[];
  /** 0 is the question, 1 the first text. */
  readonly sent: readonly number[];
  readonly fault?: string;
}

/**
 * Texts by how near they lie to a question.
 * @param mostSent so many texts are told at once; of more, the others the next time
 */
export async function findNearest(
  question: string,
  texts: readonly EmbeddedText[],
  { embedTexts, timeoutMs, signal, mostSent }: NearTextsRequest & { readonly mostSent: number },
): Promise<NearestTexts> {
  const { model, vectors, sent, fault } = await embedTexts([{ text: question }, ...texts], {
    mostSent,
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  });
  const [asked, ...others] = vectors;
  const nearest = asked === undefined || fault !== undefined ? [] : nearestVectors(asked, others);
  return { ...{ model, nearest, sent }, ...(fault === undefined ? {} : { fault }) };
}

/**
 * Ranks lists of texts by their distance to a question: the places of each list's texts, nearest first. Vectors that came in
 * time are kept for the next question.
 * @throws INTERRUPTED
 */
export async function findNearTexts(
  question: string,
  lists: readonly (readonly string[])[],
  request: NearTextsRequest,
): Promise<{ readonly receipt: EmbeddingUse; readonly places: readonly (readonly number[])[] }> {
  const texts = lists.flat().map((text) => ({ text, owner: '' }));
  const found = await findNearest(question, texts, { ...request, mostSent: mostTold });
  if (request.signal?.aborted === true)
    throw new AfterwitError(
      'INTERRUPTED',
      'Stopped. The vectors that came are kept; run the command again to go on from there.',
      { cause: request.signal.reason },
    );
  const { nearest, sent, ...receipt } = found;
  let end = 0;
  const places = lists.map(({ length }) => {
    const start = end;
    end += length;
    return nearest.flatMap(({ at }) => (at >= start && at < start + length ? [at - start] : []));
  });
  return { receipt: { ...receipt, told: sent.length }, places };
}

/** Ordinals of the latest non-merge commits with changes, newest first. @param offsets of each commit's changes */
export function latestCommits(snapshot: HistorySnapshot, offsets: Uint32Array): readonly number[] {
  const ordinals: number[] = [];
  for (let ordinal = snapshot.ordinalCount - 1; ordinal >= 0 && ordinals.length < mostCommits; ordinal--) {
    const hasFiles = (offsets[ordinal + 1] ?? 0) > (offsets[ordinal] ?? 0);
    if (hasFiles && snapshot.includes(ordinal) && !snapshot.isMerge(ordinal)) ordinals.push(ordinal);
  }
  return ordinals;
}

/** The embedded part of each message: `locate` and the search of commits share the vectors. */
export function messagesOf(snapshot: HistorySnapshot, ordinals: readonly number[]): readonly string[] {
  return ordinals.map((ordinal) => snapshot.stored(ordinal).message.slice(0, messageCharacters));
}
