import { jaccard } from '../text/likeness.ts';
import type { Rewrite, WordedRule } from './describe-rewrite.ts';

/** A rule that is gone, and the one that stands in its place. */
export interface ReplacedRule {
  readonly older: WordedRule;
  readonly newer: WordedRule;
  /** Words that both have, of all words of both, 0–1. */
  readonly likeness: number;
}

const leastLikeness = 0.3;

/** Finds for the rules that are gone those that came for them: the most alike first, each rule once. */
export function pairReplacements({ gone, came }: Pick<Rewrite, 'gone' | 'came'>): readonly ReplacedRule[] {
  const others = came.map((rule) => ({ rule, words: new Set(rule.words) }));
  const pairs = gone.flatMap((older) => nearOf(older, others));
  pairs.sort((a, b) => b.likeness - a.likeness);
  const taken = new Set<WordedRule>();
  return pairs.filter(({ older, newer }) => {
    if (taken.has(older) || taken.has(newer)) return false;
    taken.add(older).add(newer);
    return true;
  });
}

interface RuleWithWords {
  readonly rule: WordedRule;
  readonly words: ReadonlySet<string>;
}

function nearOf(older: WordedRule, came: readonly RuleWithWords[]): readonly ReplacedRule[] {
  const words = new Set(older.words);
  return came.flatMap(({ rule: newer, words: others }) => {
    // Much longer or shorter texts cannot be alike.
    if (Math.min(words.size, others.size) < leastLikeness * Math.max(words.size, others.size)) return [];
    const likeness = jaccard(words, others);
    return likeness >= leastLikeness ? [{ older, newer, likeness }] : [];
  });
}
