import type { FileSummary, SummaryHit, SummarySearch } from '../model/answers/file-location.ts';
import { predictLogistic } from '../numeric/probabilities.ts';
import { type Bm25Collection, type Bm25Term, frequencyIn, fullMatchScore, scoreBm25 } from '../text/bm25.ts';
import { pathRole } from '../text/path-role.ts';
import { countTerms, inverseDocumentFrequency, selectTerms, wordsByTerm } from '../text/terms.ts';
import { summaryText } from './summarise-file.ts';

const bm25 = { k1: 1.2, b: 0.75 } as const;
const termLimit = 64;
/** Terms in more than this share of the summaries are dropped from a long query. */
const commonTermShare = 0.5;
/** Share of the query's idf mass that the best summary must contain; below it, they share only a chance word. */
const leastCoverage = 0.35;
/** The same for a long text, most of whose words are irrelevant. */
const leastCoverageOfLong = 0.15;
const nearMisses = 3;
/** Up to this many terms, each one counts as deliberate, even if no summary contains it. */
const mostMeantTerms = 8;

/** Whether a file's summary is searched. Tests are left out: their purpose is obvious, and there are many. */
export function isSummarised(path: string): boolean {
  return pathRole(path) === 'source';
}

/** Path and purpose count more than the rest, because they are concise. */
function searchableText(summary: FileSummary): string {
  const { path, purpose = '' } = summary;
  return [path, path, purpose, summaryText(summary)].join('\n');
}

/** Summaries that are about a query, by BM25; when none is, the nearest and the reason. */
export function searchSummaries(
  { summaries, lengths, postings: kept }: IndexedSummaries,
  query: string,
  topK: number,
): Pick<SummarySearch, 'kind' | 'reason' | 'hits'> {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const averageDocumentLength = total / Math.max(1, lengths.length);
  const collection = { documentCount: lengths.length, documentLengths: lengths, averageDocumentLength };
  const postings = new Map(kept.map((posting) => [posting[0], posting]));
  const documentFrequency = (term: string) => postings.get(term)?.[1].length ?? 0;
  const counts = countTerms(query);
  const selected = selectTerms(
    counts,
    { documentCount: summaries.length, documentFrequency },
    { limit: termLimit, commonTermShare },
  );
  const terms = selected.flatMap(({ term, weight }): readonly Bm25Term[] => {
    const found = postings.get(term);
    if (found === undefined) return [];
    const [, ordinals, frequencies] = found;
    return [{ term, weight, ordinals: Uint32Array.from(ordinals), frequencies }];
  });
  const scores = scoreBm25(terms, collection, bm25);
  const words = wordsByTerm(query);
  const isLong = counts.size > mostMeantTerms;
  const unknown = [...counts.keys()].filter((term) => !postings.has(term)).length;
  const coverageOf = coverageBy(terms, collection, isLong ? 0 : unknown);
  const ranked = [...scores.keys()]
    .filter((ordinal) => (scores[ordinal] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, Math.max(topK, 1))
    .map((ordinal) => ({
      ...describe(summaries, ordinal, scores[ordinal] ?? 0, terms, words),
      coverage: coverageOf(ordinal),
    }));
  const [best] = ranked;
  if (best !== undefined && best.coverage >= (isLong ? leastCoverageOfLong : leastCoverage))
    return { kind: 'relevant', hits: ranked.slice(0, topK) };
  const reason =
    ranked.length === 0
      ? 'no summary contains any of these words'
      : 'no summary contains more than a chance word of this';
  return { kind: 'none_relevant', reason, hits: ranked.slice(0, Math.min(nearMisses, topK)) };
}

/** @param unknown terms that were meant and that no summary contains */
function coverageBy(
  terms: readonly Bm25Term[],
  collection: Bm25Collection,
  unknown: number,
): (ordinal: number) => number {
  const unknownMass = unknown * inverseDocumentFrequency(0, collection.documentCount);
  const mass = fullMatchScore(terms, collection) + unknownMass;
  return (ordinal) => {
    const shared = terms.filter((term) => frequencyIn(term, ordinal) > 0);
    return mass === 0 ? 0 : fullMatchScore(shared, collection) / mass;
  };
}

function describe(
  summaries: readonly FileSummary[],
  ordinal: number,
  score: number,
  terms: readonly Bm25Term[],
  words: ReadonlyMap<string, string>,
): Omit<SummaryHit, 'coverage'> {
  const matched = terms
    .filter((term) => frequencyIn(term, ordinal) > 0)
    .map(({ term }) => words.get(term) ?? term);
  return { summary: summaries[ordinal] as FileSummary, score, matchedWords: [...new Set(matched)] };
}

/** Summaries with the index of their texts, by position; nothing but JSON, since both are kept. */
export interface IndexedSummaries {
  readonly summaries: readonly FileSummary[];
  /** Number of terms of each. */
  readonly lengths: readonly number[];
  /** For each term, the ascending positions of the summaries that hold it, and its frequency in each. */
  readonly postings: readonly (readonly [term: string, ordinals: number[], frequencies: number[]])[];
}

export function indexSummaries(summaries: readonly FileSummary[]): IndexedSummaries {
  const postings = new Map<string, IndexedSummaries['postings'][number]>();
  const lengths = summaries.map((summary, ordinal) => {
    let length = 0;
    for (const [term, frequency] of countTerms(searchableText(summary))) {
      length += frequency;
      const [, ordinals, frequencies] = postings.get(term) ?? [term, [], []];
      ordinals.push(ordinal);
      frequencies.push(frequency);
      postings.set(term, [term, ordinals, frequencies]);
    }
    return length;
  });
  return { summaries, lengths, postings: [...postings.values()] };
}

/** Evidence about a summary that was found. */
interface SummaryEvidence extends Pick<SummaryHit, 'score' | 'coverage'> {
  /** 0 for the best. */
  readonly rank: number;
}

/**
 * Weights of a logistic model: whether the fix of an issue changed the file, by the summaries that its title
 * found at the commit before. Fitted on 90 titles of nine repositories, judged on each repository left out
 * (docs/research/recall.md).
 */
const weights = { intercept: -5.84, coverage: 1.61, score: 1.58, rank: -0.64 } as const;

/** Calibrated probability, 0–1, that the question changes the file. */
export function estimateSummary({ coverage, score, rank }: SummaryEvidence): number {
  return predictLogistic(Object.values(weights), [1, coverage, Math.log1p(score), Math.log1p(rank)]);
}
