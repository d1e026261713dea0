import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatchEvidence } from '../model/answers/commit-answers.ts';
import {
  confidenceFeatures,
  confidenceWeights,
  estimateConfidence,
  highestConfidence,
} from './estimate-confidence.ts';

const evidence: fc.Arbitrary<MatchEvidence> = fc.record({
  strength: fc.double({ min: 0, max: 3, noNaN: true }),
  coverage: fc.double({ min: 0, max: 1, noNaN: true }),
  queryMass: fc.double({ min: 0, max: 500, noNaN: true }),
  matchedTerms: fc.nat(32),
  sharesIssue: fc.boolean(),
  relativeScore: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe('estimateConfidence', () => {
  it('is a probability, above nothing and never above what was measured', () => {
    fc.assert(
      fc.property(evidence, (facts) => {
        const confidence = estimateConfidence(facts);
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(highestConfidence);
      }),
    );
  });

  it.each(['strength', 'queryMass', 'matchedTerms'] as const)('never falls with more %s', (fact) => {
    fc.assert(
      fc.property(evidence, fc.double({ min: 0, max: 5, noNaN: true }), (facts, more) => {
        // Where the query is nothing but an issue, its text has no mass to grow.
        fc.pre(facts.queryMass > 0);
        const richer = { ...facts, [fact]: facts[fact] + more };
        expect(estimateConfidence(richer)).toBeGreaterThanOrEqual(estimateConfidence(facts));
      }),
    );
  });

  it('does not count a shared issue twice: the strength it adds is taken off again', () => {
    const words = {
      strength: 0.3,
      coverage: 0.3,
      queryMass: 1,
      matchedTerms: 1,
      sharesIssue: false,
      relativeScore: 1,
    };
    const [, logStrength] = confidenceFeatures(words);
    expect(confidenceFeatures({ ...words, sharesIssue: true, strength: 0.8 })[1]).toBeCloseTo(
      logStrength,
      10,
    );
    expect(estimateConfidence({ ...words, sharesIssue: true, strength: 0.8 })).toBeGreaterThan(
      estimateConfidence(words),
    );
  });

  it('is sure of a commit that names the issue, when that is all that was asked', () => {
    const named = {
      strength: 0,
      coverage: 0,
      queryMass: 0,
      matchedTerms: 0,
      sharesIssue: true,
      relativeScore: 1,
    };
    expect(estimateConfidence(named)).toBe(highestConfidence);
  });

  it('has a feature for each weight', () => {
    fc.assert(
      fc.property(evidence, (facts) => {
        const features = confidenceFeatures(facts);
        expect(features).toHaveLength(Object.keys(confidenceWeights).length);
        expect(features.every(Number.isFinite)).toBe(true);
      }),
    );
  });
});
