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
])('holds a name and a place that differ against what is %s: %s', (strength, isHeld) => {
  const sameness = { likeness: 1, strength, isOther: true } as const;
  expect(candidateEvidence({ item: { source: 'cli' }, strength, comparison, sameness })).toMatchObject({
    conflicts: isHeld,
    isOther: isHeld,
  });
});

it.each<[MatchStrength, boolean]>([
  ['same', false],
  ['similar', true],
])('takes a fix that was read from a session for another failure where it is %s: %s', (strength, isOther) => {
  const candidate = { strength, comparison, sameness: { likeness: 0.8, strength } };
  expect(candidateEvidence({ ...candidate, item: { source: 'transcript' } })).toMatchObject({ isOther });
  expect(candidateEvidence({ ...candidate, item: { source: 'cli' } })).toMatchObject({ isOther: false });
});
