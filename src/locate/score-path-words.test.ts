import { describe, expect, it } from 'vitest';
import { scorePathWords } from './rank-files.ts';

describe('scorePathWords', () => {
  const sources = ['src/cache/store.ts', 'src/cache/index.ts', 'src/queue.ts'].map((path, blob) => ({
    path,
    blob,
  }));
  const pathTerms = new Map([
    ['cach', [0, 1]],
    ['stor', [0]],
    ['queue', [2]],
  ]);
  const candidates = {
    sources,
    tests: [],
    blobs: [0, 1, 2],
    pathTerms,
    pathLengths: [3, 3, 2],
    auxiliary: new Float64Array(3),
    modules: new Map(),
    projectTerms: new Set<string>(),
  };

  it('counts rare words of the path for more', () => {
    const scores = scorePathWords(candidates, 'the cache does not store');
    expect(scores[0]).toBeGreaterThan(scores[1] ?? 0);
    expect(scores[1]).toBeGreaterThan(0);
    expect(scores[2]).toBe(0);
  });
});
