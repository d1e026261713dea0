import { sigmoid } from '../numeric/probabilities.ts';
import { jaccard } from '../text/likeness.ts';
import { compareStatements, type StatementChange } from '../text/statements/compare-statements.ts';
import { leastDenied, namesReplaced, rulesOut } from '../text/statements/denial.ts';
import { wordsOf } from '../text/statements/statement-words.ts';
import { englishStopWords } from '../text/words.ts';

/** Whether a newer statement takes the place of an older one. */
export interface Succession {
  /** `supersedes`: surely enough to act. `may_supersede`: a person should say. `none`: both hold, or both say the same. */
  readonly kind: 'supersedes' | 'may_supersede' | 'none';
  /** P(the newer says something else in the place of the older), 0–1. */
  readonly confidence: number;
  /** The one rules the other out or denies it: until a person decides, only one of them is shown. */
  readonly isContrary: boolean;
}

interface Statements {
  readonly newer: string;
  readonly older: string;
  /** The older was last said on another occasion: two things that are said at once are both meant. */
  readonly isLater?: boolean;
  /** Rarity of a stemmed word among the memories, 0–1. */
  readonly rarityOf?: (term: string) => number | undefined;
  /** The newer came for the older in one version of a file, which is known before and after. */
  readonly rewrite?: Rewrite;
}

/**
 * Weights of a logistic model, fitted by `npm run bench -- rules --fit` (docs/research/rules.md) on rules that replaced others
 * and on rules that hold together. Where the file shows the pairs, likeness and subject add nothing.
 */
export const successionWeights = {
  intercept: -5.73,
  number: 3.05,
  name: 0.93,
  choice: 4.27,
  oneSided: -2.39,
  kept: 3.98,
  place: 2.56,
  inFile: 4.17,
  exchanged: 1.21,
  sameSwap: 1.49,
} as const;

/** Least confidence that the newer statement differs. For rules in a file that is enough; others also need a language model. */
export const leastSure = 0.6;
/** Least confidence to ask a person: about words of another occasion, and about one number corrected at once. */
const leastToAsk = { later: 0.2, atOnce: 0.5 } as const;
/** A statement that denies so much of one said on another occasion takes it back. */
const leastDeniedLater = 0.6;
/**
 * Least share of common words, which is less where a statement names the replaced thing; some is needed, since `use pnpm
 * instead of npm` says nothing about `npm audit runs at night`.
 */
const leastShared = { toAct: 0.35, toAsk: 0.25, ruledOut: 0.12 } as const;
const longestSwap = 3;

/** Judges from the two texts, and from the versions of their file if known; the caller decides who may replace what. */
export function judgeSuccession(statements: Statements): Succession {
  const { newer, older, isLater = false, rewrite, rarityOf } = statements;
  const change = compareStatements(newer, older, rarityOf);
  const weights = Object.values(successionWeights);
  const logit = successionFeatures(change, rewrite).reduce(
    (sum, value, at) => sum + value * (weights[at] ?? 0),
    0,
  );
  const confidence = mayDiffer(change) ? sigmoid(logit) : 0;
  if (rewrite !== undefined)
    return { kind: confidence >= leastSure ? 'supersedes' : 'none', confidence, isContrary: false };
  const [ruledOut, ruledOutBefore] = [rulesOut(newer, older), rulesOut(older, newer)];
  const { announced, named, outdates } = namesReplaced(newer, older);
  const { shared, denied } = change;
  const acts = (ruledOut || (announced && named)) && shared >= leastShared.toAct;
  const isDenied = denied >= leastDenied;
  const asks =
    ((ruledOut || ruledOutBefore) && shared >= leastShared.ruledOut) ||
    ((announced || (isLater && outdates)) && shared >= leastShared.toAsk) ||
    isDenied ||
    (isLater && denied >= leastDeniedLater) ||
    (isLater ? confidence >= leastToAsk.later : confidence >= leastToAsk.atOnce && correctsNumber(change));
  return {
    kind: acts ? 'supersedes' : asks ? 'may_supersede' : 'none',
    confidence,
    isContrary: acts || ruledOut || ruledOutBefore || isDenied,
  };
}

/** Whether the later of two statements said at once corrects the earlier: only one number differs. Others are both meant. */
function correctsNumber({ swaps, number }: StatementChange): boolean {
  return number && swaps.length === 1;
}

/** Whether two statements say different things of one subject at all. */
export function mayDiffer({ swaps, oneSided, otherSubject }: StatementChange): boolean {
  return !otherSubject && (swaps.length > 0 || oneSided);
}

/** Feature values, in the order of {@link successionWeights}. */
export function successionFeatures(change: StatementChange, rewrite?: Rewrite): readonly number[] {
  const { number, name, choice, oneSided, kept, place } = change;
  const swapped = [number, name, choice, oneSided].map(Number);
  if (rewrite === undefined) return [1, ...swapped, kept, place, 0, 0, 0];
  return [1, ...swapped, 0, 0, 1, shareExchanged(change, rewrite), repeatsOf(change, rewrite)];
}

/** Share of the words in the swaps that are gone from the file, or new in it, 0–1. */
function shareExchanged({ swaps }: StatementChange, { wordsBefore, wordsAfter }: Rewrite): number {
  const shareOf = (words: readonly string[], still: ReadonlySet<string>): number => {
    const content = words.filter((word) => !englishStopWords.has(word));
    return content.filter((word) => !still.has(word)).length / Math.max(1, content.length);
  };
  const left = swaps.flatMap((swap) => swap.left);
  const came = swaps.flatMap((swap) => swap.came);
  return (shareOf(left, wordsAfter) + shareOf(came, wordsBefore)) / 2;
}

/** Logarithm of how often one version swaps the same words: an exchanged tool changes many lines. */
function repeatsOf({ swaps }: StatementChange, { gone, came }: Rewrite): number {
  const counts = swaps
    .filter((swap) => swap.left.length <= longestSwap && swap.came.length <= longestSwap)
    .map((swap) => Math.min(countLinesWith(swap.left, gone), countLinesWith(swap.came, came)));
  return Math.log(Math.max(1, ...counts));
}

function countLinesWith(words: readonly string[], rules: readonly WordedRule[]): number {
  return rules.filter((rule) =>
    rule.words.some((_, at) => words.every((word, offset) => rule.words[at + offset] === word)),
  ).length;
}

export interface RuleLine {
  readonly text: string;
  readonly section: string;
}

export interface WordedRule extends RuleLine {
  readonly words: readonly string[];
}

/** Rules that one version of a file dropped and added to the version before. */
export interface Rewrite {
  readonly gone: readonly WordedRule[];
  readonly came: readonly WordedRule[];
  readonly wordsBefore: ReadonlySet<string>;
  readonly wordsAfter: ReadonlySet<string>;
}

/** Compares two versions of a file that is read whole: a rule in one version only is gone, or came. */
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

/** A rule that is gone, and the rule in its place. */
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
