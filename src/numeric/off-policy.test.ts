import { describe, expect, it } from 'vitest';
import { estimateOffPolicy, type LoggedReward } from './off-policy.ts';
import { seededRandom } from './seeded-random.ts';

/** A log of two actions, each taken with its probability; the first earns 1 with .8, the second with .3. */
function logOf(count: number, modelOf: (action: number) => number, seed = 1): readonly LoggedReward[] {
  const random = seededRandom(seed);
  const chance = [0.25, 0.75] as const;
  const worth = [0.8, 0.3] as const;
  return Array.from({ length: count }, () => {
    const action = random() < chance[0] ? 0 : 1;
    return {
      reward: Number(random() < worth[action]),
      propensity: chance[action],
      targetPropensity: Number(action === 0),
      expected: modelOf(action),
      targetExpected: modelOf(0),
    };
  });
}

describe('estimateOffPolicy', () => {
  it('finds the value of a policy that was never run, by each estimator', () => {
    const { ips, snips, dr, matched, effectiveSampleSize } = estimateOffPolicy(
      logOf(4_000, () => 0.5),
      1,
    );
    for (const { value, low, high } of [ips, snips, dr]) {
      expect(value).toBeCloseTo(0.8, 1);
      expect(low).toBeLessThan(0.8);
      expect(high).toBeGreaterThan(0.8);
      expect(high - low).toBeLessThan(0.15);
    }
    expect(effectiveSampleSize).toBeCloseTo(matched, 6);
  });

  it('is right by the model alone where propensities are wrong, if the model is right', () => {
    const log = logOf(4_000, (action) => (action === 0 ? 0.8 : 0.3));
    const wrong = log.map((one) => ({ ...one, propensity: 0.9 }));
    expect(estimateOffPolicy(wrong, 1).dr.value).toBeCloseTo(0.8, 1);
    expect(estimateOffPolicy(wrong, 1).ips.value).toBeLessThan(0.4);
  });

  it('says that it cannot tell where the log holds nothing that the policy would do', () => {
    const log = logOf(50, () => 0).map((one) => ({ ...one, targetPropensity: 0 }));
    const { effectiveSampleSize, matched, snips } = estimateOffPolicy(log, 1);
    expect(effectiveSampleSize).toBe(0);
    expect(matched).toBe(0);
    expect(snips.value).toBeNaN();
    expect(estimateOffPolicy([], 1).dr.value).toBeNaN();
  });

  it('gives no interval where too few decisions support one', () => {
    for (const count of [1, 2, 9]) {
      const log = logOf(count, () => 0.5).map((one) => ({
        ...one,
        propensity: 1,
        targetPropensity: 1,
        reward: 1,
      }));
      const { ips, snips, dr } = estimateOffPolicy(log, 1);
      for (const { value, low, high } of [ips, snips, dr]) {
        expect(value).toBe(1);
        expect([low, high]).toEqual([Number.NaN, Number.NaN]);
      }
    }
    // Many decisions that the policy would hardly make support it as little.
    const log = logOf(50, () => 0.5).map((one, at) => ({ ...one, targetPropensity: Number(at < 2) }));
    expect(estimateOffPolicy(log, 1).dr.low).toBeNaN();
  });

  it('is the same for the same log and seed', () => {
    expect(
      estimateOffPolicy(
        logOf(200, () => 0.5),
        7,
      ),
    ).toEqual(
      estimateOffPolicy(
        logOf(200, () => 0.5),
        7,
      ),
    );
  });
});
