import { hashToken } from '../../../src/text/hashes.ts';
import { type ContextUnit, wordsOf } from '../world/context-unit.ts';

/** A unit that a search found, with its score. */
export interface FoundUnit {
  readonly unit: ContextUnit;
  readonly score: number;
}

const bm25 = { k1: 1.5, b: 0.75 } as const;
const bm25Share = 0.65;
const dimensions = 256;

interface IndexedUnit {
  readonly unit: ContextUnit;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
  /** Unit vector of hashed words. */
  readonly vector: ReadonlyMap<number, number>;
}

const indexed = new WeakMap<ContextUnit, IndexedUnit>();

type Search = (units: readonly ContextUnit[], query: string) => readonly FoundUnit[];

/** BM25 over these units alone; best first. */
export const searchByWords: Search = rememberLast(scoreByWords);

/** Cosine of hashed bags of words: the paper's stand-in for an embedding. */
export const searchByHash: Search = rememberLast(scoreByHash);

/** Several methods ask the same of the same units. */
function rememberLast(search: Search): Search {
  const last = new WeakMap<readonly ContextUnit[], { query: string; found: readonly FoundUnit[] }>();
  return (units, query) => {
    const known = last.get(units);
    if (known?.query === query) return known.found;
    const found = search(units, query);
    last.set(units, { query, found });
    return found;
  };
}

function scoreByWords(units: readonly ContextUnit[], query: string): readonly FoundUnit[] {
  const documents = units.map(indexOf);
  const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  const terms = wordsOf(query);
  const rarities = new Map([...new Set(terms)].map((term) => [term, rarityOf(term, documents)]));
  const scored = documents.map(({ unit, counts, length }) => {
    const penalty = bm25.k1 * (1 - bm25.b + (bm25.b * length) / average);
    const score = terms.reduce((sum, term) => {
      const count = counts.get(term) ?? 0;
      return sum + ((rarities.get(term) ?? 0) * count * (bm25.k1 + 1)) / (count + penalty);
    }, 0);
    return { unit, score };
  });
  return bestFirst(scored);
}

function scoreByHash(units: readonly ContextUnit[], query: string): readonly FoundUnit[] {
  const asked = vectorOf(wordsOf(query));
  return bestFirst(
    units.map((unit) => {
      const { vector } = indexOf(unit);
      let score = 0;
      for (const [bucket, value] of asked) score += value * (vector.get(bucket) ?? 0);
      return { unit, score };
    }),
  );
}

/** 0.65 BM25 + 0.35 cosine, each over its own best `2 · limit`; the scores are added as they are. */
export function searchHybrid(
  units: readonly ContextUnit[],
  query: string,
  limit: number,
): readonly FoundUnit[] {
  const scores = new Map<ContextUnit, number>();
  const add = (found: readonly FoundUnit[], weight: number) => {
    for (const { unit, score } of found.slice(0, 2 * limit))
      scores.set(unit, (scores.get(unit) ?? 0) + weight * score);
  };
  add(searchByWords(units, query), bm25Share);
  add(searchByHash(units, query), 1 - bm25Share);
  return bestFirst([...scores].map(([unit, score]) => ({ unit, score }))).slice(0, limit);
}

function bestFirst(found: readonly FoundUnit[]): readonly FoundUnit[] {
  return found.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
}

function rarityOf(term: string, documents: readonly IndexedUnit[]): number {
  const holding = documents.reduce((count, { counts }) => count + (counts.has(term) ? 1 : 0), 0);
  return holding === 0 ? 0 : Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
}

function indexOf(unit: ContextUnit): IndexedUnit {
  const known = indexed.get(unit);
  if (known !== undefined) return known;
  const words = wordsOf(`${unit.content} ${unit.source}`);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const made = { unit, counts, length: words.length, vector: vectorOf(words) };
  indexed.set(unit, made);
  return made;
}

function vectorOf(words: readonly string[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const word of words) {
    const bucket = hashToken(word) % dimensions;
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  const length = Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0));
  return new Map([...counts].map(([bucket, count]) => [bucket, count / length]));
}
