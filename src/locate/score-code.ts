import type { IssueViews } from '../model/answers/file-location.ts';
import { largestOf, selectLargest } from '../numeric/rankings.ts';
import type { CodeField, CodeFile, CodeSnapshot } from '../ports/repository-index.ts';
import { type Bm25Term, fullMatchScore, scoreBm25 } from '../text/bm25.ts';
import { hashToken } from '../text/hashes.ts';
import { compoundPrefix, countTerms, selectTerms, termsOf } from '../text/terms.ts';
import { boilerplateWords, englishStopWords } from '../text/words.ts';
import type { FeatureValues, PastFeatureName } from './features.ts';
import { type Candidates, candidatesOf, scorePathWords } from './rank-files.ts';
import { scoreDottedNames, scoreFrames, scoreNamedPaths, scoreSymbols } from './score-names.ts';

/** Scores of the code for an issue, before the history is used. */
export interface CodeScores {
  readonly values: Omit<FeatureValues, PastFeatureName>;
  /** Ordinal of the best chunk, by blob. */
  readonly bestChunks: Uint32Array;
  /** Weight of each test of {@link Candidates.tests} for the issue; the best 15 add up to 1, the others have 0. */
  readonly testWeights: Float64Array;
  /** Score of the best chunk for the text, divided by that of a full match. */
  readonly textStrength: number;
  /** Terms of the text used in the chunk search. */
  readonly textTerms: readonly Bm25Term[];
}

export function scoreCode(views: IssueViews, code: CodeSnapshot, termLimit: number): CodeScores {
  const candidates = candidatesOf(code);
  const { sources, blobs } = candidates;
  const terms = (field: 'chunk' | 'definition', text: string) =>
    codeTerms(code, field, text, field === 'chunk' ? code.chunkCount : code.blobCount, termLimit);
  const bySource = (scores: Float64Array) => scoresOf(sources, scores);
  const fullTerms = terms('chunk', views.full);
  const chunks = scoreChunks(code, fullTerms);
  const whole = scoreFiles(code, fullTerms);
  const bestChunk = bySource(chunks.scores);
  return {
    values: {
      bestChunk,
      title: bySource(scoreFiles(code, terms('chunk', views.title))),
      phrases: bySource(scoreBigrams(code, views.full, blobs)),
      definitions: bySource(scoreDefinitions(code, terms('definition', views.code))),
      titleSymbols: bySource(scoreSymbols(code, views.title)),
      titlePath: scorePathWords(candidates, views.title),
      namedPath: scoreNamedPaths(sources, views.paths),
      traceback: scoreFrames(sources, views.frames),
      module: scoreDottedNames(candidates.modules, sources.length, views.dottedNames),
      auxiliary: candidates.auxiliary,
    },
    bestChunks: chunks.bestChunks,
    testWeights: weighTests(candidates, whole),
    textStrength: strengthOf(bestChunk, fullMatchScore(fullTerms, chunkCollection(code))),
    textTerms: fullTerms,
  };
}

/** Terms of a text with their postings in one field of the code, the most telling ones. */
function codeTerms(
  code: CodeSnapshot,
  field: CodeField,
  text: string,
  documentCount: number,
  termLimit: number,
): readonly Bm25Term[] {
  const documentFrequency = (term: string) => code.postings(field, term)?.ordinals.length ?? 0;
  const selected = selectTerms(
    countTerms(text),
    { documentCount, documentFrequency },
    { limit: termLimit, commonTermShare: 1 },
  );
  return selected.flatMap(({ term, weight }) => {
    const postings = code.postings(field, term);
    return postings === undefined ? [] : [{ term, weight, ...postings }];
  });
}

/** Scores of the files' blobs, by place. */
function scoresOf(files: readonly CodeFile[], scores: Float64Array): Float64Array {
  const own = new Float64Array(files.length);
  for (let place = 0; place < own.length; place++) own[place] = scores[files[place]?.blob ?? -1] ?? 0;
  return own;
}

function strengthOf(scores: Float64Array, full: number): number {
  return full > 0 ? largestOf(scores) / full : 0;
}

const mostTests = 15;
/** Share of the last selected test's score that is subtracted from all, so that the best ones stand out. */
const floorShare = 0.9;

function weighTests({ tests }: Candidates, scores: Float64Array): Float64Array {
  const weights = new Float64Array(tests.length);
  const own = scoresOf(tests, scores);
  const best = selectLargest(own, mostTests);
  const floor = best.length < mostTests ? 0 : floorShare * (own[best.at(-1) as number] as number);
  for (const place of best) weights[place] = (own[place] as number) - floor;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return total > 0 ? weights.map((weight) => weight / total) : weights;
}

const bm25 = { k1: 1.2, b: 0.75 } as const;

/**
 * BM25 over chunks (definitions of at least 250 characters); a file gets the score of its best chunk.
 * @returns by blob ordinal: the score, 0 where nothing matched, and the ordinal of the best chunk
 */
function scoreChunks(code: CodeSnapshot, terms: readonly Bm25Term[]) {
  const blobCount = code.tokenOffsets.length - 1;
  const scores = new Float64Array(blobCount);
  const bestChunks = new Uint32Array(blobCount);
  const chunkScores = scoreBm25(terms, chunkCollection(code), bm25);
  const { chunkBlobs } = code;
  for (let chunk = 0; chunk < chunkScores.length; chunk++) {
    const score = chunkScores[chunk] as number;
    const blob = chunkBlobs[chunk] as number;
    if (score <= (scores[blob] as number)) continue;
    scores[blob] = score;
    bestChunks[blob] = chunk;
  }
  return { scores, bestChunks };
}

function chunkCollection(code: CodeSnapshot) {
  return {
    documentCount: code.chunkCount,
    documentLengths: code.chunkLengths,
    averageDocumentLength: code.averageChunkLength,
  };
}

/** BM25 over whole files: the chunks of a blob count as one document. */
function scoreFiles(code: CodeSnapshot, terms: readonly Bm25Term[]): Float64Array {
  const collection = {
    documentCount: code.blobCount,
    documentLengths: code.blobLengths,
    averageDocumentLength: code.averageBlobLength,
  };
  return scoreBm25(mergeChunks(code, terms), collection, bm25);
}

/**
 * Terms with blobs in place of chunks. Chunks of a blob have adjacent ordinals, so one pass adds them up. All terms
 * share two arrays: a query has a hundred terms, and separate arrays would take megabytes each.
 */
function* mergeChunks(code: CodeSnapshot, terms: readonly Bm25Term[]): Generator<Bm25Term> {
  const { chunkBlobs } = code;
  const longest = terms.reduce((most, term) => Math.max(most, term.ordinals.length), 0);
  const ordinals = new Uint32Array(longest);
  const frequencies = new Uint32Array(longest);
  for (const term of terms) {
    let end = -1;
    for (let i = 0; i < term.ordinals.length; i++) {
      const blob = chunkBlobs[term.ordinals[i] as number] as number;
      const frequency = term.frequencies[i] as number;
      if (end >= 0 && ordinals[end] === blob) frequencies[end] = (frequencies[end] as number) + frequency;
      else {
        ordinals[++end] = blob;
        frequencies[end] = frequency;
      }
    }
    yield { ...term, ordinals: ordinals.subarray(0, end + 1), frequencies: frequencies.subarray(0, end + 1) };
  }
}

/** BM25 over the names that files define. */
function scoreDefinitions(code: CodeSnapshot, terms: readonly Bm25Term[]): Float64Array {
  const collection = {
    documentCount: code.blobCount,
    documentLengths: code.definitionLengths,
    averageDocumentLength: code.averageDefinitionLength,
  };
  return scoreBm25(terms, collection, bm25);
}

/** Tokens are hashes of 16 bits. */
const tokenCount = 65_536;

/**
 * BM25 of each blob over pairs of neighbouring subtokens: the adjacent words "migration writer" say more than both
 * apart. Scans all tokens of the tree; a table of first and second tokens rejects nearly all of them at once.
 */
export function scoreBigrams(code: CodeSnapshot, text: string, blobs: readonly number[]): Float64Array {
  const { tokenOffsets, averageBlobLength } = code;
  const pairs = pairsOf(text);
  const halves = halvesOf(pairs);
  const postings = new Map([...pairs.keys()].map((pair) => [pair, newPostings()]));
  for (const blob of blobs) addPairs(code, blob, postings, halves);
  const terms = [...postings].map(([pair, { ordinals, frequencies }]) => ({
    term: `${pair}`,
    weight: 1 + Math.log(pairs.get(pair) ?? 1),
    ordinals: Uint32Array.from(ordinals),
    frequencies,
  }));
  const documentLengths = tokenOffsets.slice(1).map((end, blob) => end - (tokenOffsets[blob] as number));
  const averageDocumentLength = Math.max(1, averageBlobLength);
  return scoreBm25(terms, { documentCount: blobs.length, documentLengths, averageDocumentLength }, bm25);
}

interface PairPostings {
  readonly ordinals: number[];
  readonly frequencies: number[];
}

const newPostings = (): PairPostings => ({ ordinals: [], frequencies: [] });

/** Whether a token is the first, and whether it is the second, of any pair. */
interface Halves {
  readonly isFirst: Uint8Array;
  readonly isSecond: Uint8Array;
}

function halvesOf(pairs: ReadonlyMap<number, number>): Halves {
  const halves = { isFirst: new Uint8Array(tokenCount), isSecond: new Uint8Array(tokenCount) };
  for (const pair of pairs.keys()) {
    halves.isFirst[Math.floor(pair / tokenCount)] = 1;
    halves.isSecond[pair % tokenCount] = 1;
  }
  return halves;
}

function addPairs(
  { tokens, tokenOffsets }: CodeSnapshot,
  blob: number,
  postings: ReadonlyMap<number, PairPostings>,
  { isFirst, isSecond }: Halves,
): void {
  const end = (tokenOffsets[blob + 1] as number) - 1;
  for (let i = tokenOffsets[blob] as number; i < end; i++) {
    const first = tokens[i] as number;
    if (isFirst[first] === 0) continue;
    const second = tokens[i + 1] as number;
    if (isSecond[second] === 0) continue;
    const found = postings.get(pairKey(first, second));
    if (found === undefined) continue;
    const { ordinals, frequencies } = found;
    if (ordinals.at(-1) !== blob) {
      ordinals.push(blob);
      frequencies.push(0);
    }
    frequencies[frequencies.length - 1] = (frequencies.at(-1) as number) + 1;
  }
}

function pairsOf(text: string): ReadonlyMap<number, number> {
  const terms = termsOf(text).filter((term) => !term.startsWith(compoundPrefix));
  const counts = new Map<number, number>();
  for (let i = 1; i < terms.length; i++) {
    const [left = '', right = ''] = [terms[i - 1], terms[i]];
    if (isEmptyWord(left) || isEmptyWord(right)) continue;
    const pair = pairKey(hashToken(left), hashToken(right));
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

function isEmptyWord(term: string): boolean {
  return englishStopWords.has(term) || boilerplateWords.has(term);
}

function pairKey(first: number, second: number): number {
  return first * tokenCount + second;
}
