import type { AnswerEstimate, AnswerEvidence, AnswerLevel, ScoreTree } from '../model/evidence.ts';
import { predictLogistic } from '../numeric/fit-logistic.ts';

/** Weights of one logistic model for questions of every kind; fitted by `npm run bench -- recall --part families --fit`. */
export const answerWeights = { intercept: -4.65, letters: 4.84, surprise: 0.67 } as const;

/** The least confidence of each level; chosen on the same families (docs/research/recall.md). */
export const leastConfidence = { likely: 0.55, perhaps: 0.015 } as const;

/** Feature values, in the order of the weights. */
export function answerFeatures({ letters, surprise }: AnswerEvidence): readonly number[] {
  return [1, letters, Math.sign(surprise) * Math.log1p(Math.abs(surprise))];
}

/** How likely a memory answers the question, with the level that follows from it. */
export function estimateAnswer(evidence: AnswerEvidence): AnswerEstimate {
  const confidence = predictLogistic(Object.values(answerWeights), answerFeatures(evidence));
  return { confidence, level: levelOf(confidence), evidence };
}

export function levelOf(confidence: number): AnswerLevel {
  if (confidence >= leastConfidence.likely) return 'likely';
  return confidence >= leastConfidence.perhaps ? 'perhaps' : 'nothing';
}

/** The parts of an estimate: each weight times its feature, summed up in log-odds. */
export function explainAnswer({ confidence, level, evidence }: AnswerEstimate): ScoreTree {
  const [, letters = 0, surprise = 0] = answerFeatures(evidence);
  const part = (description: string, value: number): ScoreTree => ({ value, description, parts: [] });
  return {
    value: confidence,
    description: `how likely it answers: ${level}; 1 / (1 + e^−(sum of the parts))`,
    parts: [
      part('every memory', answerWeights.intercept),
      part(`letters in common: ${evidence.letters.toFixed(2)} by rarity`, answerWeights.letters * letters),
      part(
        `words in common by more than chance: surprise ${evidence.surprise.toFixed(1)}`,
        answerWeights.surprise * surprise,
      ),
    ],
  };
}
