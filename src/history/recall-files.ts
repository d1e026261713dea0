import { selectLargest } from '../numeric/rankings.ts';
import type { HistorySnapshot } from '../ports/repository-index.ts';
import { type Bm25Term, fullMatchScore, scoreBm25 } from '../text/bm25.ts';
import { type FilePast, messageWeight, msPerDay } from './file-past.ts';
import { commitsOfIssuesIn, prepareQuery } from './match-commits.ts';
import type { HistorySettings } from './options.ts';

/** Feature values of files from the history, for one issue; by place, see `file-past.ts`. */
export interface FileRecollection {
  readonly values: {
    readonly pastMessages: Float64Array;
    readonly similarToTitle: Float64Array;
    readonly changedWithTests: Float64Array;
    readonly namedCommits: Float64Array;
    readonly recentChanges: Float64Array;
    readonly lastChange: Float64Array;
    readonly changeCount: Float64Array;
    readonly extensionShare: Float64Array;
  };
  /** Number of commits similar to the title that changed a file, by place. */
  readonly similarCommits: Uint16Array;
  /** Score of the commit most similar to the title, divided by that of a full match. */
  readonly pastStrength: number;
  /** Share of the title's information whose terms past messages have, 0–1. */
  readonly knownTitle: number;
}

interface FileQuestion {
  readonly title: string;
  readonly text: string;
  /** Weight of each file as a test about the text, by place. */
  readonly testWeights: Float64Array;
  readonly ownSlug?: string | undefined;
}

export function recallFiles(
  snapshot: HistorySnapshot,
  past: FilePast,
  question: FileQuestion,
  settings: HistorySettings['search'],
): FileRecollection {
  const title = prepareQuery(snapshot, question.title, settings, question.ownSlug);
  const similar = scoreSimilarChanges(snapshot, past, title.terms);
  const named = new Set([
    ...commitsOfIssuesIn(snapshot, question.text, question.ownSlug),
    ...commitsNamedIn(snapshot, question.text),
  ]);
  return {
    values: {
      pastMessages: scoreMessages(snapshot, past, title.terms),
      similarToTitle: similar.scores,
      changedWithTests: scoreChangedWith(snapshot, past, question.testWeights),
      namedCommits: scoreNamedCommits(past, named),
      recentChanges: past.recentChanges,
      ...past.priors,
    },
    similarCommits: similar.commits,
    pastStrength: similar.strength,
    knownTitle: title.knownShare,
  };
}

const objectId = /\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b/g;
const mostNamed = 20;

function commitsNamedIn(snapshot: HistorySnapshot, text: string): readonly number[] {
  const ids = [...new Set(text.match(objectId))].slice(0, mostNamed);
  return ids.flatMap((id) => snapshot.ordinalOfPrefix(id) ?? []);
}

/**
 * The length penalty is weaker than for real documents: the document of a hot file is long because the file is often
 * relevant.
 */
const messageBm25 = { k1: 0.36, b: 0.75 } as const;

/**
 * BM25 of each file's virtual document, all past messages that touched it: a message's weight is halved for every 1460
 * days of age and divided by the root of its commit's number of files (*hdoc*).
 * @returns by place
 */
export function scoreMessages(
  snapshot: HistorySnapshot,
  past: FilePast,
  terms: readonly Bm25Term[],
): Float64Array {
  const { fileCount, messageLengths } = past;
  const averageDocumentLength = messageLengths.reduce((sum, length) => sum + length, 0) / fileCount;
  const collection = { documentCount: fileCount, documentLengths: messageLengths, averageDocumentLength };
  const frequencies = new Float64Array(fileCount);
  const byPlace = terms.map((term) => {
    const places = addUp(snapshot, past, term, frequencies);
    const own = places.map((place) => frequencies[place] as number);
    for (const place of places) frequencies[place] = 0;
    return { ...term, ordinals: Uint32Array.from(places), frequencies: own };
  });
  return scoreBm25(byPlace, collection, messageBm25);
}

/** Decayed occurrences of a term in each file's messages. @returns places that have any */
function addUp(
  snapshot: HistorySnapshot,
  { offsets, places, widths }: FilePast,
  term: Bm25Term,
  frequencies: Float64Array,
): readonly number[] {
  const found: number[] = [];
  const { times, committedAtMs } = snapshot;
  for (let i = 0; i < term.ordinals.length; i++) {
    const ordinal = term.ordinals[i] as number;
    const start = offsets[ordinal] as number;
    const end = offsets[ordinal + 1] as number;
    if (start === end) continue;
    const ageDays = Math.max(0, committedAtMs - (times[ordinal] as number)) / msPerDay;
    const weight = (term.frequencies[i] as number) * messageWeight(ageDays, widths[ordinal] as number);
    for (let j = start; j < end; j++) {
      const place = places[j] as number;
      if (frequencies[place] === 0) found.push(place);
      frequencies[place] = (frequencies[place] as number) + weight;
    }
  }
  return found;
}

const bm25 = { k1: 1.2, b: 0.75 } as const;
const mostSimilar = 60;
const leastRelativeScore = 0.15;
const similarHalfLifeDays = 1460;

/**
 * Each of the 60 commits with the most similar messages gives its files (score / best)² ÷ √files; half of a score
 * decays with a half-life of 1460 days (*knn*).
 * @returns by place: scores and numbers of those commits; and the score of the best commit, divided by that of a full match
 */
export function scoreSimilarChanges(snapshot: HistorySnapshot, past: FilePast, terms: readonly Bm25Term[]) {
  const { documentLengths, averageDocumentLength, commitCount, times, committedAtMs } = snapshot;
  const collection = { documentCount: commitCount, documentLengths, averageDocumentLength };
  const likeness = scoreBm25(terms, collection, bm25, likenessOf(past, documentLengths.length));
  for (let ordinal = 0; ordinal < likeness.length; ordinal++) {
    if (likeness[ordinal] === 0) continue;
    const ageDays = Math.max(0, committedAtMs - (times[ordinal] as number)) / msPerDay;
    likeness[ordinal] = (likeness[ordinal] as number) * (0.5 + 0.5 * 0.5 ** (ageDays / similarHalfLifeDays));
  }
  const best = selectLargest(likeness, mostSimilar);
  const highest = likeness[best[0] ?? 0] ?? 0;
  const scores = new Float64Array(past.fileCount);
  const commits = new Uint16Array(past.fileCount);
  for (const ordinal of best) {
    const relative = (likeness[ordinal] as number) / highest;
    if (relative <= leastRelativeScore) break;
    const vote = relative ** 2 / Math.sqrt(Math.max(1, past.widths[ordinal] as number));
    for (let i = past.offsets[ordinal] as number; i < (past.offsets[ordinal + 1] as number); i++) {
      const place = past.places[i] as number;
      scores[place] = (scores[place] as number) + vote;
      commits[place] = (commits[place] as number) + 1;
    }
  }
  const full = fullMatchScore(terms, collection);
  return { scores, commits, strength: full > 0 ? highest / full : 0 };
}

const likenesses = new WeakMap<FilePast, Float64Array>();

/**
 * Reuses one array for all queries: for a long history it has half a megabyte, and the heap would grow faster than it
 * is collected.
 */
function likenessOf(past: FilePast, commitCount: number): Float64Array {
  let likeness = likenesses.get(past);
  if (likeness === undefined) {
    likeness = new Float64Array(commitCount);
    likenesses.set(past, likeness);
  }
  return likeness;
}

const widestWithTests = 15;
const testHalfLifeDays = 1460;
/** Prior that keeps a test with a single change from counting as much as one with many. */
const testPrior = 0.2;

/**
 * Files that changed together with given tests, in commits of at most 15 files (*t_coch*): each test distributes its
 * weight in proportion to its changes, with decay for old ones.
 * @param weights by place; tests have one, other files 0
 */
export function scoreChangedWith(
  snapshot: HistorySnapshot,
  past: FilePast,
  weights: Float64Array,
): Float64Array {
  const { times, committedAtMs } = snapshot;
  const totals = new Float64Array(past.fileCount);
  const commits: number[] = [];
  const decays: number[] = [];
  for (let ordinal = 0; ordinal < past.widths.length; ordinal++) {
    if ((past.widths[ordinal] as number) > widestWithTests) continue;
    let decay = 0;
    for (let i = past.offsets[ordinal] as number; i < (past.offsets[ordinal + 1] as number); i++) {
      const place = past.places[i] as number;
      if (weights[place] === 0) continue;
      if (decay === 0) {
        const ageDays = Math.max(0, committedAtMs - (times[ordinal] as number)) / msPerDay;
        decay = 0.5 ** (ageDays / testHalfLifeDays);
        commits.push(ordinal);
        decays.push(decay);
      }
      totals[place] = (totals[place] as number) + decay;
    }
  }
  return handOut(past, weights, totals, commits, decays);
}

function handOut(
  past: FilePast,
  weights: Float64Array,
  totals: Float64Array,
  commits: readonly number[],
  decays: readonly number[],
): Float64Array {
  const scores = new Float64Array(past.fileCount);
  const { offsets, places, widths } = past;
  commits.forEach((ordinal, position) => {
    const start = offsets[ordinal] as number;
    const end = offsets[ordinal + 1] as number;
    let weight = 0;
    for (let i = start; i < end; i++) {
      const place = places[i] as number;
      weight += (weights[place] as number) / ((totals[place] as number) + testPrior);
    }
    const share = (weight * (decays[position] as number)) / Math.max(1, (widths[ordinal] as number) - 1);
    for (let i = start; i < end; i++) {
      const place = places[i] as number;
      scores[place] = (scores[place] as number) + share;
    }
  });
  return scores;
}

const togetherHalfLifeDays = 1460;
/** Commits without the other file that are added to those of a file, so that a single one says little. */
const togetherPrior = 2;

/** How often other files changed in the commits of one file. */
export interface ChangedWith {
  /** Share of its commits, old ones decayed, by place. */
  readonly shares: Float64Array;
  /** Number of its commits, and of those that changed both, by place. */
  readonly commits: number;
  readonly together: Uint32Array;
}

/** Files that changed in the commits of one file; merges do not count. @param own place of the file */
export function recallChangedWith(snapshot: HistorySnapshot, past: FilePast, own: number): ChangedWith {
  const { times, committedAtMs } = snapshot;
  const shares = new Float64Array(past.fileCount);
  const together = new Uint32Array(past.fileCount);
  let commits = 0;
  let total = togetherPrior;
  for (let ordinal = 0; ordinal < past.widths.length; ordinal++) {
    const places = past.places.subarray(past.offsets[ordinal], past.offsets[ordinal + 1]);
    if (!places.includes(own) || snapshot.isMerge(ordinal)) continue;
    const ageDays = Math.max(0, committedAtMs - (times[ordinal] as number)) / msPerDay;
    const weight = 0.5 ** (ageDays / togetherHalfLifeDays);
    commits++;
    total += weight;
    for (const place of places) {
      shares[place] = (shares[place] as number) + weight;
      together[place] = (together[place] as number) + 1;
    }
  }
  return { shares: shares.map((share) => share / total), commits, together };
}

/** Scores the files of commits that a text names by issue or id, each commit ÷ √files (*issue_link*). By place. */
export function scoreNamedCommits(past: FilePast, ordinals: Iterable<number>): Float64Array {
  const scores = new Float64Array(past.fileCount);
  for (const ordinal of ordinals) {
    for (let i = past.offsets[ordinal] as number; i < (past.offsets[ordinal + 1] as number); i++) {
      const place = past.places[i] as number;
      scores[place] = (scores[place] as number) + 1 / Math.sqrt(Math.max(1, past.widths[ordinal] as number));
    }
  }
  return scores;
}
