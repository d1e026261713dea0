import type { AnswerEvidence } from '../model/answer-evidence.ts';
import type { RetrievalSettings } from './options.ts';

/**
 * Weights of two logistic models: P(the answer is among the five memories that fit best). Fitted by `npm run bench --
 * recall-silence --fit` on questions whose answer is in memory, is taken out of it, or was never there (docs/research/recall.md).
 * Two, because a question shares rare words with its answer and a statement its phrases too.
 */
export const answerWeights = {
  question: { intercept: -8.25, coverage: 3.8, known: 1.23, rare: 3.12, logWordCount: 1.5 },
  statement: { intercept: -6.27, known: 0.34, phrases: 6.02, order: 5.48, logWordCount: 0.69 },
} as const;

/** The least confidence with which a question of this form is answered. */
export function leastConfidence(
  form: AnswerEvidence['form'],
  settings: Pick<RetrievalSettings, 'minimumConfidence' | 'minimumQuestionConfidence'>,
): number {
  return form === 'question' ? settings.minimumQuestionConfidence : settings.minimumConfidence;
}

/** Feature values, in the order of the weights of the question's form. */
export function answerFeatures(evidence: AnswerEvidence): readonly number[] {
  const { form, coverage, known, rare, phrases, order, wordCount } = evidence;
  const size = Math.log1p(wordCount);
  return form === 'question' ? [1, coverage, known, rare, size] : [1, known, phrases, order, size];
}

/** Calibrated probability, 0–1, that the answer is among the memories that fit best. */
export function estimateAnswer(evidence: AnswerEvidence): number {
  const weights = Object.values(answerWeights[evidence.form]);
  const features = answerFeatures(evidence);
  const logit = weights.reduce((sum, weight, at) => sum + weight * (features[at] ?? 0), 0);
  return 1 / (1 + Math.exp(-logit));
}
