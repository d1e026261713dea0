import { describe, expect, it } from 'vitest';
import { type CommitSketch, idOf } from '../../tests/fakes/commit-history.ts';
import { settings, snapshotOf } from '../../tests/fakes/history-snapshot.ts';
import { evidence } from '../../tests/fakes/match-evidence.ts';
import { collapseRepetitions } from './collapse-repetitions.ts';
import { prepareQuery } from './match-commits.ts';

/** Names of the commits that are left of those given, in order, each with the names of those that repeat it. */
function collapsed(sketches: readonly CommitSketch[], ranking: readonly string[]) {
  const snapshot = snapshotOf(sketches);
  const query = prepareQuery(snapshot, 'any', settings.search);
  const ranked = ranking.map((name) => ({
    match: { ordinal: snapshot.ordinalOf(idOf(name)) ?? -1, score: 1, evidence },
    query,
    confidence: 0.5,
  }));
  const nameOf = (ordinal: number) => sketches[ordinal]?.name ?? '';
  return collapseRepetitions(snapshot, ranked).map(
    ({ match, repeatedBy }) => [nameOf(match.ordinal), repeatedBy.map(nameOf)] as const,
  );
}

function distinct(sketches: readonly CommitSketch[], ranking: readonly string[]): readonly string[] {
  return collapsed(sketches, ranking).map(([name]) => name);
}

const branched: readonly CommitSketch[] = [
  { name: 'root', files: ['a.ts'] },
  { name: 'main1', message: 'Another thing', files: ['a.ts'] },
  { name: 'fix1', parents: ['root'], message: 'Try it', files: ['a.ts'] },
  { name: 'fix2', parents: ['fix1'], message: 'Fix it', files: ['a.ts'] },
  { name: 'main2', parents: ['main1'], message: 'A third thing', files: ['a.ts'] },
  { name: 'merge', parents: ['main2', 'fix2'], message: 'Merge pull request #5', files: ['a.ts'] },
];

describe('collapseRepetitions', () => {
  it('keeps the better-ranked of a merge and a commit it brought in', () => {
    expect(distinct(branched, ['merge', 'fix2', 'fix1'])).toEqual(['merge']);
    expect(distinct(branched, ['fix1', 'merge', 'fix2'])).toEqual(['fix1', 'fix2']);
  });

  it('keeps a merge beside commits that were there already, even of the same files', () => {
    expect(distinct(branched, ['merge', 'main2', 'main1', 'root'])).toEqual([
      'merge',
      'main2',
      'main1',
      'root',
    ]);
  });

  it('keeps one of several backports: same files, same subject', () => {
    const sketches = [
      { name: 'original', message: 'Close descriptors\n\nBody', files: ['a.ts', 'b.ts'] },
      { name: 'backport', message: 'Close descriptors\n\n(cherry picked)', files: ['b.ts', 'a.ts'] },
      { name: 'elsewhere', message: 'Close descriptors', files: ['a.ts'] },
      { name: 'other', message: 'Open descriptors', files: ['a.ts', 'b.ts'] },
    ];
    expect(distinct(sketches, ['backport', 'original', 'elsewhere', 'other'])).toEqual([
      'backport',
      'elsewhere',
      'other',
    ]);
  });

  it.each([
    ['[7.1.x] Close descriptors (#123)', ['a.ts', 'changelog/9.bugfix.rst']],
    ['Backport PR #45: Close descriptors', ['a.ts', 'CHANGELOG.md']],
    ['close descriptors (#7) (#8)', ['a.ts']],
  ])('takes %j for a backport, and names it beside the original', (message, files) => {
    const sketches = [
      { name: 'original', message: 'Close descriptors (#120)', files: ['a.ts', 'CHANGELOG.md'] },
      { name: 'backport', message, files },
    ];
    expect(collapsed(sketches, ['original', 'backport'])).toEqual([['original', ['backport']]]);
  });

  it('keeps what has the same subject and changed something else', () => {
    const sketches = [
      { name: 'a', message: 'Fix typo', files: ['a.ts'] },
      { name: 'b', message: 'Fix typo', files: ['b.ts'] },
      { name: 'c', message: 'Fix typo', files: ['docs/a.md'] },
    ];
    expect(distinct(sketches, ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  });

  it('keeps commits that changed nothing, whatever they say', () => {
    const sketches = [
      { name: 'a', message: 'Release' },
      { name: 'b', message: 'Release' },
    ];
    expect(distinct(sketches, ['b', 'a'])).toEqual(['b', 'a']);
  });

  it('looks no further than a short way, also where the first parent is not there', () => {
    const long = Array.from({ length: 200 }, (_, i) => ({ name: `c${i}`, files: ['a.ts'] }));
    const sketches = [
      ...long,
      { name: 'merge', parents: ['gone', 'c199'], message: 'Merge', files: ['a.ts'] },
    ];
    expect(distinct(sketches, ['merge', 'c199', 'c0'])).toEqual(['merge', 'c199', 'c0']);
  });
});
