import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommitSketch } from '../../tests/fakes/commit-history.ts';
import { settings, snapshotOf } from '../../tests/fakes/history-snapshot.ts';
import { randomHistory, words } from '../../tests/fakes/random-history.ts';
import { explainMatch, matchCommits, matchedWords, prepareQuery } from './match-commits.ts';

const everything = 1_000;
const query = fc
  .tuple(
    fc.array(fc.constantFrom(...words), { maxLength: 4 }),
    fc.array(fc.constantFrom('#1', '#2', '#9'), { maxLength: 2 }),
  )
  .map((parts) => parts.flat().join(' '));

function search(sketches: readonly CommitSketch[], text: string) {
  const snapshot = snapshotOf(sketches);
  const prepared = prepareQuery(snapshot, text, settings.search);
  return { snapshot, prepared, matches: matchCommits(snapshot, prepared, settings.search, everything) };
}

const names = (sketches: readonly CommitSketch[], text: string) =>
  search(sketches, text).matches.map(({ ordinal }) => sketches[ordinal]?.name);

describe('matchCommits', () => {
  it('finds what shares words, rare words first, of equal ones the newer', () => {
    const sketches = [
      { name: 'common', message: 'watcher' },
      { name: 'older', message: 'watcher race' },
      { name: 'newer', message: 'watcher race' },
      { name: 'unrelated', message: 'parser' },
    ];
    expect(names(sketches, 'race in the watcher')).toEqual(['newer', 'older', 'common']);
    expect(names(sketches, 'nothing of this kind')).toEqual([]);
  });

  it('finds whatever names the issue, and lifts it above equal words', () => {
    const sketches = [
      { name: 'issue', message: 'Tidy up (#7)' },
      { name: 'both', message: 'watcher, see #7' },
      { name: 'words', message: 'watcher, as ever' },
    ];
    expect(names(sketches, '#7')).toEqual(['both', 'issue']);
    expect(names(sketches, 'watcher #7')).toEqual(['both', 'words', 'issue']);
    const { matches } = search(sketches, '#7');
    expect(matches[0]?.evidence).toMatchObject({
      sharesIssue: true,
      queryMass: 0,
      matchedTerms: 0,
      relativeScore: 1,
    });
  });

  it('weighs a word more for standing in the first of several lines', () => {
    const sketches = [
      { name: 'body', message: 'parser' },
      { name: 'title', message: 'watcher' },
    ];
    expect(names(sketches, 'parser\nwatcher')).toEqual(['body', 'title']);
    expect(names(sketches, 'watcher\nparser')).toEqual(['title', 'body']);
    const weights = (text: string) =>
      new Map(search(sketches, text).prepared.terms.map(({ term, weight }) => [term, weight]));
    expect(weights('watcher\nparser').get('watcher')).toBeCloseTo(
      1 + Math.log(settings.search.firstLineWeight),
    );
    expect(weights('watcher\nparser').get('parser')).toBe(1);
    expect(weights('\n watcher parser \n').get('watcher')).toBe(1);
  });

  it('explains every score: the trees add up, issues included', () => {
    fc.assert(
      fc.property(randomHistory, query, (sketches, text) => {
        const { snapshot, prepared, matches } = search(sketches, text);
        for (const { ordinal, score } of matches) {
          const tree = explainMatch(snapshot, prepared, settings.search, ordinal);
          expect(tree.value).toBeCloseTo(score, 10);
          expect(tree.parts.reduce((sum, part) => sum + part.value, 0)).toBeCloseTo(tree.value, 10);
        }
      }),
    );
  });

  it('gives evidence within its bounds, for visible commits only, best first', () => {
    fc.assert(
      fc.property(randomHistory, query, (sketches, text) => {
        const { snapshot, prepared, matches } = search(sketches, text);
        matches.forEach(({ ordinal, score, evidence }, position) => {
          expect(snapshot.includes(ordinal)).toBe(true);
          expect(score).toBeLessThanOrEqual(matches[position - 1]?.score ?? Number.POSITIVE_INFINITY);
          expect(evidence.relativeScore).toBeGreaterThan(0);
          expect(evidence.relativeScore).toBeLessThanOrEqual(1);
          expect(evidence.coverage).toBeGreaterThanOrEqual(0);
          expect(evidence.coverage).toBeLessThanOrEqual(1 + 1e-12);
          expect(evidence.strength).toBeGreaterThanOrEqual(0);
          const { message } = snapshot.stored(ordinal);
          const words = matchedWords(prepared, ordinal, message);
          expect(words).toHaveLength(evidence.matchedTerms);
          for (const word of words) expect(message).toContain(word);
          expect(evidence.matchedTerms > 0 || evidence.sharesIssue).toBe(true);
        });
        expect(matchCommits(snapshot, prepared, settings.search, 2)).toEqual(matches.slice(0, 2));
      }),
    );
  });
});

describe('matchedWords', () => {
  it('shows the words as the message writes them', () => {
    const message = 'Crash in the watchers';
    const { prepared } = search([{ name: 'a', message }], 'Watcher crashes on exit');
    expect(matchedWords(prepared, 0, message).toSorted()).toEqual(['Crash', 'watchers']);
  });
});
