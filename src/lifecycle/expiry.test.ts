import { describe, expect, it } from 'vitest';
import { memoryItem } from '../../tests/fakes/memory-item.ts';
import { type ItemType, itemTypes, type MemoryItem } from '../model/memory-item.ts';
import { isExpired, ttlDaysOf } from './expiry.ts';
import { lifecycleOptions } from './options.ts';

const dayMs = 86_400_000;

describe('ttlDaysOf', () => {
  it('gives each type the time that the Memory V3 record asks for', () => {
    const typeTtlDays = Object.fromEntries(
      itemTypes.map((type) => [type, lifecycleOptions[`typeTtlDays.${type}`].default]),
    ) as Record<ItemType, number>;
    const days = itemTypes.map((type) => [type, ttlDaysOf(type, { typeTtlDays })]);
    expect(Object.fromEntries(days)).toEqual({
      preference: undefined,
      constraint: undefined,
      decision: 365,
      project_fact: 365,
      fix: 180,
      failure: 90,
      command_result: 30,
      task_state: 7,
    });
  });
});

describe('isExpired', () => {
  it.each<[string, Partial<MemoryItem>, number, boolean]>([
    ['without a limit', { updatedAtMs: 0 }, 1e15, false],
    ['in its time', { updatedAtMs: 0, ttlDays: 7 }, 7 * dayMs - 1, false],
    ['after its time', { updatedAtMs: 0, ttlDays: 7 }, 7 * dayMs, true],
    ['with a clock that was set back ten years', { updatedAtMs: 3_650 * dayMs, ttlDays: 7 }, 0, false],
    ['before it holds', { validFromMs: 10 }, 9, true],
    ['once it holds no more', { validToMs: 10 }, 10, true],
    ['while it holds', { validFromMs: 5, validToMs: 10 }, 9, false],
  ])('%s', (_, item, nowMs, expired) => {
    expect(isExpired(memoryItem(item), nowMs)).toBe(expired);
  });
});
