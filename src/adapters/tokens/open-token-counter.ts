import { O200K_TOKEN_SPLIT_REGEX as pieces } from 'gpt-tokenizer/encodingParams/constants';
import type { TokenCounter } from '../../ports/system.ts';

/** Counted one by one, because a word or a blank takes the encoding quadratic time. A cut adds a token at most. */
const parts = /[\s\S]{1,2000}/gu;

const none = Number.POSITIVE_INFINITY;
/** The rank of the token of these bytes, or `none`. */
type RankOf = (bytes: Buffer, start: number, end: number) => number;

let loaded: Promise<RankOf> | undefined;

/**
 * Counts with the encoding o200k_base, which differs from those of other current models by a few per cent. Its vocabulary is
 * loaded at the first count.
 */
export function openTokenCounter(): TokenCounter {
  return {
    async count(text) {
      loaded ??= import('./vocabulary.ts').then(({ vocabulary }) => ranksOf(vocabulary));
      const rankOf = await loaded;
      let count = 0;
      // Memories may quote a model's own control tokens: those are text like any other.
      for (const [part] of text.matchAll(parts))
        for (const [piece] of part.matchAll(pieces)) count += countPiece(Buffer.from(piece), rankOf);
      return count;
    },
  };
}

/** Byte pair encoding (Sennrich et al. 2016, arXiv:1508.07909): the two neighbours whose union ranks first are united, again and again. */
function countPiece(bytes: Buffer, rankOf: RankOf): number {
  if (rankOf(bytes, 0, bytes.length) !== none) return 1;
  const starts = Array.from({ length: bytes.length + 1 }, (_, at) => at);
  const unite = (at: number) => rankOf(bytes, starts[at] ?? 0, starts[at + 2] ?? none);
  /** Of each start, the rank of what it and its neighbour make. */
  const ranks = starts.map((at) => unite(at));
  for (;;) {
    let first = 0;
    for (let at = 1; at < ranks.length; at++) if ((ranks[at] ?? 0) < (ranks[first] ?? 0)) first = at;
    if (ranks[first] === none) return starts.length - 1;
    starts.splice(first + 1, 1);
    ranks.splice(first + 1, 1);
    ranks[first] = unite(first);
    if (first > 0) ranks[first - 1] = unite(first - 1);
  }
}

/** Ranks are places in the vocabulary, found by a table of its hashes that is two fifths full. */
function ranksOf(vocabulary: Buffer): RankOf {
  const table = new Int32Array(1 << 19);
  const lengthAt = (place: number) => vocabulary[place - 1] ?? 0;
  const isAt = (place: number, bytes: Buffer, start: number, end: number) =>
    lengthAt(place) === end - start &&
    vocabulary.compare(bytes, start, end, place, place + end - start) === 0;
  const slotOf: RankOf = (bytes, start, end) => {
    let slot = 0;
    for (let at = start; at < end; at++)
      slot = Math.imul(slot ^ (bytes[at] ?? 0), 0x9e3779b1) ^ (slot >>> 15);
    for (slot ^= slot >>> 13; ; slot++) {
      slot &= table.length - 1;
      if (table[slot] === 0 || isAt(table[slot] ?? 0, bytes, start, end)) return slot;
    }
  };
  for (let place = 1; place < vocabulary.length; place += lengthAt(place) + 1)
    table[slotOf(vocabulary, place, place + lengthAt(place))] = place;
  return (bytes, start, end) => (end > bytes.length ? none : table[slotOf(bytes, start, end)] || none);
}
