import { countTerms } from '../text/terms.ts';

/** A function with its text, at some time. */
export interface NamedText {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/** Least likeness of two texts to be taken for one function that was renamed or moved. */
const leastLikeness = 0.5;
/** Shorter functions are alike by chance. */
const fewestTerms = 8;

/**
 * The function of today that an earlier one has become: the one of the same name in the same file, else the one most
 * like it, by the terms of both texts, that the earlier file did not have as well.
 *
 * @param earlier under its file's path of today
 * @param today functions it may have become
 * @param neighbours names of all functions that stood in the earlier file
 */
export function followFunction<Today extends NamedText>(
  earlier: NamedText,
  today: readonly Today[],
  neighbours: ReadonlySet<string>,
): Today | undefined {
  const same = today.find(({ path, name }) => path === earlier.path && name === earlier.name);
  if (same !== undefined) return same;
  const terms = termsIn(earlier);
  if (terms.size < fewestTerms) return undefined;
  const others = today.filter(({ path, name }) => path !== earlier.path || !neighbours.has(name));
  const alike = others.map((other) => ({ other, likeness: jaccard(terms, termsIn(other)) }));
  const [best] = alike.toSorted((a, b) => b.likeness - a.likeness);
  return best !== undefined && best.likeness >= leastLikeness ? best.other : undefined;
}

const counted = new WeakMap<NamedText, ReadonlyMap<string, number>>();

/** Functions of today are compared with many earlier ones. */
function termsIn(named: NamedText): ReadonlyMap<string, number> {
  const known = counted.get(named) ?? countTerms(named.text);
  counted.set(named, known);
  return known;
}

/** Shared terms ÷ all terms, each as often as it occurs. */
function jaccard(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let shared = 0;
  let all = 0;
  for (const [term, count] of one) {
    const also = other.get(term) ?? 0;
    shared += Math.min(count, also);
    all += Math.max(count, also);
  }
  for (const [term, count] of other) if (!one.has(term)) all += count;
  return all === 0 ? 0 : shared / all;
}
