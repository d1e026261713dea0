import type { StatedRule } from '../../capture/read-rules.ts';
import {
  describeRewrite,
  judgeSuccession,
  pairReplacements,
  type WordedRule,
  wordRule,
} from '../../lessons/judge-succession.ts';
import type { RepositoryPath } from '../../model/repository.ts';

/** A rule file after one commit, or as it is now. */
export interface RuleFileStep {
  readonly atMs: number;
  readonly path: RepositoryPath;
  /** Where it was before, when the commit renamed it. */
  readonly previousPath?: RepositoryPath | undefined;
  /** None when it was deleted. */
  readonly rules: readonly Pick<StatedRule, 'text' | 'section' | 'isNormative'>[];
}

/** A rule in one file: when it came, and when it went. */
export interface RuleLife {
  readonly path: RepositoryPath;
  readonly text: string;
  readonly section: string;
  readonly isNormative: boolean;
  readonly sinceMs: number;
  readonly end?: RuleEnd;
}

export interface RuleEnd {
  readonly atMs: number;
  /** The rule that says something else in its place, or says it elsewhere. */
  readonly successor?: Pick<RuleLife, 'path' | 'text'>;
}

/**
 * Most pairs of rules that are compared in all, some seconds of work. Of a change for which too few are left,
 * the replacements stay unknown.
 */
const mostPairs = 500_000;
/** To judge a pair is to align its words, which takes as long as to compare so many. */
const pairsPerJudgement = 20;

/** Lives of rules by file and text, those that ended among them. */
export type RuleLives = ReadonlyMap<string, RuleLife>;

export function lifeKey({ path, text }: Pick<RuleLife, 'path' | 'text'>): string {
  return JSON.stringify([path, text]);
}

/**
 * Versions of rule files, oldest first → lives of their rules. A rule that the next version lacks was replaced or removed; one
 * that comes back counts as never gone.
 */
export function followRules(steps: readonly RuleFileStep[]): RuleLives {
  const lives = new Map<string, StandingRule>();
  const standing = new Map<RepositoryPath, readonly StandingRule[]>();
  const work = { pairsLeft: mostPairs };
  for (const step of steps) {
    const { path, previousPath = path, atMs } = step;
    const before = standing.get(previousPath) ?? [];
    const moved = new Map(before.map((life) => [life.text, life]));
    const after = distinctRules(step.rules).map(({ text, section, isNormative }): StandingRule => {
      const known = lives.get(lifeKey({ path, text })) ?? moved.get(text);
      const life = { path, text, section, isNormative, sinceMs: known?.sinceMs ?? atMs };
      return known === undefined ? wordRule(life) : { ...life, words: known.words };
    });
    for (const life of after) lives.set(lifeKey(life), life);
    for (const ended of endedBetween(before, after, step, work)) lives.set(lifeKey(ended), ended);
    if (previousPath !== path) standing.delete(previousPath);
    standing.set(path, after);
  }
  return lives;
}

/** Its words are told once, however many versions it stands in. */
type StandingRule = RuleLife & WordedRule;

function endedBetween(
  before: readonly StandingRule[],
  after: readonly StandingRule[],
  { path, atMs }: RuleFileStep,
  work: { pairsLeft: number },
): readonly StandingRule[] {
  const byText = new Map(after.map((life) => [life.text, life]));
  const ended = before.filter((life) => life.path !== path || !byText.has(life.text));
  if (ended.length === 0) return [];
  const rewrite = describeRewrite(before, after);
  // A renamed file keeps its rules under another path.
  const successors = new Map<string, string>(before.map(({ text }) => [text, text]));
  const { gone, came } = rewrite;
  const cost = gone.length * came.length + pairsPerJudgement * Math.min(gone.length, came.length);
  const isAffordable = cost <= work.pairsLeft;
  if (isAffordable) work.pairsLeft -= cost;
  const pairs = isAffordable ? pairReplacements(rewrite) : [];
  for (const { older, newer } of pairs)
    if (judgeSuccession({ newer: newer.text, older: older.text, rewrite }).kind === 'supersedes')
      successors.set(older.text, newer.text);
  return ended.map((life) => {
    const successor = byText.get(successors.get(life.text) ?? '');
    const named =
      successor === undefined ? {} : { successor: { path: successor.path, text: successor.text } };
    return { ...life, end: { atMs, ...named } };
  });
}

/** Rules with different words; the last of those with the same. */
export function distinctRules<T extends { readonly text: string }>(rules: readonly T[]): readonly T[] {
  return [...new Map(rules.map((rule) => [rule.text, rule])).values()];
}
