import { tellingWords } from './telling-words.ts';

/** Share of words from which on a new line stands in the place of one that is gone. */
const nearEnough = 0.5;

/** The text, of those that are new, that took the place of one that is gone: most of their words are the same. */
export function findSuccessor<T extends { readonly text: string }>(
  gone: string,
  fresh: readonly T[],
): T | undefined {
  const old = tellingWords(gone);
  const ranked = fresh
    .map((one) => ({ one, likeness: likenessOf(old, tellingWords(one.text)) }))
    .filter(({ likeness }) => likeness >= nearEnough)
    .sort((a, b) => b.likeness - a.likeness);
  return ranked[0]?.one;
}

function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((word) => other.has(word)).length;
  return both / (one.size + other.size - both || 1);
}
