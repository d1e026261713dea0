import { englishStopWords } from '../text/stop-words.ts';
import { alignWords, isNumber, type WordChange } from './align-words.ts';
import type { Rewrite, WordedRule } from './describe-rewrite.ts';
import { keyOfLine } from './key-of-line.ts';

/** What a rule that came says of the one that is gone: something else in its place, or the same in other words, or more. */
export interface Replacement {
  readonly kind: 'supersedes' | 'restates';
  /** P(it says something else), 0–1. */
  readonly confidence: number;
}

/**
 * Weights of a logistic model, fitted by `npm run bench -- rules --fit` on rules that gave way to others in files of repositories
 * (docs/research/rules.md). The file is known before and after, so the model need not say whether the older still holds.
 */
export const replacementWeights = {
  intercept: -4.27,
  oneSwap: 0.73,
  anySwap: 1.0,
  left: 0.37,
  came: 0.53,
  onlyAdded: -0.35,
  numbers: 0.98,
  sameSlots: 0.49,
  valueGone: 0.52,
  valueNew: 0.97,
  inCode: 0.63,
  longer: 0.48,
  otherLength: -0.43,
  sameSwap: 1.25,
  sameKey: 0.89,
  sameSection: 0.84,
} as const;

const leastToSupersede = 0.83;
/** A longer run is a sentence, not a value. */
const longestSlot = 2;
const longestSwap = 3;
const codeSpan = /`([^`\n]{1,200})`/g;

/** Judges a rule and the one that stands in its place since one version of their file. */
export function judgeReplacement(older: WordedRule, newer: WordedRule, rewrite: Rewrite): Replacement {
  const weights = Object.values(replacementWeights);
  const logit = replacementFeatures(older, newer, rewrite).reduce(
    (sum, value, at) => sum + value * (weights[at] ?? 0),
    0,
  );
  const confidence = 1 / (1 + Math.exp(-logit));
  return { kind: confidence >= leastToSupersede ? 'supersedes' : 'restates', confidence };
}

/** Feature values, in the order of {@link replacementWeights}. */
export function replacementFeatures(
  older: WordedRule,
  newer: WordedRule,
  { gone, came, wordsBefore, wordsAfter }: Rewrite,
): readonly number[] {
  const { changes } = alignWords(older.words, newer.words);
  const swaps = changes.filter((change) => change.left.length > 0 && change.came.length > 0);
  const [left, fresh] = [contentOf(swaps, 'left'), contentOf(swaps, 'came')];
  const [codeBefore, codeAfter] = [wordsInCode(older), wordsInCode(newer)];
  const longer = Math.log((newer.words.length + 1) / (older.words.length + 1));
  const key = keyOfLine(older.text);
  const holds = {
    oneSwap: swaps.length === 1,
    anySwap: swaps.length > 0,
    onlyAdded: changes.length > 0 && changes.every((change) => change.left.length === 0),
    numbers: swaps.some((swap) => swap.left.some(isNumber) && swap.came.some(isNumber)),
    sameSlots: swaps.length > 0 && swaps.every(isSlot),
    inCode: left.some((word) => codeBefore.has(word)) && fresh.some((word) => codeAfter.has(word)),
    sameKey: key !== undefined && key === keyOfLine(newer.text),
    sameSection: older.section === newer.section,
  };
  const features: Readonly<Record<keyof typeof replacementWeights, number>> = {
    intercept: 1,
    oneSwap: Number(holds.oneSwap),
    anySwap: Number(holds.anySwap),
    left: shareOf(contentOf(changes, 'left').length, older.words.filter(hasContent).length),
    came: shareOf(contentOf(changes, 'came').length, newer.words.filter(hasContent).length),
    onlyAdded: Number(holds.onlyAdded),
    numbers: Number(holds.numbers),
    sameSlots: Number(holds.sameSlots),
    valueGone: shareOf(left.filter((word) => !wordsAfter.has(word)).length, left.length),
    valueNew: shareOf(fresh.filter((word) => !wordsBefore.has(word)).length, fresh.length),
    inCode: Number(holds.inCode),
    longer,
    otherLength: Math.abs(longer),
    sameSwap: Math.log(Math.max(1, ...swaps.map((swap) => countSwap(swap, gone, came)))),
    sameKey: Number(holds.sameKey),
    sameSection: Number(holds.sameSection),
  };
  return Object.values(features);
}

function contentOf(changes: readonly WordChange[], side: keyof WordChange): readonly string[] {
  return changes.flatMap((change) => change[side]).filter(hasContent);
}

function hasContent(word: string): boolean {
  return !englishStopWords.has(word);
}

function shareOf(count: number, all: number): number {
  return count / Math.max(1, all);
}

/** A value in the place of a value. */
function isSlot({ left, came }: WordChange): boolean {
  return left.length === came.length && left.length <= longestSlot;
}

/** How often the same words give way to the same in one version: a tool that was exchanged is so in many lines. */
function countSwap({ left, came }: WordChange, gone: readonly WordedRule[], fresh: readonly WordedRule[]) {
  if (left.length > longestSwap || came.length > longestSwap) return 0;
  return Math.min(countLinesWith(left, gone), countLinesWith(came, fresh));
}

function countLinesWith(words: readonly string[], rules: readonly WordedRule[]): number {
  return rules.filter((rule) =>
    rule.words.some((_, at) => words.every((word, offset) => rule.words[at + offset] === word)),
  ).length;
}

function wordsInCode({ text, words }: WordedRule): ReadonlySet<string> {
  const code = [...text.matchAll(codeSpan)].map(([, span = '']) => span.toLowerCase()).join(' ');
  return new Set(words.filter((word) => code.includes(word)));
}
