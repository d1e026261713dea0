import { describe, expect, it } from 'vitest';
import { itemId, memoryItem } from '../../tests/fakes/memory-item.ts';
import { type DecisionId, type Outcome, outcomeKinds } from '../model/decision.ts';
import { trustLevels } from '../model/provenance.ts';
import { applyOutcome, outcomeId } from './outcomes.ts';

const outcome: Outcome = {
  id: 'o1',
  decisionId: 'd1' as DecisionId,
  itemId: itemId(1),
  kind: 'verified',
  by: 'user',
  principal: 'user:ada',
  atMs: 2_000,
};

describe('applyOutcome', () => {
  it.each(['verified', 'accepted'] as const)('a person who says %s lends an agent’s word trust', (kind) => {
    const item = applyOutcome(memoryItem({ trust: 'agent' }), { ...outcome, kind }, true);
    expect(item).toMatchObject({ trust: 'verified', updatedAtMs: 2_000 });
  });

  it('never raises trust on the word of anybody else', () => {
    for (const trust of trustLevels) {
      for (const by of ['agent', 'tests', 'inference'] as const) {
        for (const kind of outcomeKinds) {
          expect(applyOutcome(memoryItem({ trust }), { ...outcome, by, kind }, true).trust).toBe(trust);
        }
      }
    }
  });

  it('lowers no trust: what went wrong is counted', () => {
    const item = memoryItem({ trust: 'user' });
    expect(applyOutcome(item, outcome, true).trust).toBe('user');
    expect(applyOutcome(item, { ...outcome, kind: 'rejected' }, true)).toBe(item);
  });
});

describe('outcomeId', () => {
  it('is equal for the same thing said again, and for nothing else', () => {
    const { id: _, ...said } = outcome;
    expect(outcomeId({ ...said, atMs: 9_999 })).toBe(outcomeId(said));
    const others = [
      { ...said, kind: 'rejected' as const },
      { ...said, principal: 'user:bob' },
      { ...said, decisionId: 'd2' as DecisionId },
      { ...said, itemId: itemId(2) },
    ];
    expect(new Set([said, ...others].map(outcomeId)).size).toBe(5);
  });

  it('lends no trust to words that the card had cut off', () => {
    expect(applyOutcome(memoryItem({ trust: 'agent' }), outcome, false).trust).toBe('agent');
  });
});
