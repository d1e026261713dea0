import { describe, expect, it } from 'vitest';
import { failureProfile, itemId } from '../../../tests/fakes/memory-item.ts';
import type { DecisionId, DecisionReceipt, Outcome } from '../../model/decision.ts';
import { resolvedFailures } from './resolved-failures.ts';

function outcome(decision: string, changes: Partial<Outcome> = {}): Outcome {
  return {
    id: decision,
    decisionId: decision as DecisionId,
    itemId: itemId(1),
    kind: 'verified',
    by: 'user',
    principal: 'user:ada',
    atMs: 1,
    ...changes,
  };
}

const reader = {
  decision: (id: DecisionId) =>
    ({ failure: failureProfile({ exceptionTypes: [id] }) }) as unknown as DecisionReceipt,
};

function foundFor(...told: readonly Outcome[]): readonly string[] {
  const failures = resolvedFailures(reader, new Map([[itemId(1), told]])).get(itemId(1)) ?? [];
  return failures.flatMap(({ exceptionTypes }) => exceptionTypes);
}

describe('resolvedFailures', () => {
  it('finds the last failures that a person or tests verified it for, each once', () => {
    expect(foundFor(outcome('d1'), outcome('d2', { by: 'tests' }), outcome('d2'), outcome('d3'))).toEqual([
      'd2',
      'd3',
    ]);
  });

  it('believes no agent, and nothing short of verified', () => {
    expect(foundFor(outcome('d1', { by: 'agent' }), outcome('d2', { kind: 'accepted' }))).toEqual([]);
  });

  it('reads few receipts, however many memories were used', () => {
    const told = new Map(
      Array.from({ length: 30 }, (_, at) => [itemId(at), [outcome(`d${at}`), outcome(`e${at}`)]] as const),
    );
    const read = [...resolvedFailures(reader, told).values()].flat();
    expect(read).toHaveLength(8);
  });
});
