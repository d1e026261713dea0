import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answerWeights,
  type ConfidenceEvidence,
  confidenceFeatures,
  estimateAnswer,
  estimateConfidence,
  estimateSecond,
} from './estimate-confidence.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const strength = fc.double({ min: 0, max: 10, noNaN: true });
const evidence: fc.Arbitrary<ConfidenceEvidence> = fc.record({
  share,
  textStrength: strength,
  pastStrength: strength,
  knownText: share,
  knownTitle: share,
  definedNames: share,
  namesProject: fc.boolean(),
  namesFile: fc.boolean(),
  termCount: fc.nat(500),
  titleTermCount: fc.nat(50),
});

describe('the confidence in a file and in an answer', () => {
  it('is a probability that is never certain', () => {
    fc.assert(
      fc.property(evidence, fc.boolean(), (one, isYoung) => {
        for (const confidence of [estimateConfidence(one), estimateAnswer(one, isYoung)]) {
          expect(confidence).toBeGreaterThan(0);
          expect(confidence).toBeLessThanOrEqual(0.95);
        }
      }),
    );
  });

  it.each([
    ...(['share', 'textStrength', 'pastStrength', 'knownText', 'knownTitle', 'definedNames'] as const),
  ])('does not fall as the %s grows', (name) => {
    fc.assert(
      fc.property(evidence, share, (one, more) => {
        const limit = name.endsWith('Strength') ? 10 : 1;
        const grown = { ...one, [name]: Math.min(limit, (one[name] ?? 0) + more) };
        expect(estimateConfidence(grown)).toBeGreaterThanOrEqual(estimateConfidence(one) - 1e-12);
        expect(estimateAnswer(grown)).toBeGreaterThanOrEqual(estimateAnswer(one) - 1e-12);
      }),
    );
  });

  it('beside changed files does not fall as they changed together more often, and is never certain', () => {
    fc.assert(
      fc.property(evidence, share, share, (one, some, more) => {
        const [seldom, often] = [Math.min(some, more), Math.max(some, more)];
        expect(estimateSecond(one, seldom)).toBeGreaterThan(0);
        expect(estimateSecond(one, often)).toBeGreaterThanOrEqual(estimateSecond(one, seldom) - 1e-12);
        expect(estimateSecond(one, often)).toBeLessThanOrEqual(0.95);
      }),
    );
  });

  it('has a finite feature for each weight, also where a text has no names', () => {
    fc.assert(
      fc.property(evidence, ({ definedNames: _, ...one }) => {
        const features = confidenceFeatures(one);
        expect(features).toHaveLength(Object.values(answerWeights).length);
        expect(features.every(Number.isFinite)).toBe(true);
      }),
    );
  });
});
