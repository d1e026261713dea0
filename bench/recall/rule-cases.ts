import { join } from 'node:path';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import { type RememberedText, rememberText } from './rule-memory.ts';
import { type QuestionStyle, wordQuestion } from './word-question.ts';

export interface RulePair {
  readonly repo: string;
  readonly file: string;
  readonly old: string;
  readonly new: string;
  readonly relation: string;
  readonly subtype: string | null;
  readonly old_first_seen: string;
  readonly changed_at: string;
  readonly commit: string;
}

export interface RuleLine {
  readonly repo: string;
  readonly rule: string;
  readonly added_at: string;
  readonly added_commit: string;
  readonly removed_at: string | null;
}

/** Rules that share this much of their terms say nearly the same. */
const copyLikeness = 0.6;

/** `absent`: the answer and what says nearly the same are taken out. `foreign`: a question about another repository. */
export type AnswerKind = 'present' | 'absent' | 'foreign';

/** A question, what is remembered when it is asked, and what of that answers it. */
interface RuleCase {
  readonly kind: AnswerKind;
  readonly style: QuestionStyle;
  readonly question: string;
  readonly texts: readonly RememberedText[];
  readonly answers: ReadonlySet<RememberedText>;
}

export function readRulePairs(data: string): readonly RulePair[] {
  return readJsonLines<RulePair>(join(data, 'rules', 'pairs.jsonl.gz')).filter(
    ({ subtype }) => subtype !== 'version_ping',
  );
}

export function readRuleLines(data: string): readonly RuleLine[] {
  return readJsonLines<RuleLine>(join(data, 'rules', 'timeline.jsonl.gz'));
}

/**
 * For each rule that replaced or refined another: the repository's earlier rules are remembered, the new rule asks, and the old
 * one, there or taken out with its copies, is the answer.
 */
export function* ruleCases(
  data: string,
  wants: (repository: string) => boolean,
  seed: number,
): Iterable<RuleCase> {
  const pairs = readRulePairs(data).filter(({ relation }) => ['supersedes', 'refines'].includes(relation));
  const lines = Map.groupBy(readRuleLines(data), ({ repo }) => repo);
  const random = seededRandom(seed);
  for (const pair of pairs.filter(({ repo }) => wants(repo))) {
    const foreign = pairs.filter(({ repo }) => repo !== pair.repo);
    const other = foreign[Math.floor(random() * foreign.length)] ?? pair;
    const rules = rulesBefore(pair, lines.get(pair.repo) ?? []);
    yield* casesOf(pair, other, rules, random);
  }
}

/** The rules that held when this one was replaced, the old one among them. */
export function rulesBefore(pair: RulePair, lines: readonly RuleLine[]): readonly RememberedText[] {
  const held = lines.filter(
    ({ added_at, added_commit, removed_at }) =>
      added_at < pair.changed_at &&
      added_commit !== pair.commit &&
      (removed_at === null || removed_at >= pair.changed_at),
  );
  const texts = new Set([...held.map(({ rule }) => rule), pair.old]);
  texts.delete(pair.new);
  return [...texts].map(rememberText);
}

function* casesOf(
  pair: RulePair,
  other: RulePair,
  texts: readonly RememberedText[],
  random: () => number,
): Iterable<RuleCase> {
  const old = rememberText(pair.old);
  const memories: Readonly<Record<AnswerKind, readonly RememberedText[]>> = {
    present: texts,
    absent: texts.filter((one) => one !== old && !isNearCopy(one, old)),
    foreign: texts,
  };
  const questions: Readonly<Record<QuestionStyle, readonly [own: string, foreign: string]>> = {
    whole: [pair.new, other.new],
    short: [wordQuestion('short', pair.new, texts, random), wordQuestion('short', other.new, texts, random)],
    asked: [wordQuestion('asked', pair.old, texts, random), wordQuestion('asked', other.old, texts, random)],
  };
  for (const [style, [own, foreign]] of Object.entries(questions)) {
    for (const [kind, memory] of Object.entries(memories)) {
      yield {
        kind: kind as AnswerKind,
        style: style as QuestionStyle,
        question: kind === 'foreign' ? foreign : own,
        texts: memory,
        answers: new Set(kind === 'present' ? [old] : []),
      };
    }
  }
}

/** By Jaccard of the terms. */
export function isNearCopy({ terms }: RememberedText, other: RememberedText): boolean {
  const common = [...terms.keys()].filter((term) => other.terms.has(term)).length;
  return common / (terms.size + other.terms.size - common) >= copyLikeness;
}
