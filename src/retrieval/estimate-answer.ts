import type { AnswerEvidence } from '../model/answer-evidence.ts';
import type { RetrievalSettings } from './options.ts';

/**
 * Weights of two logistic models: P(the answer is among the memories that fit best), by the likeliest of them. The statement's are fitted
 * by `npm run bench -- recall-silence --fit`, the question's on rules alone, on questions whose answer is in memory, is taken out of it, or
 * was never there (docs/research/recall.md). Two, because a question shares rare words with its answer and a statement its phrases too.
 */
export const answerWeights = {
  question: { intercept: -4.59, explained: 0.9, missing: -0.72, density: 4.32, order: 3.15, spelling: 2.79 },
  statement: {
    intercept: -5.79,
    phrases: 2.11,
    held: 0.92,
    order: 3.97,
    beginning: 1.37,
    letters: 2.67,
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
    const { explained, missing, toldWords, spelling } = evidence;
    return [1, explained, missing, explained / Math.max(1, toldWords), order, spelling];
  }
  const { phrases, held, beginning, letters, wordCount } = evidence;
  return [1, phrases, held, order, Math.log1p(beginning), letters, Math.log1p(wordCount)];
}

/** Calibrated probability, 0–1, that the answer is among the memories of which this is the likeliest. */
export function estimateAnswer(evidence: AnswerEvidence): number {
  const weights = Object.values(answerWeights[evidence.form]);
  const features = answerFeatures(evidence);
  const logit = weights.reduce((sum, weight, at) => sum + weight * (features[at] ?? 0), 0);
  return 1 / (1 + Math.exp(-logit));
}
