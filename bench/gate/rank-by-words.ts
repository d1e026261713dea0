import type { FailureReport } from '../../src/index.ts';
import type { BenchVariant } from './generate-benchmark.ts';
import { accepted } from './policies/fixed-rules.ts';

/** The retrieval methods of Table 4 that know neither names nor causes. */
export const wordMethods = ['lexical_only', 'static_hybrid', 'static_hybrid_with_abstention'] as const;
export type WordMethod = (typeof wordMethods)[number];

const shares = { words: 0.6, command: 0.25, environment: 0.15 } as const;

interface Words {
  readonly all: ReadonlyMap<string, number>;
  readonly command: ReadonlySet<string>;
  readonly environment: ReadonlySet<string>;
}

/** Ranks variants by the words they have in common with a failure. */
export function rankByWords(variants: readonly BenchVariant[]) {
  const known = variants.map(({ id, failure }) => ({ id, words: wordsOf(failure) }));
  const holding = new Map<string, number>();
  for (const { words } of known)
    for (const word of words.all.keys()) holding.set(word, (holding.get(word) ?? 0) + 1);
  const rarity = (word: string) => Math.log(1 + known.length / (holding.get(word) ?? 0.5));

  return (failure: FailureReport, method: WordMethod): readonly string[] => {
    const asked = wordsOf(failure);
    const ranked = known
      .map(({ id, words }) => {
        const likeness = cosine(asked.all, words.all, rarity);
        const hybrid =
          shares.words * likeness +
          shares.command * overlap(asked.command, words.command) +
          shares.environment * overlap(asked.environment, words.environment);
        return { id, score: method === 'lexical_only' ? likeness : hybrid };
      })
      .toSorted((a, b) => b.score - a.score);
    const [first, second] = ranked;
    const isClear =
      first !== undefined &&
      first.score >= accepted.score &&
      first.score - (second?.score ?? 0) >= accepted.margin;
    return method === 'static_hybrid_with_abstention' && !isClear ? [] : ranked.map(({ id }) => id);
  };
}

function wordsOf({ output, command = '', environment = [] }: FailureReport): Words {
  const all = new Map<string, number>();
  for (const word of split(output)) all.set(word, (all.get(word) ?? 0) + 1);
  return { all, command: new Set(split(command)), environment: new Set(split(environment.join(' '))) };
}

function split(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z0-9_]+/g) ?? [];
}

function cosine(
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
  rarity: (word: string) => number,
): number {
  const weight = (words: ReadonlyMap<string, number>, word: string) => (words.get(word) ?? 0) * rarity(word);
  const length = (words: ReadonlyMap<string, number>) =>
    Math.sqrt([...words.keys()].reduce((sum, word) => sum + weight(words, word) ** 2, 0));
  const product = [...one.keys()].reduce((sum, word) => sum + weight(one, word) * weight(other, word), 0);
  const lengths = length(one) * length(other);
  return lengths === 0 ? 0 : product / lengths;
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
