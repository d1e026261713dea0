import { folderOf } from './path-role.ts';
import { compoundPrefix, termsOf } from './terms.ts';
import { boilerplateWords, stem } from './words.ts';

/** Folders that hold this share of the sources, or more, name the project. */
const leastShare = 0.3;
const commonFolders = `src lib libs source sources main java kotlin scala com org net io github packages package pkg crates
  app apps core test tests testing internal cmd js python common modules module server client api backend frontend go rust
  cpp include docs examples ui web`;
const commonTerms: ReadonlySet<string> = new Set(termsOf(commonFolders));
const shortestTerm = 3;

/**
 * Terms of the folders of most of a project's sources: `xarray` for `xarray/core/dataset.py`. Questions about the project often
 * have one of them, in an import or in prose; questions about another project hardly ever.
 * @param paths of the sources
 */
export function projectTerms(paths: readonly string[]): ReadonlySet<string> {
  const counts = weighFolderTerms(paths.map((path) => [path, 1] as const));
  return new Set([...counts].filter(([, count]) => count >= leastShare * paths.length).map(([term]) => term));
}

/** Terms of the folders of paths, without those that any project has, each with the weight of the paths below it. */
export function weighFolderTerms(
  weights: Iterable<readonly [path: string, weight: number]>,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [path, weight] of weights) {
    for (const term of new Set(termsOf(folderOf(path)))) {
      if (term.length < shortestTerm || term.startsWith(compoundPrefix) || commonTerms.has(term)) continue;
      sums.set(term, (sums.get(term) ?? 0) + weight);
    }
  }
  return sums;
}

const boilerplateTerms: ReadonlySet<string> = new Set([...boilerplateWords].map(stem));

/** A term of a query with its weight, 1 + ln(occurrences). */
export interface QueryTerm {
  readonly term: string;
  readonly weight: number;
}

interface TermSelection {
  /** Most terms kept. */
  readonly limit: number;
  /** Terms in a larger share of the documents are dropped from a long query, 0–1. */
  readonly commonTermShare: number;
}

/**
 * Reduces a long query to the terms that discriminate between documents: drops boilerplate and terms that occur in more
 * than `commonTermShare` of the documents, then keeps the best `limit` by idf · (1 + ln tf). A query with at most
 * `limit` distinct terms is kept whole, because each word of a short query is deliberate. Result: strongest first.
 * @param documentFrequency number of documents that contain the term
 */
export function selectTerms(
  counts: ReadonlyMap<string, number>,
  collection: { readonly documentCount: number; readonly documentFrequency: (term: string) => number },
  selection: TermSelection,
): readonly QueryTerm[] {
  const isLong = counts.size > selection.limit;
  const candidates: (QueryTerm & { readonly strength: number })[] = [];
  for (const [term, count] of counts) {
    if (isLong && boilerplateTerms.has(term)) continue;
    const frequency = collection.documentFrequency(term);
    if (frequency === 0) continue;
    if (isLong && frequency > selection.commonTermShare * collection.documentCount) continue;
    const weight = 1 + Math.log(count);
    candidates.push({
      term,
      weight,
      strength: weight * inverseDocumentFrequency(frequency, collection.documentCount),
    });
  }
  candidates.sort((a, b) => b.strength - a.strength || (a.term < b.term ? -1 : 1));
  return candidates.slice(0, selection.limit).map(({ term, weight }) => ({ term, weight }));
}

/** ln(1 + (N − n + ½) / (n + ½)): never negative, so that a common term cannot lower a score. */
export function inverseDocumentFrequency(documentFrequency: number, documentCount: number): number {
  return Math.log(1 + (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/** How much a text says, and how much of it a collection has heard of. */
interface Information {
  /** Σ (1 + ln tf) · idf over all terms of the text. */
  readonly information: number;
  /** Share of it in terms that any document has, 0–1. */
  readonly knownShare: number;
}

/**
 * Information in a text, from the view of a collection, which knows only everyday words of another repository's issue, and
 * these say little.
 */
export function measureInformation(
  counts: ReadonlyMap<string, number>,
  collection: { readonly documentCount: number; readonly documentFrequency: (term: string) => number },
): Information {
  let known = 0;
  let information = 0;
  for (const [term, count] of counts) {
    const frequency = collection.documentFrequency(term);
    const mass = (1 + Math.log(count)) * inverseDocumentFrequency(frequency, collection.documentCount);
    information += mass;
    if (frequency > 0) known += mass;
  }
  return { information, knownShare: information > 0 ? known / information : 0 };
}
