import { describe, expect, it } from 'vitest';
import { defaultReward, rewardOf } from './reward.ts';

const free = { latencyMs: 0, tokens: 0 };

describe('the reward', () => {
  it.each([
    ['verified', 2],
    ['accepted', 1],
    ['correct_abstain', 0.5],
    ['false_positive', -4],
    ['rejected', -1],
    ['missed', 0],
    ['ignored', 0],
  ] as const)('of %s is %d (Eq. 13)', (kind, value) => {
    expect(rewardOf(kind, free, defaultReward)).toBe(value);
    expect(rewardOf(kind, { latencyMs: 100, tokens: 50 }, defaultReward)).toBeCloseTo(value - 0.6);
  });

  it.each([
    { latencyMs: -1, tokens: 0 },
    { latencyMs: 0, tokens: Number.NaN },
  ])('refuses the cost %j', (cost) => {
    expect(() => rewardOf('verified', cost, defaultReward)).toThrow(/Give a number of 0 or more/);
  });

  it('must punish a wrong memory more than it rewards a right one (Eq. 14)', () => {
    const { falsePositive, verified, accepted } = defaultReward;
    expect(falsePositive).toBeGreaterThan(verified);
    expect(verified).toBeGreaterThan(accepted);
  });
});
