import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidence as words } from '../../tests/fakes/match-evidence.ts';
import type { MatchEvidence } from '../model/answers/commit-answers.ts';
import {
  answerFeatures,
  answerWeights,
  estimateAnswer,
  estimateConfidence,
  highestAnswerConfidence,
  highestConfidence,
  hitFeatures,
  hitWeights,
} from './estimate-confidence.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const evidence: fc.Arbitrary<MatchEvidence> = fc.record({
  strength: fc.double({ min: 0, max: 3, noNaN: true }),
  coverage: share,
  queryMass: fc.double({ min: 0.01, max: 500, noNaN: true }),
  matchedTerms: fc.nat(32),
  sharesIssue: fc.boolean(),
  relativeScore: share,
  knownShare: share,
  termCount: fc.nat(500),
  titleTermCount: fc.nat(50),
  namesProject: fc.boolean(),
});

describe('the confidence in a hit and in a search', () => {
  it('is a probability, never above what was measured', () => {
    fc.assert(
      fc.property(evidence, (facts) => {
        expect(estimateConfidence(facts)).toBeGreaterThan(0);
        expect(estimateConfidence(facts)).toBeLessThanOrEqual(highestConfidence);
        expect(estimateAnswer([facts], 0.5)).toBeGreaterThan(0);
        expect(estimateAnswer([facts], 0.5)).toBeLessThanOrEqual(highestAnswerConfidence);
      }),
    );
  });

  it.each(['strength', 'coverage'] as const)('never falls with more %s', (fact) => {
    fc.assert(
      fc.property(evidence, share, (facts, more) => {
        const richer = { ...facts, [fact]: facts[fact] + more };
        expect(estimateConfidence(richer)).toBeGreaterThanOrEqual(estimateConfidence(facts));
        expect(estimateAnswer([richer], 0.5)).toBeGreaterThanOrEqual(estimateAnswer([facts], 0.5));
      }),
    );
  });

  it('does not count a shared issue twice: the strength it adds is taken off again', () => {
    const named = { ...words, sharesIssue: true, strength: words.strength + 0.5 };
    expect(hitFeatures(named)[1]).toBeCloseTo(hitFeatures(words)[1] ?? 0, 10);
    expect(estimateAnswer([words, named], 0.5)).toBe(estimateAnswer([named], 0.5));
  });

  it('is as high as can be where an issue is all that was asked, and a commit names it', () => {
    const named = { ...words, strength: 0, coverage: 0, queryMass: 0, matchedTerms: 0, sharesIssue: true };
    expect(estimateConfidence(named)).toBe(highestConfidence);
    expect(estimateAnswer([named], 0.5)).toBe(highestAnswerConfidence);
  });

  it('never falls where the commits agree more on a file', () => {
    fc.assert(
      fc.property(evidence, share, share, (facts, some, more) => {
        expect(estimateAnswer([facts], Math.max(some, more))).toBeGreaterThanOrEqual(
          estimateAnswer([facts], Math.min(some, more)),
        );
      }),
    );
  });

  it('is none where nothing was found', () => {
    expect(estimateAnswer([], 0.5)).toBe(0);
  });

  it('has a finite feature for each weight', () => {
    fc.assert(
      fc.property(evidence, (facts) => {
        const features = hitFeatures(facts);
        expect(features).toHaveLength(Object.keys(hitWeights).length);
        expect(answerFeatures(facts, 0.5)).toHaveLength(Object.keys(answerWeights).length);
        expect(features.every(Number.isFinite)).toBe(true);
      }),
    );
  });
});
