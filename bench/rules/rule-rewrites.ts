import {
  describeRewrite,
  type Rewrite,
  type WordedRule,
  wordRule,
} from '../../src/lessons/judge-succession.ts';
import type { RulePair } from '../recall/rule-cases.ts';
import { stepsOf, type TimelineRule, versionAfter } from './rule-timeline.ts';

/** A labelled pair with the version of its file in which the later rule came. */
export interface RewrittenPair {
  readonly pair: RulePair;
  readonly older: WordedRule;
  readonly newer: WordedRule;
  readonly rewrite: Rewrite;
}

/** Of pairs in which one rule took the place of the other, or restates it; those that stand side by side have no such version. */
export function rewrittenPairs(
  pairs: readonly RulePair[],
  timeline: readonly TimelineRule[],
): readonly RewrittenPair[] {
  const rules = Map.groupBy(timeline, ({ repo }) => repo);
  return [...Map.groupBy(pairs, ({ repo }) => repo)].flatMap(([repo, own]) =>
    pairsOfRepository(own, rules.get(repo) ?? []),
  );
}

function pairsOfRepository(
  pairs: readonly RulePair[],
  timeline: readonly TimelineRule[],
): readonly RewrittenPair[] {
  const files = new Map<string, readonly TimelineRule[]>();
  const found: RewrittenPair[] = [];
  for (const step of stepsOf(timeline)) {
    for (const file of new Set([...step.added, ...step.removed].map((rule) => rule.file))) {
      const before = files.get(file) ?? [];
      const after = versionAfter(before, file, step);
      files.set(file, after);
      for (const pair of pairs.filter((one) => one.commit === step.commit && one.file === file))
        found.push(...rewriteOf(pair, before, after));
    }
  }
  return found;
}

function rewriteOf(
  pair: RulePair,
  before: readonly TimelineRule[],
  after: readonly TimelineRule[],
): readonly RewrittenPair[] {
  const rewrite = describeRewrite(before.map(lineOf), after.map(lineOf));
  const older = rewrite.gone.find(({ text }) => text === pair.old);
  const newer = rewrite.came.find(({ text }) => text === pair.new);
  return older === undefined || newer === undefined ? [] : [{ pair, older, newer, rewrite }];
}

function lineOf({ rule, section }: TimelineRule): WordedRule {
  return wordRule({ text: rule, section });
}
