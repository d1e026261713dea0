import { describe, expect, it } from 'vitest';
import { memoryItem } from '../../tests/fakes/memory-item.ts';
import type { OutcomeCounts } from '../model/decision.ts';
import { type ItemType, itemTypes, type MemoryItem } from '../model/memory-item.ts';
import { isExpired, stretchOf, ttlDaysOf } from './expiry.ts';
import { type ForgettingSettings, lifecycleConstants, lifecycleOptions } from './options.ts';

const dayMs = 86_400_000;
const lifecycle = {
  enabled: true,
  typeTtlDays: Object.fromEntries(
    itemTypes.map((type) => [type, lifecycleOptions[`typeTtlDays.${type}`].default]),
  ) as Record<ItemType, number>,
  ...lifecycleConstants,
};
const settings: ForgettingSettings = {
  decayEnabled: true,
  decayDays: 30,
  retrievalLookbackDays: 21,
  v3: { lifecycle },
};
const patient: ForgettingSettings = {
  ...settings,
  v3: { lifecycle: { ...lifecycle, unconfirmedStretch: 10 } },
};
const v2: ForgettingSettings = { ...settings, v3: { lifecycle: { ...lifecycle, enabled: false } } };

describe('ttlDaysOf', () => {
  it('gives each type the time that the Memory V3 record asks for', () => {
    const days = itemTypes.map((type) => [type, ttlDaysOf(type, settings)]);
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

  it('gives none without Memory V3', () => {
    expect(itemTypes.map((type) => ttlDaysOf(type, v2))).toEqual(itemTypes.map(() => undefined));
  });
});

describe('isExpired', () => {
  it.each<[string, Partial<MemoryItem>, number, boolean]>([
    ['without a limit', { updatedAtMs: 0 }, 1e15, false],
    ['in its time', { updatedAtMs: 0, ttlDays: 7 }, 7 * dayMs - 1, false],
    ['after its time', { updatedAtMs: 0, ttlDays: 7 }, 7 * dayMs, true],
    ['with a clock that was set back ten years', { updatedAtMs: 3_650 * dayMs, ttlDays: 7 }, 0, false],
    [
      'with a clock that was set forward a hundred years',
      { updatedAtMs: 0, ttlDays: 7 },
      36_500 * dayMs,
      true,
    ],
    ['before it holds', { validFromMs: 10 }, 9, true],
    ['once it holds no more', { validToMs: 10 }, 10, true],
    ['while it holds', { validFromMs: 5, validToMs: 10 }, 9, false],
  ])('%s', (_, item, nowMs, expired) => {
    expect(isExpired(memoryItem(item), { nowMs, settings })).toBe(expired);
  });

  const used = memoryItem({ updatedAtMs: 0, ttlDays: 10, accessCount: 1, lastAccessedAtMs: 9 * dayMs });

  it.each<[string, ForgettingSettings, OutcomeCounts, number, boolean]>([
    ['a use alone renews nothing', settings, {}, 10, true],
    ['but it may', patient, {}, 19.9, false],
    ['and not for ever', patient, {}, 20.1, true],
    ['a help renews it, and makes it last longer', settings, { verified: 1 }, 24.9, false],
    ['and ends, too', settings, { verified: 1 }, 25.1, true],
    ['being wrong ends it early', settings, { false_positive: 1 }, 1.1, true],
    ['being right more often than wrong keeps a use', settings, { verified: 2, rejected: 1 }, 9.5, false],
    ['without Memory V3 no use counts', v2, { verified: 3 }, 10, true],
    ['nothing decays where decay is off', { ...settings, decayEnabled: false }, {}, 36_500, false],
  ])('%s', (_, chosen, outcomes, days, expired) => {
    expect(isExpired(used, { nowMs: days * dayMs, settings: chosen, outcomes })).toBe(expired);
  });

  it('takes a use in the future for one now', () => {
    const outcomes = { verified: 1 };
    const ahead = { ...used, lastAccessedAtMs: 36_500 * dayMs };
    expect(isExpired(ahead, { nowMs: 1_000 * dayMs, settings: patient, outcomes })).toBe(false);
    // Its next merge puts the time right; until then it does not last longer than from now.
    expect(
      isExpired({ ...ahead, lastAccessedAtMs: 5 * dayMs }, { nowMs: 1_000 * dayMs, settings, outcomes }),
    ).toBe(true);
  });

  it('follows Memory V2 by layer where V3 is off', () => {
    const at = (layer: MemoryItem['layer']) =>
      isExpired(memoryItem({ layer, updatedAtMs: 0 }), { nowMs: 30 * dayMs, settings: v2 });
    expect([at('episodic'), at('working'), at('semantic'), at('procedural')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('stretchOf', () => {
  it.each([
    ['perHelp', { shown: 0, helped: 1, wrong: 0 }],
    ['perUse', { shown: 1, helped: 0, wrong: 0 }],
    ['perHarm', { shown: 0, helped: 0, wrong: 1 }],
  ] as const)('counts nothing by %s where it is 0', (name, use) => {
    expect(stretchOf(use, lifecycle)).not.toBe(1);
    expect(stretchOf(use, { ...lifecycle, [name]: 0 })).toBe(1);
  });

  it('stretches no further than mostStretch', () => {
    expect(stretchOf({ shown: 0, helped: 100, wrong: 0 }, { ...lifecycle, mostStretch: 2 })).toBe(2);
  });

  it('is one TTL for what was never used, and stays within its ends', () => {
    expect(stretchOf({ shown: 0, helped: 0, wrong: 0 }, lifecycle)).toBe(1);
    expect(stretchOf({ shown: 1, helped: 1, wrong: 0 }, lifecycle)).toBeCloseTo(1.6);
    expect(stretchOf({ shown: 1e9, helped: 1e9, wrong: 0 }, lifecycle)).toBe(4);
    expect(stretchOf({ shown: 0, helped: 0, wrong: 5 }, lifecycle)).toBe(0.1);
  });
});
