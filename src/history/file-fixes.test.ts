import { describe, expect, it } from 'vitest';
import { type CommitSketch, commitHistory, idOf, renamed } from '../../tests/fakes/commit-history.ts';
import { plainIndex } from '../../tests/fakes/history-snapshot.ts';
import { listFixes } from './file-fixes.ts';
import { followRenames } from './rename-map.ts';

function list(sketches: readonly CommitSketch[], mostFixes = 10, evidenceFileLimit = 3) {
  const index = plainIndex();
  index.append(commitHistory(sketches));
  const snapshot = index.at(idOf(sketches.at(-1)?.name ?? ''));
  const renames = followRenames(snapshot, (id) => snapshot.path(id) === 'src/io.py');
  return listFixes(snapshot, renames, [{ path: 'src/io.py', mostFixes }], evidenceFileLimit).map(
    ({ commit, paths }) => [Buffer.from(commit.id, 'hex').toString().replaceAll('\0', ''), [...paths]],
  );
}

const today = [['src/io.py', 'src/io.py']];
const fix = (name: string, files: CommitSketch['files'] = ['src/io.py']): CommitSketch => ({
  name,
  message: `Fix crash ${name}`,
  files,
});

describe('listFixes', () => {
  it('gives the latest fixes of a file first, and as many as are wanted', () => {
    const sketches = [fix('a'), fix('b'), { name: 'c', message: 'Add more', files: ['src/io.py'] }, fix('d')];
    expect(list(sketches)).toEqual([
      ['d', today],
      ['b', today],
      ['a', today],
    ]);
    expect(list(sketches, 2).map(([name]) => name)).toEqual(['d', 'b']);
    expect(list(sketches, 0)).toEqual([]);
  });

  it('finds fixes under the path that the file had', () => {
    const sketches = [
      fix('a', ['lib/io.py']),
      { name: 'b', message: 'Move', files: [renamed('lib/io.py', 'src/io.py')] },
    ];
    expect(list(sketches)).toEqual([['a', [['lib/io.py', 'src/io.py']]]]);
  });

  it('leaves out merges, wide commits, what was reverted, and files that are not known', () => {
    const sketches = [
      fix('a'),
      { name: 'b', message: `Take it back\n\nThis reverts commit ${idOf('a')}.`, files: ['src/io.py'] },
      fix('c', ['src/io.py', 'b', 'c', 'd']),
      fix('d', ['src/other.py']),
      { ...fix('e'), parents: ['d', 'c'] },
    ];
    expect(list(sketches)).toEqual([]);
    expect(list([fix('a', ['src/other.py'])])).toEqual([]);
  });
});
