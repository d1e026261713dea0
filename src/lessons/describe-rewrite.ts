import { wordsOf } from '../text/statements/statement-words.ts';

/** A rule where it stands. */
export interface RuleLine {
  readonly text: string;
  readonly section: string;
}

/** A rule with its words. */
export interface WordedRule extends RuleLine {
  readonly words: readonly string[];
}

/** What one version of a file made of the one before. */
export interface Rewrite {
  readonly gone: readonly WordedRule[];
  readonly came: readonly WordedRule[];
  readonly wordsBefore: ReadonlySet<string>;
  readonly wordsAfter: ReadonlySet<string>;
}

/** Compares two versions of a file that is read whole: what stands in one and not in the other is gone, or came. */
export function describeRewrite(before: readonly WordedRule[], after: readonly WordedRule[]): Rewrite {
  const [olderTexts, newerTexts] = [new Set(before.map(textOf)), new Set(after.map(textOf))];
  return {
    gone: before.filter(({ text }) => !newerTexts.has(text)),
    came: after.filter(({ text }) => !olderTexts.has(text)),
    wordsBefore: new Set(before.flatMap(({ words }) => words)),
    wordsAfter: new Set(after.flatMap(({ words }) => words)),
  };
}

export function wordRule<T extends RuleLine>(rule: T): T & WordedRule {
  return { ...rule, words: wordsOf(rule.text) };
}

function textOf({ text }: RuleLine): string {
  return text;
}
