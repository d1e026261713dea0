import { describe, expect, it } from 'vitest';
import { itemId } from '../../tests/fakes/memory-item.ts';
import { emptyLedger } from './injection-ledger.ts';
import { neverInject, plainRule } from './policies.ts';
import type { GateState, PolicyCandidate } from './policy.ts';

function candidate(number: number, changes: Partial<PolicyCandidate> = {}): PolicyCandidate {
  return { itemId: itemId(number), relevance: 0.9, strength: 'same', tokenCost: 60, ...changes };
}

function state(candidates: readonly PolicyCandidate[], changes: Partial<GateState> = {}): GateState {
  return { candidates, nearCount: candidates.length, budgetTokens: 500, ...changes };
}

const memory = { learned: {}, random: () => 0, ledger: emptyLedger };

describe('plain_rule', () => {
  const rule = { decide: (given: GateState) => plainRule.decide(given, memory) };

  it('shows the memory that resolved this very failure', () => {
    const verdict = rule.decide(state([candidate(1)]));
    expect(verdict).toMatchObject({
      policy: 'plain_rule',
      policyVersion: 2,
      action: 'top1_resolution',
      propensity: 1,
    });
    expect(verdict.actionScores[0]).toMatchObject({ action: 'top1_resolution', score: { value: 1 } });
  });

  it.each<[string, string, GateState]>([
    ['no_memory', 'no memory bears on it', state([])],
    ['abstain', 'no memory that bears on it was admitted', state([], { nearCount: 3 })],
    [
      'abstain',
      'no admitted memory resolved this very failure',
      state([candidate(1, { strength: 'similar' })]),
    ],
    [
      'abstain',
      'the memory that resolved it does not fit the budget',
      state([candidate(1, { tokenCost: 501 })]),
    ],
  ])('stays silent with %s: %s', (action, reason, given) => {
    const verdict = rule.decide(given);
    expect(verdict).toMatchObject({ action, reason });
    expect(verdict.actionScores[0]?.action).toBe(action);
    expect(verdict.actionScores[0]?.score.value).toBeGreaterThan(verdict.actionScores[1]?.score.value ?? 1);
  });

  it('stays silent where two fixes are known for one failure, or where doubt is left', () => {
    const match = { status: 'ambiguous', topScore: 1, margin: 0, reason: 'x' } as const;
    const { action, reason } = rule.decide(state([candidate(1), candidate(2)], { match }));
    expect({ action, reason }).toEqual({
      action: 'abstain',
      reason: 'two memories of this very failure say to do different things',
    });
    expect(rule.decide(state([candidate(1)], { match: { ...match, status: 'match' } })).action).toBe(
      'top1_resolution',
    );
  });

  it('passes over a memory that is too long for one that fits', () => {
    const verdict = rule.decide(state([candidate(1, { tokenCost: 900 }), candidate(2)]));
    expect(verdict.action).toBe('top1_resolution');
  });

  it('decides equal states equally', () => {
    const given = state([candidate(1, { strength: 'similar' }), candidate(2)]);
    expect(rule.decide(given)).toEqual(rule.decide(structuredClone(given)));
  });
});

describe('never_inject', () => {
  it.each([
    ['abstain', state([candidate(1)])],
    ['no_memory', state([])],
  ])('never shows anything: %s', (action, given) => {
    expect(neverInject.decide(given, memory)).toMatchObject({ policy: 'never_inject', action });
  });
});
