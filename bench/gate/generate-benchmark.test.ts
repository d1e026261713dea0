import { describe, expect, it } from 'vitest';
import { failureFamilies } from './failure-families.ts';
import { benchmarkScales, generateBenchmark } from './generate-benchmark.ts';

const smoke = generateBenchmark(benchmarkScales.smoke, 'judged', 1);

describe('the generated benchmark', () => {
  it('has as many of everything as the paper', () => {
    expect(failureFamilies).toHaveLength(15);
    expect(smoke.variants).toHaveLength(32);
    expect(smoke.canonical).toHaveLength(24);
    expect(smoke.paraphrases).toHaveLength(96);
    expect(smoke.hardNegatives).toHaveLength(32);
    const truths = Object.groupBy(smoke.events, ({ truth }) => truth);
    expect(Object.fromEntries(Object.entries(truths).map(([truth, all]) => [truth, all?.length]))).toEqual({
      verified: 10,
      accepted: 10,
      hard_negative: 7,
      unsuitable: 11,
      quiet: 2,
    });
  });

  it('is the same for the same seed only', () => {
    const again = generateBenchmark(benchmarkScales.smoke, 'judged', 1);
    expect(again.events.map(({ query }) => query.failure)).toEqual(
      smoke.events.map(({ query }) => query.failure),
    );
    const other = generateBenchmark(benchmarkScales.smoke, 'judged', 2);
    expect(other.canonical[0]?.failure).not.toEqual(smoke.canonical[0]?.failure);
  });

  it('confuses families of one half only, and each pair both ways', () => {
    for (const family of failureFamilies.filter(({ confusedWith }) => confusedWith !== undefined)) {
      const other = failureFamilies.find(({ name }) => name === family.confusedWith?.family);
      expect(other?.confusedWith?.family).toBe(family.name);
      expect(other?.half).toBe(family.half);
    }
    const judged = new Set(smoke.variants.map(({ family }) => family.name));
    const development = generateBenchmark(benchmarkScales.smoke, 'development', 1);
    expect(development.variants.some(({ family }) => judged.has(family.name))).toBe(false);
  });

  it('says why each look-alike is none of the known failures', () => {
    const known = new Set(smoke.variants.map(({ failure }) => `${failure.command}\n${failure.output}`));
    for (const { failure, reason, expected } of smoke.hardNegatives) {
      expect(reason).toBeTruthy();
      expect(expected).toBeUndefined();
      expect(known.has(`${failure.command}\n${failure.output}`)).toBe(false);
    }
  });
});
