import type { AnswerEvidence } from '../model/answer-evidence.ts';
import type { RetrievalSettings } from './options.ts';

/**
 * Weights of two logistic models: P(the answer is among the memories that fit best), by the likeliest of them. Both are what
 * `npm run bench -- recall-silence --fit` fits, to two decimals, on questions whose answer is in memory, is taken out of it, or
 * was never there (docs/research/recall.md). Two, because a question shares rare words with its answer and a statement its phrases too.
 */
export const answerWeights = {
  question: { intercept: -5.29, explained: 0.87, missing: -0.52, share: 4.01, order: 3.03, spelling: 2.88 },
  statement: {
    intercept: -5.78,
    phrases: 2.12,
    held: 0.93,
    order: 3.95,
    beginning: 1.37,
    letters: 2.66,
    questionSize: 0.63,
  },
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
  const { form, order } = evidence;
  if (form === 'question') {
    const { explained, missing, told, spelling } = evidence;
    return [1, explained, missing, explained / Math.max(1, explained + missing + told), order, spelling];
  }
  const { phrases, held, beginning, letters, wordCount } = evidence;
  return [1, phrases, held, order, Math.log1p(beginning), letters, Math.log1p(wordCount)];
}

/** Calibrated probability, 0–1, that the answer is among the memories of which this is the likeliest. */
export function estimateAnswer(evidence: AnswerEvidence): number {
  const weights: readonly number[] = Object.values(answerWeights[evidence.form]);
  const features = answerFeatures(evidence);
  const logit = weights.reduce((sum, weight, at) => sum + weight * (features[at] ?? 0), 0);
  return 1 / (1 + Math.exp(-logit));
}
