import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commitHistory, idOf } from '../../../../tests/fakes/commit-history.ts';
import { fixedClock } from '../../../../tests/fakes/fixed-clock.ts';
import { openDatabase } from '../database.ts';
import { openRepositoryIndex } from './index-store.ts';
import { firstToMerge } from './merge-segments.ts';

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** Sizes of the segments after a merge. */
function merged(counts: readonly number[]): readonly number[] {
  const start = firstToMerge(counts);
  return [...counts.slice(0, start), sum(counts.slice(start))];
}

const someCounts = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 40 });

describe('firstToMerge', () => {
  it('leaves segments of which each is four times larger than all later ones together, so O(log n) of them', () => {
    fc.assert(
      fc.property(someCounts, (counts) => {
        const left = merged(counts);
        left.forEach((count, i) => {
          expect(count).toBeGreaterThanOrEqual(4 * sum(left.slice(i + 1)));
        });
        expect(sum(left)).toBe(sum(counts));
        expect(left.length).toBeLessThanOrEqual(1 + Math.log(sum(counts)) / Math.log(5));
      }),
    );
  });

  it('touches nothing that is in order already', () => {
    fc.assert(
      fc.property(someCounts, (counts) => {
        const left = merged(counts);
        expect(firstToMerge(left)).toBe(left.length - 1);
      }),
    );
    expect(firstToMerge([60_000, 10])).toBe(1);
    expect(firstToMerge([60_000, 10, 3])).toBe(1);
    expect(firstToMerge([])).toBe(-1);
  });

  it('rewrites a commit O(log n) times, however they come in', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 200 }), (batches) => {
        let segments: readonly number[] = [];
        let rewritten = 0;
        for (const batch of batches) {
          const grown = [...segments, batch];
          segments = merged(grown);
          if (segments.length < grown.length) rewritten += segments.at(-1) ?? 0;
        }
        const total = sum(batches);
        expect(rewritten).toBeLessThanOrEqual(total * 5 * (1 + Math.log2(total)));
      }),
    );
  });
});

describe('mergeSegments', () => {
  it('keeps an index of few segments, and everything in it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'afterwit-merge-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'index.db');
    const options = { path, clock: fixedClock(), busyTimeoutMs: 1_000 };
    const index = openRepositoryIndex(options);
    onTestFinished(() => index.close());
    // More terms than are merged at once.
    const wordOf = (n: number) =>
      String(1_000 + n).replace(/\d/g, (digit) => 'bcfghkmnpq'[Number(digit)] ?? '');
    const ownWords = (i: number) => Array.from({ length: 12 }, (_, k) => wordOf(12 * i + k)).join(' ');
    const commits = commitHistory(
      Array.from({ length: 120 }, (_, i) => ({
        name: `c${i}`,
        message: `word${i % 7} crash ${ownWords(i)}`,
        files: [`${i % 5}.ts`],
      })),
    );
    for (const commit of commits) {
      index.append([commit]);
      index.complete(commit.record.id, []);
    }
    const database = openDatabase(path, { subject: 'index', synchronous: 'normal', busyTimeoutMs: 1_000 });
    onTestFinished(() => database.close());
    const segments = database.prepare('SELECT count(*) AS count FROM segments').get()?.count as number;
    expect(segments).toBeLessThanOrEqual(Math.floor(1 + Math.log(120) / Math.log(5)));
    const snapshot = index.at(idOf('c119'));
    expect([...(snapshot.postings('crash')?.ordinals ?? [])]).toEqual([...commits.keys()]);
    for (const i of [0, 59, 119])
      expect([...(snapshot.postings(wordOf(12 * i + 7))?.ordinals ?? [])]).toEqual([i]);
    expect(snapshot.changesOf(73)).toEqual([{ status: 'modified', path: '3.ts' }]);
    expect([...snapshot.times]).toEqual(commits.map(({ record }) => record.committedAtMs));
  });
});
