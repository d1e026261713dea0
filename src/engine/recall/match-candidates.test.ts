import { describe, expect, it } from 'vitest';
import { failureProfile, itemId, memoryItem } from '../../../tests/fakes/memory-item.ts';
import type { ItemId } from '../../model/brands.ts';
import type { DecisionId, DecisionReceipt, Outcome } from '../../model/decision.ts';
import type { EpisodeBody } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { sketchExcerpt } from '../../query/told/sketch-failure.ts';
import { redact } from '../../redaction/redact.ts';
import { laterOccurrences, resolvedFailures } from './match-candidates.ts';

const first = failureProfile({ excerpt: redact('the ink ran dry') });
const variant = memoryItem({
  id: itemId(1),
  trust: 'user',
  body: { kind: 'variant', patternId: itemId(9), failure: first },
});

function occurrence(
  excerpt: string,
  body: Partial<EpisodeBody> = {},
  changes: Partial<MemoryItem> = {},
): MemoryItem {
  const failure = failureProfile({ excerpt: redact(excerpt) });
  return memoryItem({
    trust: 'user',
    body: { kind: 'episode', variantId: variant.id, outcome: 'resolved', failure, ...body },
    ...changes,
  });
}

function found(...occurrences: readonly MemoryItem[]) {
  const itemsRelatedTo = (_: ItemId, __: string, limit?: number) => occurrences.slice(0, limit);
  return laterOccurrences({ itemsRelatedTo }, variant).map(({ excerpt }) => excerpt);
}

describe('laterOccurrences', () => {
  it('gives the latest, without the first', () => {
    expect(found(occurrence('no ink'), occurrence('a dull nib'), occurrence('the ink ran dry'))).toEqual([
      'no ink',
      'a dull nib',
    ]);
  });

  it('gives the first with another sketch, too', () => {
    const failure = failureProfile({ excerpt: first.excerpt, sketch: sketchExcerpt('another ink') });
    expect(found(occurrence('', { failure }))).toHaveLength(1);
  });

  it.each([
    ['its fix did not help', occurrence('no ink', { outcome: 'unresolved' })],
    ['it belongs to another', occurrence('no ink', { variantId: itemId(2) })],
    ['a less trusted speaker told it', occurrence('no ink', {}, { trust: 'agent' })],
    ['it waits for a person', occurrence('no ink', {}, { quarantined: true })],
    ['it was put away', occurrence('no ink', {}, { status: 'archived' })],
    ['it is no occurrence', memoryItem({ trust: 'user' })],
  ])('leaves out an occurrence where %s', (_, left) => {
    expect(found(left)).toEqual([]);
  });

  it('reads few', () => {
    const many = Array.from({ length: 30 }, (_, at) => occurrence(`ink ${at}`));
    expect(found(...many).length).toBeLessThan(10);
  });

  it('knows none of what is no failure', () => {
    expect(laterOccurrences({ itemsRelatedTo: () => [occurrence('no ink')] }, memoryItem())).toEqual([]);
  });
});

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
