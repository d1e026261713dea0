/** Share of the words of one that the other has in the same order: the longest common subsequence. */
export function commonOrder(asked: readonly string[], held: readonly string[]): number {
  let previous = new Uint16Array(held.length + 1);
  for (const word of asked) {
    const current = new Uint16Array(held.length + 1);
    for (const [at, other] of held.entries()) {
      current[at + 1] =
        word === other
          ? (previous[at] as number) + 1
          : Math.max(current[at] as number, previous[at + 1] as number);
    }
    previous = current;
  }
  return (previous[held.length] as number) / Math.max(1, asked.length);
}

/**
 * Pairs of neighbouring words that both have: of all pairs of both, and of those that are held. The beginning counts as a neighbour,
 * since it names the subject. Numbers and versions are alike, because they are what changes in a rule that stays the same.
 */
export function commonPairs(
  asked: readonly string[],
  held: readonly string[],
): { readonly ofAll: number; readonly ofHeld: number } {
  const one = pairsOf(asked);
  const other = pairsOf(held);
  const common = [...one].filter((pair) => other.has(pair)).length;
  return {
    ofAll: common / Math.max(1, one.size + other.size - common),
    ofHeld: common / Math.max(1, other.size),
  };
}

const number = /^[\d_]*\d\w{0,3}$/;

function pairsOf(words: readonly string[]): ReadonlySet<string> {
  const masked = words.map((word) => (number.test(word) ? '#' : word));
  return new Set(masked.map((word, at) => `${at === 0 ? '' : masked[at - 1]} ${word}`));
}

/** The words with which both begin. */
export function commonBeginning(asked: readonly string[], held: readonly string[]): readonly string[] {
  const end = asked.findIndex((word, at) => word !== held[at]);
  return end === -1 ? asked : asked.slice(0, end);
}

const runLength = 4;

/** Runs of four characters that both have, as often as they have them, of all runs of both. */
export function commonLetters(asked: string, held: string): number {
  const counts = new Map<string, number>();
  const runs = (text: string) => Math.max(0, text.length - runLength + 1);
  for (let at = 0; at < runs(asked); at += 1) {
    const run = asked.slice(at, at + runLength);
    counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  let common = 0;
  for (let at = 0; at < runs(held); at += 1) {
    const run = held.slice(at, at + runLength);
    const left = counts.get(run) ?? 0;
    if (left === 0) continue;
    common += 1;
    counts.set(run, left - 1);
  }
  return common / Math.max(1, runs(asked) + runs(held) - common);
}

/** Share of the runs of four characters within these words, each with its beginning, that a text has. */
export function heldLetters(words: readonly string[], text: string): number {
  const spaced = ` ${text.replaceAll(/[^\p{L}\p{N}_]+/gu, ' ')}`;
  const asked = new Set(
    words.flatMap((word) =>
      Array.from({ length: Math.max(0, word.length + 2 - runLength) }, (_, at) =>
        ` ${word}`.slice(at, at + runLength),
      ),
    ),
  );
  const held = [...asked].filter((run) => spaced.includes(run)).length;
  return held / Math.max(1, asked.size);
}
