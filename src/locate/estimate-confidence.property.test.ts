import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConfidenceEvidence, estimateConfidence } from './estimate-confidence.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const strength = fc.double({ min: 0, max: 10, noNaN: true });
const evidence: fc.Arbitrary<ConfidenceEvidence> = fc.record({
  share,
  textStrength: strength,
  pastStrength: strength,
});

describe('estimateConfidence', () => {
  it('is a probability that is never certain', () => {
    fc.assert(
      fc.property(evidence, (one) => {
        expect(estimateConfidence(one)).toBeGreaterThan(0);
        expect(estimateConfidence(one)).toBeLessThanOrEqual(0.95);
      }),
    );
  });

  it.each(['share', 'textStrength', 'pastStrength'] as const)('does not fall as the %s grows', (name) => {
    fc.assert(
      fc.property(evidence, share, (one, more) => {
        const grown = { ...one, [name]: Math.min(name === 'share' ? 1 : 10, one[name] + more) };
        expect(estimateConfidence(grown)).toBeGreaterThanOrEqual(estimateConfidence(one) - 1e-12);
      }),
    );
  });
});
