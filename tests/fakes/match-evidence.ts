import type { MatchEvidence } from '../../src/model/answers/commit-answers.ts';

/** A commit that has every word of a short query. */
export const evidence: MatchEvidence = {
  strength: 1,
  coverage: 1,
  queryMass: 1,
  matchedTerms: 1,
  sharesIssue: false,
  relativeScore: 1,
  knownShare: 1,
  termCount: 1,
  titleTermCount: 1,
  namesProject: false,
};
