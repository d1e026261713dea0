import type { ItemId } from '../../model/brands.ts';
import type { EmbeddingReceipt } from '../../model/decision.ts';
import type { Retrieval } from '../../model/evidence.ts';
import { standaloneKinds } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { compareMemories, estimateAnswer, leastConfidence } from '../../retrieval/answer-evidence.ts';
import { nearestVectors } from '../../retrieval/near-vectors.ts';
import { foundOtherwise, type ItemCandidate, type RankedItems } from '../../retrieval/rank-items.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import type { Candidate } from './candidate.ts';
import { answerLevel } from './judge-answer.ts';
import type { Question } from './question.ts';

/** Memories of which vectors are looked at, the newest first, and of which so many are told at once. */
const mostCompared = 10_000;
const mostTold = 1_024;
/** So many are candidates for their vectors alone; of those that stand out so many are a line. */
const mostFound = 8;
const mostLines = 3;

export interface NearMemories {
  readonly retrieval: Retrieval;
  readonly receipt: EmbeddingReceipt;
  /** Nearest first; none after a fault. */
  readonly memories: readonly {
    readonly id: ItemId;
    readonly similarity: number;
    readonly isNear: boolean;
  }[];
}

/**
 * Finds memories by vectors, where a user turned them on, for a question in words. The embedder gets no memory that may not
 * be shown. Waits within the time limit; undefined where the embedder was not asked.
 */
export async function findNear(
  { request, query, moment }: Question,
  { embedTexts, store, scopes, settings }: RecallDependencies,
): Promise<NearMemories | undefined> {
  const retrieval = request.retrieval ?? 'hybrid';
  const isWanted = moment.asked && query.failure === undefined && retrieval !== 'words';
  if (embedTexts === undefined || !isWanted) return undefined;
  const items = store.read((reader) =>
    reader.items({
      ...{ scopes, kinds: standaloneKinds, statuses: ['active'], quarantined: false, limit: mostCompared },
    }),
  );
  const texts = items.map(({ id, content }) => ({ text: content, owner: id }));
  const { model, vectors, sent, fault } = await embedTexts([{ text: query.words }, ...texts], {
    mostSent: mostTold,
    signal: AbortSignal.timeout(settings.judging.timeoutMs),
  });
  const [asked, ...others] = vectors;
  const nearest = asked === undefined || fault !== undefined ? [] : nearestVectors(asked, others);
  // The first text is the question.
  const told = sent.flatMap((at) => items[at - 1]?.id ?? []);
  return {
    ...{ retrieval, receipt: { model, told, ...(fault === undefined ? {} : { fault }) } },
    memories: nearest.flatMap(({ at, ...one }) => {
      const id = items[at]?.id;
      return id === undefined ? [] : [{ id, ...one }];
    }),
  };
}

/** The candidates, with those that lie nearest by their vectors, as they are remembered now. */
export function withNear(
  candidates: readonly ItemCandidate[],
  near: NearMemories | undefined,
  reader: Pick<ItemReader, 'item'>,
): readonly ItemCandidate[] {
  const known = new Set(candidates.map(({ item }) => item.id));
  const others = (near?.memories ?? []).slice(0, mostFound).filter(({ id }) => !known.has(id));
  const found = others.flatMap(({ id, similarity }) => {
    const item = reader.item(id);
    const how = `words in common: found by its vector, cosine ${similarity.toFixed(2)}`;
    return item === undefined ? [] : [foundOtherwise(item, how)];
  });
  return [...candidates, ...found];
}

/**
 * Orders the candidates, and adds the nearest ones that stand out as lines, whatever words they share. The order is
 * that of words, but the third line is that of vectors, so that a weak model costs no more than a line. A vector never
 * makes a card.
 */
export function orderNear(
  candidates: readonly Candidate[],
  near: NearMemories | undefined,
  { question, statistics }: { readonly question: string } & Pick<RankedItems, 'statistics'>,
): readonly Candidate[] {
  if (near === undefined || near.memories.length === 0) return candidates;
  const places = new Map(near.memories.map((one, at) => [one.id, { ...one, at }]));
  const placeOf = ({ item }: Candidate) => places.get(item.id)?.at ?? Number.POSITIVE_INFINITY;
  const standsOut = (one: Candidate) => placeOf(one) < mostLines && places.get(one.item.id)?.isNear === true;
  const byPlace = (all: readonly Candidate[]) => all.toSorted((a, b) => placeOf(a) - placeOf(b));
  const lined = candidates.map((candidate) => {
    const similarity = places.get(candidate.item.id)?.similarity;
    const isLine = answerLevel(candidate) === 'nothing' && standsOut(candidate);
    return isLine ? asLine(candidate, similarity, { question, statistics }) : candidate;
  });
  if (near.retrieval === 'dense') return byPlace(lined);
  const likely = lined.filter((one) => answerLevel(one) === 'likely');
  const lines = lined.filter(({ answer }) => answer?.level === 'perhaps' && answer.near === undefined);
  const head = new Set([...likely, ...lines.filter((one) => !likely.includes(one)).slice(0, mostLines - 1)]);
  const others = lined.filter((one) => !head.has(one));
  return [...new Set([...head, ...byPlace(others.filter(standsOut)), ...others])];
}

function asLine(
  candidate: Candidate,
  near: number | undefined,
  { question, statistics }: { readonly question: string } & Pick<RankedItems, 'statistics'>,
): Candidate {
  const [evidence] = compareMemories(question, [candidate.item], statistics);
  const answer = candidate.answer ?? (evidence && estimateAnswer(evidence));
  if (answer === undefined || near === undefined) return candidate;
  const confidence = Math.max(answer.confidence, leastConfidence.perhaps);
  return { ...candidate, answer: { ...answer, level: 'perhaps', confidence, near } };
}
