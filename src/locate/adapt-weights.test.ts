import { describe, expect, it } from 'vitest';
import { strengths } from '../../tests/fakes/locate-strengths.ts';
import { seededRandom } from '../numeric/seeded-random.ts';
import type { FixExample } from '../ports/repository-index.ts';
import {
  adaptWeights,
  compareWeights,
  fewestFixes,
  fitOwnWeights,
  isBetter,
  matchSharpness,
} from './adapt-weights.ts';
import { type FeatureName, featureNames, nameWeights, shippedWeights } from './features.ts';

const fileCount = 12;
const width = featureNames.length;

/** Fixes whose file is told by one feature alone; all others are noise. */
function fixesToldBy(telling: FeatureName | undefined, count: number, seed = 1): readonly FixExample[] {
  const random = seededRandom(seed);
  const noisy: readonly FeatureName[] = ['bestChunk', 'title', 'recentChanges', 'similarToTitle'];
  return Array.from({ length: count }, () => {
    const answer = Math.floor(random() * fileCount);
    const rows = new Float64Array(fileCount * width);
    for (let file = 0; file < fileCount; file++) {
      for (const name of noisy) rows[file * width + featureNames.indexOf(name)] = random();
      if (telling !== undefined)
        rows[file * width + featureNames.indexOf(telling)] = file === answer ? 1 : random();
    }
    return { rows, right: [answer], answerCount: 1, strengths };
  });
}

describe('adaptWeights', () => {
  it('finds what tells the files here, and is better on fixes it was not taught', () => {
    const { own, isBetter: better, comparison } = adaptWeights(fixesToldBy('recentChanges', 160), 1);
    const weights = nameWeights(own);
    expect(better).toBe(true);
    expect(comparison.own.hitFirst).toBeGreaterThan(comparison.shipped.hitFirst);
    expect(weights.recentChanges / weights.bestChunk).toBeGreaterThan(
      nameWeights(shippedWeights).recentChanges / nameWeights(shippedWeights).bestChunk,
    );
  });

  it('keeps the shipped weights where there is nothing to learn', () => {
    expect(adaptWeights(fixesToldBy(undefined, 160), 1).isBetter).toBe(false);
  });

  it('keeps the shipped weights when the newer fixes contradict the older', () => {
    const fixes = [...fixesToldBy('similarToTitle', 120), ...fixesToldBy('bestChunk', 40, 2)];
    const { isBetter: better, taughtFixes, heldBackFixes } = adaptWeights(fixes, 1);
    expect({ better, taughtFixes, heldBackFixes }).toEqual({
      better: false,
      taughtFixes: 120,
      heldBackFixes: 40,
    });
  });

  it('holds back enough of few fixes', () => {
    const { taughtFixes, heldBackFixes } = adaptWeights(fixesToldBy('title', fewestFixes), 1);
    expect([taughtFixes, heldBackFixes]).toEqual([30, 30]);
  });

  it('gives the same for the same seed', () => {
    const fixes = fixesToldBy('title', 80);
    expect(adaptWeights(fixes, 3)).toEqual(adaptWeights(fixes, 3));
  });
});

describe('fitOwnWeights', () => {
  it('leaves alone what past fixes cannot teach, and lets no evidence speak against', () => {
    const own = nameWeights(fitOwnWeights(fixesToldBy('recentChanges', 100), 1));
    const shipped = nameWeights(shippedWeights);
    for (const name of ['namedPath', 'module', 'traceback', 'namedCommits'] as const)
      expect(own[name]).toBe(shipped[name]);
    expect(own.bestChunk).toBeGreaterThanOrEqual(0);
  });

  it('stays nearer to the shipped weights the harder it is pulled', () => {
    const fixes = fixesToldBy('recentChanges', 100);
    const distance = (pull: number) =>
      fitOwnWeights(fixes, 1, pull).reduce(
        (sum, weight, i) => sum + Math.abs(weight - (shippedWeights[i] ?? 0)),
        0,
      );
    expect(distance(1)).toBeLessThan(distance(0.01));
  });
});

describe('matchSharpness', () => {
  it('undoes a change of scale, so that confidence keeps its meaning', () => {
    const fixes = fixesToldBy('title', 60);
    const blunt = shippedWeights.map((weight) => weight / 3);
    matchSharpness(fixes, blunt).forEach((weight, i) => {
      expect(weight).toBeCloseTo(shippedWeights[i] ?? 0, 3);
    });
  });
});

describe('compareWeights', () => {
  it('finds no difference between the shipped weights and themselves', () => {
    const comparison = compareWeights(fixesToldBy('title', 40), shippedWeights, 1);
    expect(comparison).toMatchObject({ wins: 0, losses: 0, gain: 0, shareBetter: 0 });
    expect(comparison.own).toEqual(comparison.shipped);
    expect(isBetter(comparison)).toBe(false);
  });

  it('counts a fix as found whole only when every file of it is there', () => {
    const fixes = fixesToldBy('title', 40).map((fix) => ({ ...fix, answerCount: 2 }));
    expect(compareWeights(fixes, shippedWeights, 1).shipped).toMatchObject({ allInFirst5: 0 });
  });
});
