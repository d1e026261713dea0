import { type LikelyFunction, leaf, type PlaceEvidence, type ScoreTree } from '../model/evidence.ts';
import { type MemoryItem, standaloneKinds } from '../model/memory-item.ts';
import type { Scope } from '../model/provenance.ts';
import { selectLargest } from '../numeric/rankings.ts';
import type { ItemPostings, ItemReader } from '../ports/memory-store.ts';
import { type Bm25Collection, type Bm25Term, explainBm25, frequencyIn, scoreBm25 } from '../text/bm25.ts';
import { inverseDocumentFrequency, type QueryTerm, selectTerms } from '../text/terms.ts';
import type { MemoryStatistics } from './answer-evidence.ts';
import type { RetrievalSettings } from './options.ts';

interface RankItemsRequest {
  readonly reader: ItemReader;
  readonly scopes: readonly Scope[];
  /** Terms of the query with their frequencies: see `item-terms.ts`. */
  readonly terms: ReadonlyMap<string, number>;
  /** Paths of files being worked on. */
  readonly files: readonly string[];
  /** Maximum number of candidates. */
  readonly limit: number;
  readonly settings: Pick<RetrievalSettings, 'termLimit'>;
}

/** A memory that may be relevant to the query. */
export interface ItemCandidate {
  readonly item: MemoryItem;
  /** Score by words alone. */
  readonly score: number;
  readonly explain: () => ScoreTree;
  /** Share of the query's terms that it contains, weighted by rarity, 0–1. */
  readonly relevance: number;
  /** It is about a file that is being worked on. */
  readonly aboutWork: boolean;
  /** Its fix likely changed a place that changes now: the likeliest function of it. */
  readonly place?: PlaceEvidence & Pick<LikelyFunction, 'path' | 'name'>;
}

/** A candidate that was found otherwise than by its words. @param how in words */
export function foundOtherwise(item: MemoryItem, how: string): ItemCandidate {
  return { item, score: 0, relevance: 0, aboutWork: false, explain: () => leaf(0, how) };
}

const bm25 = { k1: 1.2, b: 0.75 } as const;
const commonTermShare = 0.25;
/** Limit of postings read for a query after its strongest terms; takes a few milliseconds. */
const mostPostings = 4_000;
const fewestTerms = 3;
/** Least share of the words of a failure or of planned work, weighted by rarity, that a near memory holds, 0–1. */
export const leastRelevance = 0.2;
/** Factor on the score of a memory about a file that is being worked on (Memory V3, file-aware salience). */
export const workingFileBoost = 1.3;

export interface RankedItems {
  /** Best first. */
  readonly candidates: readonly ItemCandidate[];
  /** Rarity of a query term among all memories of the scopes, 0–1; 1 if no memory contains it. */
  readonly rarityOf: (term: string) => number | undefined;
  readonly statistics: MemoryStatistics;
  /** The next best, at most `most`; to be called while the reader is open. */
  readonly further: (most: number) => readonly ItemCandidate[];
}

/** Memories of the scopes that share terms with a text. */
export function rankItems(request: RankItemsRequest): RankedItems {
  const { reader, scopes, terms: counts, limit, settings } = request;
  if (counts.size === 0)
    return { candidates: [], rarityOf: () => undefined, statistics: noMemories, further: () => [] };
  const frequencies = reader.documentFrequencies(scopes, [...counts.keys()]);
  const itemCount = reader.countItems({ scopes, kinds: standaloneKinds });
  const strongest = selectTerms(
    counts,
    { documentCount: itemCount + imaginedItems, documentFrequency: (term) => frequencies.get(term) ?? 0 },
    { limit: settings.termLimit, commonTermShare },
  );
  const selected = affordable(strongest, frequencies);
  const postings = reader.postings(
    scopes,
    selected.map(({ term }) => term),
  );
  const weights = new Map(selected.map(({ term, weight }) => [term, weight]));
  const { terms, collection, ordinals } = denseCollection(postings, weights);
  const scores = scoreBm25(terms, collection, bm25);
  const massOf = ({ ordinals: found, weight }: Bm25Term) => weight * smoothedIdf(found.length, itemCount);
  const fullMass =
    terms.reduce((sum, term) => sum + massOf(term), 0) +
    unknownMass(counts, frequencies, settings.termLimit - terms.length) * smoothedIdf(0, itemCount);
  // Looks at more candidates, because the boost may raise one from below the limit.
  const looked = request.files.length > 0 ? 2 * limit : limit;
  const positionsOf = (most: number) =>
    selectLargest(scores, most).filter((at) => (scores[at] as number) > 0);
  const describe = (best: readonly number[]): readonly ItemCandidate[] => {
    const places = new Map(best.map((at) => [ordinals[at] as number, at]));
    const found = reader.itemsAt([...places.keys()]).map(({ ordinal, item }) => {
      const at = places.get(ordinal) as number;
      const isBoosted = isAbout(item, request.files);
      const matched = terms.filter((term) => frequencyIn(term, at) > 0);
      const relevance = matched.reduce((sum, term) => sum + massOf(term), 0) / fullMass;
      return {
        item,
        score: (isBoosted ? workingFileBoost : 1) * (scores[at] as number),
        explain: () => {
          const tree = explainBm25(at, terms, collection, bm25);
          return isBoosted ? boosted(tree) : tree;
        },
        relevance,
        aboutWork: isBoosted,
      };
    });
    return found.sort((a, b) => b.score - a.score);
  };
  const candidates = describe(positionsOf(looked));
  const rarest = smoothedIdf(0, itemCount);
  return {
    candidates: candidates.slice(0, limit),
    further: (most) =>
      [...candidates.slice(limit), ...describe(positionsOf(looked + most).slice(looked))].slice(0, most),
    rarityOf: (term) =>
      counts.has(term) ? smoothedIdf(frequencies.get(term) ?? 0, itemCount) / rarest : undefined,
    statistics: {
      itemCount,
      averageLength: collection.averageDocumentLength,
      frequencyOf: (term) => frequencies.get(term) ?? 0,
    },
  };
}

const noMemories: MemoryStatistics = { itemCount: 0, averageLength: 0, frequencyOf: () => 0 };

/** Renumbers the postings of scattered items as a small dense collection: ordinals become positions. */
function denseCollection(postings: ItemPostings, weights: ReadonlyMap<string, number>) {
  const { ordinals, placeOf } = placeOrdinals(postings.lists.map((list) => list.ordinals));
  const lengths = new Uint16Array(ordinals.length);
  const terms = postings.lists.map((list): Bm25Term => {
    const places = list.ordinals.map(placeOf);
    for (const [at, place] of places.entries()) lengths[place] = list.lengths[at] as number;
    return {
      term: list.term,
      weight: weights.get(list.term) ?? 1,
      frequencies: list.frequencies,
      ordinals: places,
    };
  });
  const collection: Bm25Collection = {
    documentCount: postings.itemCount,
    documentLengths: lengths,
    averageDocumentLength: postings.itemCount > 0 ? postings.totalLength / postings.itemCount : 0,
  };
  return { terms, collection, ordinals };
}

/**
 * The strongest terms whose postings can be read in time. Terms of many memories discriminate little, and reading their
 * postings would take most of the time.
 * @param terms strongest first
 */
function affordable(
  terms: readonly QueryTerm[],
  frequencies: ReadonlyMap<string, number>,
): readonly QueryTerm[] {
  let postings = 0;
  return terms.filter(({ term }, position) => {
    const cost = frequencies.get(term) ?? 0;
    if (position >= fewestTerms && postings + cost > mostPostings) return false;
    postings += cost;
    return true;
  });
}

/**
 * Weight of query terms that no memory contains, each with the highest idf. It lowers the relevance, because a query
 * about unknown words is not answered by the other words.
 */
function unknownMass(
  counts: ReadonlyMap<string, number>,
  frequencies: ReadonlyMap<string, number>,
  most: number,
) {
  const weights = [...counts]
    .filter(([term]) => !frequencies.has(term))
    .map(([, count]) => 1 + Math.log(count));
  return weights
    .sort((a, b) => b - a)
    .slice(0, most)
    .reduce((sum, weight) => sum + weight, 0);
}

function isAbout({ references, anchors }: MemoryItem, files: readonly string[]): boolean {
  return files.some(
    (file) => anchors.some(({ path }) => path === file) || references.some((reference) => reference === file),
  );
}

function boosted(tree: ScoreTree): ScoreTree {
  return {
    value: workingFileBoost * tree.value,
    description: `× ${workingFileBoost}: it is about a file that is being worked on`,
    parts: [tree],
  };
}

/**
 * Number of virtual memories without any term, added to the collection for idf: otherwise one memory in a young store
 * would make each of its terms common.
 */
const imaginedItems = 100;

function smoothedIdf(documentFrequency: number, itemCount: number): number {
  return inverseDocumentFrequency(documentFrequency, itemCount + imaginedItems);
}

const wordBits = 32;

/**
 * The rank of each ordinal among scattered ones, by one bit per possible ordinal and a count before each word: a quarter of a
 * megabyte for a million memories, where a number for each takes four in every recall.
 * @param lists each ascending
 * @returns the distinct ones, ascending, and the place among them of an ordinal that is one of them
 */
export function placeOrdinals(lists: readonly Uint32Array[]) {
  const end = lists.reduce((most, list) => Math.max(most, (list.at(-1) ?? -1) + 1), 0);
  const words = new Uint32Array(Math.ceil(end / wordBits));
  for (const list of lists)
    for (const ordinal of list)
      words[ordinal >>> 5] = (words[ordinal >>> 5] as number) | (1 << (ordinal & 31));
  const before = new Uint32Array(words.length);
  let count = 0;
  for (let at = 0; at < words.length; at++) {
    before[at] = count;
    count += onesIn(words[at] as number);
  }
  const placeOf = (ordinal: number) => {
    const at = ordinal >>> 5;
    return (before[at] as number) + onesIn((words[at] as number) & ((1 << (ordinal & 31)) - 1));
  };
  return { ordinals: listOrdinals(words, count), placeOf };
}

function listOrdinals(words: Uint32Array, count: number): Uint32Array {
  const ordinals = new Uint32Array(count);
  let place = 0;
  for (let at = 0; at < words.length; at++) {
    let rest = words[at] as number;
    while (rest !== 0) {
      const lowest = rest & -rest;
      ordinals[place++] = at * wordBits + (wordBits - 1 - Math.clz32(lowest));
      rest ^= lowest;
    }
  }
  return ordinals;
}

/** Ones among 32 bits, counted in pairs, then in fours, then in eights (Hacker's Delight, 5-1). */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
