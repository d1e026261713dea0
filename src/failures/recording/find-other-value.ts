import { choices } from './fix-vocabulary.ts';

/** Limit of words aligned in each text; the rest is ignored. */
const mostAligned = 200;
/**
 * Least share of the shorter text's words that must occur in the other in the same order; only then are their places
 * comparable.
 */
const sameFrame = 0.5;
/** Words in a row that may stand for one value. */
const longestValue = 2;
/** Matches a literal value: a number, a version, a name, a path, a flag. */
const written = /[\p{N}_$./:@=]|\p{L}-\p{L}/u;

/**
 * Describes a value of one text in whose place the other has a different value; undefined when there is none. Other
 * differing words are only another wording.
 */
export function findOtherValue(told: readonly string[], known: readonly string[]): string | undefined {
  const left = told.slice(0, mostAligned);
  const right = known.slice(0, mostAligned);
  const matches = alignWords(left, right);
  if (matches.length < sameFrame * Math.min(left.length, right.length)) return undefined;
  let [leftStart, rightStart] = [0, 0];
  for (const [leftEnd, rightEnd] of [...matches, [left.length, right.length] as const]) {
    const found = otherValue(left.slice(leftStart, leftEnd), right.slice(rightStart, rightEnd));
    if (found !== undefined) return found;
    [leftStart, rightStart] = [leftEnd + 1, rightEnd + 1];
  }
  return undefined;
}

function otherValue(left: readonly string[], right: readonly string[]): string | undefined {
  if (left.length !== right.length || left.length > longestValue) return undefined;
  const at = left.findIndex((word, place) => isOtherValue(word, right[place] ?? ''));
  return at < 0 ? undefined : `${left[at]} where the other has ${right[at]}`;
}

function isOtherValue(one: string, other: string): boolean {
  const choice = choices.get(one);
  if (choice !== undefined && choice === choices.get(other)) return true;
  return written.test(one) && written.test(other);
}

type Match = readonly [left: number, right: number];

/** Places of a longest common subsequence. */
function alignWords(left: readonly string[], right: readonly string[]): readonly Match[] {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const [diagonal = 0, below = 0, beside = 0] = [
        lengths[(i + 1) * width + j + 1],
        lengths[(i + 1) * width + j],
        lengths[i * width + j + 1],
      ];
      lengths[i * width + j] = left[i] === right[j] ? diagonal + 1 : Math.max(below, beside);
    }
  }
  const matches: Match[] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) {
      matches.push([i, j]);
      i += 1;
      j += 1;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return matches;
}
