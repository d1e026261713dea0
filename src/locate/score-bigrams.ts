import type { CodeSnapshot } from '../ports/repository-index.ts';
import { hashToken } from '../text/hash-token.ts';
import { inverseDocumentFrequency } from '../text/select-terms.ts';
import { boilerplateWords, englishStopWords } from '../text/stop-words.ts';
import { compoundPrefix, termsOf } from '../text/terms.ts';

const k1 = 1.2;
const b = 0.75;
/** Tokens are hashes of 16 bits. */
const tokenCount = 65_536;

/**
 * BM25 of each blob over pairs of neighbouring subtokens: the adjacent words "migration writer" say more than both
 * apart. Scans all tokens of the tree; a table of first and second tokens rejects nearly all of them at once.
 */
export function scoreBigrams(code: CodeSnapshot, text: string, blobs: readonly number[]): Float64Array {
  const pairs = pairsOf(text);
  const halves = halvesOf(pairs);
  const counts = blobs.map((blob) => countPairs(code, blob, pairs, halves));
  const frequencies = new Map<number, number>();
  for (const found of counts)
    for (const pair of found.keys()) frequencies.set(pair, (frequencies.get(pair) ?? 0) + 1);
  const scores = new Float64Array(code.tokenOffsets.length - 1);
  blobs.forEach((blob, position) => {
    const length = (code.tokenOffsets[blob + 1] as number) - (code.tokenOffsets[blob] as number);
    const penalty = k1 * (1 - b + (b * length) / Math.max(1, code.averageBlobLength));
    for (const [pair, count] of counts[position] ?? []) {
      const weight = 1 + Math.log(pairs.get(pair) ?? 1);
      const idf = inverseDocumentFrequency(frequencies.get(pair) ?? 1, blobs.length);
      scores[blob] = (scores[blob] as number) + (weight * idf * count * (k1 + 1)) / (count + penalty);
    }
  });
  return scores;
}

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

/** Shared empty map, because most files have no pair. */
const nothing: Map<number, number> = new Map();

function countPairs(
  code: CodeSnapshot,
  blob: number,
  pairs: ReadonlyMap<number, number>,
  { isFirst, isSecond }: Halves,
): ReadonlyMap<number, number> {
  let found = nothing;
  const { tokens, tokenOffsets } = code;
  const end = (tokenOffsets[blob + 1] as number) - 1;
  for (let i = tokenOffsets[blob] as number; i < end; i++) {
    const first = tokens[i] as number;
    if (isFirst[first] === 0) continue;
    const second = tokens[i + 1] as number;
    if (isSecond[second] === 0) continue;
    const pair = pairKey(first, second);
    if (!pairs.has(pair)) continue;
    if (found === nothing) found = new Map();
    found.set(pair, (found.get(pair) ?? 0) + 1);
  }
  return found;
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
