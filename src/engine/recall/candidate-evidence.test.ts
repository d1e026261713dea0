import { expect, it } from 'vitest';
import { itemId } from '../../../tests/fakes/memory-item.ts';
import type { FailureScore } from '../../failures/matching/score-failure.ts';
import type { MatchStrength } from '../../model/decision.ts';
import { candidateEvidence } from './candidate-evidence.ts';

const comparison: FailureScore = {
  ...{ id: itemId(1), value: 0.6, evidence: {}, conflicting: ['nightly'], sharedWords: 9, replaced: 0 },
  ...{ isOtherCause: false, sharesName: true },
  messages: () => undefined,
  explain: () => ({ value: 0.6, description: '', parts: [] }),
};

it.each<[MatchStrength, boolean]>([
  ['same', false],
  ['similar', true],
])('holds a name that differs against what is %s: %s', (strength, conflicts) => {
  const evidence = candidateEvidence({ strength, comparison, sameness: { likeness: 1, strength } });
  expect(evidence?.conflicts).toBe(conflicts);
});
