import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommitSketch } from '../../tests/fakes/commit-history.ts';
import { settings, snapshotOf } from '../../tests/fakes/history-snapshot.ts';
import { randomHistory, words } from '../../tests/fakes/random-history.ts';
import { prepareQuery, rankCommits } from './match-commits.ts';

const query = fc
  .array(fc.constantFrom(...words, '#1'), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(' '));

function rank(sketches: readonly CommitSketch[], queries: readonly string[], count = 100) {
  const snapshot = snapshotOf(sketches);
  const prepared = queries.map((text) => prepareQuery(snapshot, text, settings.search));
  return rankCommits(snapshot, prepared, settings.search, count);
}

const ordinals = (ranked: ReturnType<typeof rank>) => ranked.map(({ match }) => match.ordinal);

describe('rankCommits', () => {
  it('is the search itself for one query, however often it is asked', () => {
    fc.assert(
      fc.property(randomHistory, query, (sketches, text) => {
        const alone = rank(sketches, [text]);
        expect(ordinals(rank(sketches, [text, text]))).toEqual(ordinals(alone));
        expect(rank(sketches, [text], 3)).toEqual(alone.slice(0, 3));
      }),
    );
  });

  it('finds what any of the queries finds, once, whatever their order, each at its surest', () => {
    fc.assert(
      fc.property(randomHistory, fc.array(query, { minLength: 2, maxLength: 4 }), (sketches, queries) => {
        const fused = rank(sketches, queries);
        const alone = queries.flatMap((text) => rank(sketches, [text]));
        expect(ordinals(fused).toSorted()).toEqual([...new Set(ordinals(alone))].toSorted());
        for (const { match, confidence } of fused) {
          const each = alone.filter((other) => other.match.ordinal === match.ordinal);
          expect(confidence).toBe(Math.max(...each.map((other) => other.confidence)));
        }
      }),
    );
  });

  it('puts the newer first of commits that stand equally high', () => {
    const sketches = [
      { name: 'older', message: 'watcher' },
      { name: 'newer', message: 'race' },
    ];
    expect(ordinals(rank(sketches, ['watcher', 'race']))).toEqual([1, 0]);
    expect(ordinals(rank(sketches, ['race', 'watcher']))).toEqual([1, 0]);
  });

  it('puts first what several wordings agree on', () => {
    const sketches = [
      { name: 'agreed', message: 'watcher race' },
      { name: 'one', message: 'watcher token' },
      { name: 'other', message: 'race token' },
    ];
    expect(ordinals(rank(sketches, ['watcher race', 'race watcher', 'watcher']))[0]).toBe(0);
  });
});
