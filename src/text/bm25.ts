import { leaf, type ScoreTree } from '../model/evidence.ts';
import { inverseDocumentFrequency, type QueryTerm } from './terms.ts';

/** The collection of documents that a score is relative to. */
export interface Bm25Collection {
  readonly documentCount: number;
  /** Terms in each document, by ordinal. Ordinals of the postings are positions here. */
  readonly documentLengths: ArrayLike<number>;
  readonly averageDocumentLength: number;
}

interface Bm25Options {
  /** Saturation of term frequency. */
  readonly k1: number;
  /** How strongly long documents are penalised, 0–1. */
  readonly b: number;
}

/** A query term with the documents that contain it. */
export interface Bm25Term extends QueryTerm {
  readonly ordinals: Uint32Array;
  readonly frequencies: ArrayLike<number>;
}

/**
 * BM25 (Robertson & Zaragoza 2009, Eq. 3.15) of every document for a query: Σ weight · idf · tf (k1 + 1) / (tf + K),
 * with K = k1 (1 − b + b · length / average). The one scorer of the project.
 * @param terms read one after the other, so an iterator may reuse its arrays for the next term
 * @param scores array reused for the result, with any content, so that frequent queries allocate nothing
 * @returns a score for each ordinal, 0 where no term occurs
 */
export function scoreBm25(
  terms: Iterable<Bm25Term>,
  collection: Bm25Collection,
  options: Bm25Options,
  scores: Float64Array = new Float64Array(collection.documentLengths.length),
): Float64Array {
  scores.fill(0);
  for (const { ordinals, frequencies, weight } of terms) {
    const idf = weight * inverseDocumentFrequency(ordinals.length, collection.documentCount);
    for (let i = 0; i < ordinals.length; i++) {
      const ordinal = ordinals[i] as number;
      const frequency = frequencies[i] as number;
      const penalty = lengthPenalty(collection.documentLengths[ordinal] as number, collection, options);
      scores[ordinal] =
        (scores[ordinal] as number) + (idf * frequency * (options.k1 + 1)) / (frequency + penalty);
    }
  }
  return scores;
}

/** The score of an average-length document that contains every term once: the unit of a match's strength. */
export function fullMatchScore(terms: readonly Bm25Term[], collection: Bm25Collection): number {
  let score = 0;
  for (const { ordinals, weight } of terms) {
    score += weight * inverseDocumentFrequency(ordinals.length, collection.documentCount);
  }
  return score;
}

/** The score of one document with its parts; its value equals that of {@link scoreBm25}. */
export function explainBm25(
  ordinal: number,
  terms: readonly Bm25Term[],
  collection: Bm25Collection,
  options: Bm25Options,
): ScoreTree {
  const length = collection.documentLengths[ordinal] ?? 0;
  const penalty = lengthPenalty(length, collection, options);
  const parts = terms.flatMap((term) => {
    const frequency = frequencyIn(term, ordinal);
    return frequency === 0 ? [] : [explainTerm(term, frequency, penalty, collection, options)];
  });
  parts.sort((a, b) => b.value - a.value);
  const value = parts.reduce((sum, part) => sum + part.value, 0);
  const average = collection.averageDocumentLength.toFixed(1);
  return {
    value,
    description: `BM25, sum over terms (document of ${length} terms, average ${average})`,
    parts,
  };
}

function explainTerm(
  term: Bm25Term,
  frequency: number,
  penalty: number,
  collection: Bm25Collection,
  options: Bm25Options,
): ScoreTree {
  const idf = inverseDocumentFrequency(term.ordinals.length, collection.documentCount);
  const saturation = (frequency * (options.k1 + 1)) / (frequency + penalty);
  return {
    value: term.weight * idf * saturation,
    description: `"${term.term}": weight × idf × saturation`,
    parts: [
      leaf(term.weight, 'weight, 1 + ln(occurrences in the query)'),
      leaf(idf, `idf, in ${term.ordinals.length} of ${collection.documentCount} documents`),
      leaf(saturation, `saturation, ${frequency} × in the document`),
    ],
  };
}

/** Occurrences of a term in a document: binary search in its postings. */
export function frequencyIn(term: Bm25Term, ordinal: number): number {
  let low = 0;
  let high = term.ordinals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((term.ordinals[middle] as number) < ordinal) low = middle + 1;
    else high = middle;
  }
  return term.ordinals[low] === ordinal ? (term.frequencies[low] as number) : 0;
}

function lengthPenalty(length: number, collection: Bm25Collection, options: Bm25Options): number {
  const relative = collection.averageDocumentLength > 0 ? length / collection.averageDocumentLength : 1;
  return options.k1 * (1 - options.b + options.b * relative);
}
