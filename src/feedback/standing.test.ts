import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemId } from '../../tests/fakes/memory-item.ts';
import { type DecisionId, type Outcome, type OutcomeKind, outcomeKinds } from '../model/decision.ts';
import { standingOf } from './standing.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** `user rejected`, each about a decision of its own unless said otherwise: `user rejected d1`. */
function told(...words: readonly string[]): readonly Outcome[] {
  return words.map((word, at) => {
    const [by = '', kind = '', decision = `d${at}`] = word.split(' ');
    return {
      id: String(at),
      decisionId: decision as DecisionId,
      itemId: itemId(1),
      kind: kind as OutcomeKind,
      by: by as Outcome['by'],
      principal: `${by}:x`,
      atMs: at,
    };
  });
}

const memory = { trust: 'agent' } as const;
const rejectedBy = (...words: readonly string[]) =>
  standingOf(told(...words), { nowMs: 100, memory }).rejectedBy;

describe('the rejecting speaker', () => {
  it.each<[readonly string[], 'person' | 'agent' | undefined]>([
    [[], undefined],
    [['user ignored', 'agent ignored'], undefined],
    [['agent verified', 'user accepted'], undefined],
    [['user rejected'], 'person'],
    [['tests false_positive'], 'person'],
    [['user verified', 'tests rejected'], 'person'],
    [['user rejected', 'user verified'], undefined],
    [['user rejected', 'tests verified'], undefined],
    [['user rejected', 'agent verified', 'agent accepted'], 'person'],
    [['agent rejected'], 'agent'],
    [['inference false_positive'], 'agent'],
    [['agent verified', 'agent rejected'], 'agent'],
    [['agent rejected', 'agent verified'], undefined],
    [['user verified', 'agent rejected'], 'agent'],
    [['agent rejected', 'user verified'], undefined],
    [['user rejected d', 'user accepted d'], undefined],
    [['user accepted d', 'user rejected d'], 'person'],
    [['user rejected d', 'user ignored d'], 'person'],
    [['agent false_positive', 'agent false_positive', 'agent verified'], 'agent'],
    [
      ['agent false_positive', 'agent false_positive', 'agent verified', 'agent verified', 'agent verified'],
      undefined,
    ],
  ])('%j: %s', (words, expected) => {
    expect(rejectedBy(...words)).toBe(expected);
  });

  it('is forgotten once a person has vouched for it', () => {
    const words = told('user rejected', 'agent rejected');
    expect(standingOf(words, { nowMs: 9, memory: { ...memory, vouchedAtMs: 1 } }).rejectedBy).toBeUndefined();
    expect(standingOf(words, { nowMs: 9, memory: { ...memory, vouchedAtMs: 0 } }).rejectedBy).toBe('agent');
  });
});

describe('a memory that a person vouched for', () => {
  const vouched = { trust: 'user', vouchedAtMs: 0 } as const;

  it('loses no standing by outcomes of agents, however many', () => {
    const words = told(...Array<string>(20).fill('agent false_positive'), 'agent rejected');
    expect(standingOf(words, { nowMs: 100, memory: vouched })).toEqual(
      standingOf([], { nowMs: 100, memory: vouched }),
    );
  });

  it('is turned down by a person, and by tests', () => {
    for (const word of ['user rejected', 'tests false_positive'])
      expect(standingOf(told('agent verified', word), { nowMs: 100, memory: vouched }).rejectedBy).toBe(
        'person',
      );
  });
});

describe('standing', () => {
  it('counts the last word of each speaker on each decision', () => {
    const words = told('user rejected d', 'user verified d', 'agent verified d', 'user ignored e');
    expect(standingOf(words, { nowMs: 9, memory }).outcomes).toEqual({ verified: 2, ignored: 1 });
  });

  it('knows nothing of a memory that was never judged', () => {
    expect(standingOf([], { nowMs: 9, memory }).successPrior).toBe(0.5);
    expect(standingOf(told('user ignored'), { nowMs: 9, memory }).successPrior).toBe(0.5);
  });

  it('believes a person more than an agent, and what was long ago less', () => {
    const prior = (word: string, nowMs = 0) => standingOf(told(word), { nowMs, memory }).successPrior;
    expect(prior('user verified')).toBeGreaterThan(prior('agent verified'));
    expect(prior('user verified')).toBeGreaterThan(prior('user accepted'));
    expect(prior('user false_positive')).toBeLessThan(prior('user rejected'));
    expect(prior('user verified', 90 * dayMs)).toBeCloseTo((1 + 0.5) / (2 + 0.5));
    expect(prior('user verified', -1e15)).toBe(prior('user verified'));
  });

  it('stays within bounds however often a memory is used', () => {
    const word = fc.record({ by: fc.constantFrom('user', 'agent'), kind: fc.constantFrom(...outcomeKinds) });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 200 }), fc.integer(), (words, nowMs) => {
        const { successPrior } = standingOf(told(...words.map(({ by, kind }) => `${by} ${kind}`)), {
          nowMs,
          memory,
        });
        expect(successPrior).toBeGreaterThan(0);
        expect(successPrior).toBeLessThan(1);
      }),
    );
  });
});
