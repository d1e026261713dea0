import { describe, expect, it } from 'vitest';
import { codeStructure } from '../../tests/fakes/code-structure.ts';
import { idOf } from '../../tests/fakes/commit-history.ts';
import { indexSummaries, searchSummaries } from './search-summaries.ts';
import { summariseFile } from './summarise-file.ts';

const purposes: Readonly<Record<string, string>> = {
  'src/settings.py': 'Parses settings files and environment variables.',
  'src/capture.py': 'Captures standard output of tests.',
  'src/watch.py': 'Watches folders for renamed files.',
  'src/cache.py': 'Keeps results of tests between runs.',
};
const summaries = Object.entries(purposes).map(([path, documentation]) => summaryOf(path, documentation));
const indexed = indexSummaries(summaries);

function summaryOf(path: string, documentation: string) {
  return summariseFile({
    path,
    structure: codeStructure({ documentation }),
    messages: { commitCount: 0, terms: new Map(), historyCommitCount: 0, historyFrequency: () => 0 },
    coupled: [],
    changes: 1,
    heat: 1,
    lastChangedAtMs: 0,
    asOf: idOf('a'),
  });
}

describe('searchSummaries', () => {
  it('finds files by what they are for, and says by which words', () => {
    const found = searchSummaries(indexed, 'parse the settings', 10);
    expect(found.kind).toBe('relevant');
    expect(found.hits[0]).toMatchObject({
      summary: { path: 'src/settings.py' },
      matchedWords: ['parse', 'settings'],
    });
  });

  it('gives no more than asked for, best first', () => {
    const all = searchSummaries(indexed, 'tests files', 10).hits;
    expect(all).toHaveLength(4);
    expect(searchSummaries(indexed, 'tests files', 2).hits).toEqual(all.slice(0, 2));
    expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).sort((a, b) => b - a));
  });

  it.each([
    ['kubernetes ingress', 'no summary contains any of these words', 0],
    ['files of the kubernetes ingress', 'no summary contains more than a chance word of this', 2],
    ['files of folders', undefined, 2],
    ['', 'no summary contains any of these words', 0],
  ])('%j', (query, reason, hits) => {
    const found = searchSummaries(indexed, query, 10);
    expect(found.kind).toBe(reason === undefined ? 'relevant' : 'none_relevant');
    expect(found.reason).toBe(reason);
    expect(found.hits).toHaveLength(hits);
  });

  it('is not taken in by one word of many', () => {
    const words = [
      'apple',
      'banana',
      'cherry',
      'damson',
      'elder',
      'fennel',
      'grape',
      'hazel',
      'indigo',
      'juniper',
    ];
    const each = words.map((word, at) => summaryOf(`${at}.py`, `About ${word} alone.`));
    const found = searchSummaries(indexSummaries(each), words.join(' '), 10);
    expect(found).toMatchObject({
      kind: 'none_relevant',
      reason: 'no summary contains more than a chance word of this',
    });
    expect(found.hits).toHaveLength(3);
  });

  it('has nothing to find without summaries', () => {
    expect(searchSummaries(indexSummaries([]), 'apple', 10)).toMatchObject({
      kind: 'none_relevant',
      hits: [],
    });
  });
});
