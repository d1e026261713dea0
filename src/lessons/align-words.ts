/** A place where two texts differ: words that left, and words that came. One of them may be empty. */
export interface WordChange {
  readonly left: readonly string[];
  readonly came: readonly string[];
}

/** Two texts side by side. */
export interface AlignedWords {
  /** Words that both have in the same order. */
  readonly kept: number;
  readonly changes: readonly WordChange[];
}

interface OpenChange {
  readonly left: string[];
  readonly came: string[];
}

/** Longer texts are compared by their beginning, where a rule or a decision says what it is about. */
const comparedWords = 150;
const numberPattern = /^[v~^>=<]*\d[\d.,]*(?:\+|x|s|ms|k|m|kb|mb|gb|px|h|min|rd|th)?$/;

/** Words of a text in lower case; names, paths and versions are one word each. */
export function wordsOf(text: string): readonly string[] {
  // Written here: at the top, its classes of Unicode would be parsed whenever this file is loaded.
  const words = text.toLowerCase().match(/[\p{L}\p{N}](?:[\p{L}\p{N}_./:@+-]*[\p{L}\p{N}+])?/gu);
  return (words ?? []).slice(0, comparedWords);
}

export function isNumber(word: string): boolean {
  return numberPattern.test(word);
}

/** Words that both have in one order, and the runs between them that differ. */
export function alignWords(one: readonly string[], other: readonly string[]): AlignedWords {
  const lengths = commonLengths(one, other);
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  const changes: OpenChange[] = [];
  let [i, j, isOpen] = [0, 0, false];
  const change = (): OpenChange => {
    if (!isOpen) changes.push({ left: [], came: [] });
    isOpen = true;
    return changes.at(-1) as OpenChange;
  };
  while (i < one.length || j < other.length) {
    if (i < one.length && one[i] === other[j]) {
      i += 1;
      j += 1;
      isOpen = false;
    } else if (j >= other.length || (i < one.length && at(i + 1, j) >= at(i, j + 1))) {
      change().left.push(one[i++] as string);
    } else {
      change().came.push(other[j++] as string);
    }
  }
  return { kept: at(0, 0), changes };
}

/** Length of the longest common subsequence of what is left from each pair of places on. */
function commonLengths(one: readonly string[], other: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i--) {
    const [row, below] = [lengths[i] as Uint16Array, lengths[i + 1] as Uint16Array];
    for (let j = other.length - 1; j >= 0; j--)
      row[j] =
        one[i] === other[j]
          ? (below[j + 1] as number) + 1
          : Math.max(below[j] as number, row[j + 1] as number);
  }
  return lengths;
}
