import type { EmbedTexts } from '../../asking/embed-texts.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { EmbeddingUse } from '../../model/evidence.ts';
import type { HistorySnapshot } from '../../ports/repository-index.ts';
import { nearestVectors } from '../../retrieval/near-vectors.ts';

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

interface NearTexts {
  readonly receipt: EmbeddingUse;
  /** Of each list, the places of its texts, nearest first; empty after a fault. */
  readonly places: readonly (readonly number[])[];
}

/**
 * Lists of texts by how near they lie to a question. What came within the time is kept, so that the next question goes on from there.
 * @throws INTERRUPTED
 */
export async function findNearTexts(
  question: string,
  lists: readonly (readonly string[])[],
  { embedTexts, timeoutMs, signal }: NearTextsRequest,
): Promise<NearTexts> {
  const told = [{ text: question }, ...lists.flat().map((text) => ({ text, owner: '' }))];
  const { model, vectors, sent, fault } = await embedTexts(told, {
    mostSent: mostTold,
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  });
  if (signal?.aborted === true)
    throw new AfterwitError(
      'INTERRUPTED',
      'Stopped. The vectors that came are kept; run the command again to go on from there.',
      { cause: signal.reason },
    );
  const receipt = { model, told: sent.length, ...(fault === undefined ? {} : { fault }) };
  const [asked, ...others] = vectors;
  if (asked === undefined || fault !== undefined) return { receipt, places: lists.map(() => []) };
  let end = 0;
  const places = lists.map(({ length }) => {
    const own = others.slice(end, end + length);
    end += length;
    return nearestVectors(asked, own).map(({ at }) => at);
  });
  return { receipt, places };
}

/** Ordinals of the latest commits that changed something and are no merges, newest first. @param offsets where the changes of each commit begin */
export function latestCommits(snapshot: HistorySnapshot, offsets: Uint32Array): readonly number[] {
  const ordinals: number[] = [];
  for (let ordinal = snapshot.ordinalCount - 1; ordinal >= 0 && ordinals.length < mostCommits; ordinal--) {
    const hasFiles = (offsets[ordinal + 1] ?? 0) > (offsets[ordinal] ?? 0);
    if (hasFiles && snapshot.includes(ordinal) && !snapshot.isMerge(ordinal)) ordinals.push(ordinal);
  }
  return ordinals;
}

/** As much of each message as is embedded: `locate` and the search of commits share the vectors. */
export function messagesOf(snapshot: HistorySnapshot, ordinals: readonly number[]): readonly string[] {
  return ordinals.map((ordinal) => snapshot.stored(ordinal).message.slice(0, messageCharacters));
}
