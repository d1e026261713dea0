import { describe, expect, it } from 'vitest';
import { failureProfile, itemId, memoryItem } from '../../../tests/fakes/memory-item.ts';
import type { ItemId } from '../../model/brands.ts';
import type { EpisodeBody } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { sketchExcerpt } from '../../query/told/sketch-failure.ts';
import { redact } from '../../redaction/redact.ts';
import { laterOccurrences } from './later-occurrences.ts';

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
    ['it was told by whoever is believed less', occurrence('no ink', {}, { trust: 'agent' })],
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
