import { describe, expect, it } from 'vitest';
import { clean, itemId, memoryItem } from '../../tests/fakes/memory-item.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { confirmItem } from './confirm-item.ts';

const known = memoryItem({ trust: 'agent', principal: 'agent:codex', createdAtMs: 1, updatedAtMs: 1 });
const again = (changes: Partial<MemoryItem> = {}) =>
  memoryItem({
    id: itemId(2),
    trust: 'user',
    principal: 'user:ada',
    createdAtMs: 9,
    updatedAtMs: 9,
    ...changes,
  });

describe('confirmItem', () => {
  it('counts from when it was said again', () => {
    const confirmed = confirmItem(known, again({ trust: 'agent', tags: [clean('ci')] }), false);
    expect(confirmed).toMatchObject({
      kind: 'confirmed',
      item: { id: known.id, createdAtMs: 1, updatedAtMs: 9, tags: ['ci'], trust: 'agent' },
    });
  });

  it('lets no less trusted speaker change a memory', () => {
    expect(confirmItem({ ...known, trust: 'user' }, again({ trust: 'agent' }), false)).toEqual({
      kind: 'ignored',
    });
  });

  it('gives an agent’s memory the trust of a person who says the same, and all the texts of the person', () => {
    const titled = { ...known, title: clean('Run this first'), tags: [clean('agent')] };
    const own = again({ title: clean('Mine'), tags: [] });
    expect(confirmItem(titled, own, false)).toMatchObject({
      kind: 'confirmed',
      item: { id: known.id, title: 'Mine', tags: [], trust: 'user', principal: 'user:ada', createdAtMs: 1 },
    });
  });

  it.each([
    ['archived', { status: 'archived' }, false],
    ['quarantined', { quarantined: true }, false],
    ['turned down by feedback', {}, true],
  ] as const)(
    'leaves what is %s as it is, and makes the person’s word a memory of its own',
    (_, state, isTurnedDown) => {
      const before: MemoryItem = { ...known, ...state };
      const confirmation = confirmItem(before, again(), isTurnedDown);
      if (confirmation.kind !== 'replaced') throw new Error(confirmation.kind);
      const { retired, item } = confirmation;
      expect(item).toEqual(again());
      expect(retired).toMatchObject({ content: before.content, trust: 'agent', supersededById: item.id });
      expect(retired.status).not.toBe('active');
      expect(retired.fingerprint).not.toBe(before.fingerprint);
    },
  );

  it('keeps what a person archived so when an agent says it again', () => {
    const archived: MemoryItem = { ...known, status: 'archived' };
    expect(confirmItem(archived, again({ trust: 'agent' }), false)).toMatchObject({
      item: { status: 'archived' },
    });
  });
});
