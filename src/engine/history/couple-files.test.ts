import { describe, expect, it } from 'vitest';
import { type CommitSketch, idOf, renamed } from '../../../tests/fakes/commit-history.ts';
import { settings } from '../../../tests/fakes/history-snapshot.ts';
import { historyOf } from '../../../tests/fakes/opened-history.ts';
import { coupleFiles, rankHotspots } from './file-history.ts';

const sketches: readonly CommitSketch[] = [
  { name: 'a', files: ['io.ts', 'main.ts'] },
  { name: 'b', files: ['io.ts', 'main.ts'] },
  { name: 'c', files: ['other.ts'] },
  { name: 'd', files: [renamed('io.ts', 'stream.ts')] },
  { name: 'side', parents: ['a'], files: ['unseen.ts'] },
  { name: 'e', parents: ['d'], files: ['late.ts'] },
];

describe('coupleFiles', () => {
  it('answers under the present name, whichever was asked for', async () => {
    const history = await historyOf(sketches);
    const found = await coupleFiles(history, 'io.ts', settings, 10);
    expect(found).toMatchObject({ path: 'stream.ts', previousPaths: ['io.ts'], commits: 3, asOf: idOf('e') });
    expect(found.coupled.map(({ path, together }) => [path, together])).toEqual([['main.ts', 2]]);
    expect(await coupleFiles(history, 'stream.ts', settings, 10)).toEqual(found);
  });

  it('answers as of a commit under the name of that time', async () => {
    expect(await coupleFiles(await historyOf(sketches, 'c'), 'io.ts', settings, 10)).toMatchObject({
      path: 'io.ts',
      previousPaths: [],
      commits: 2,
    });
  });

  it.each(['never.ts', 'unseen.ts', ''])(
    'does not know "%s", which no visible commit touched',
    async (path) => {
      await expect(coupleFiles(await historyOf(sketches), path, settings, 10)).rejects.toMatchObject({
        code: 'FILE_NOT_FOUND',
        data: { path },
      });
    },
  );

  it('does not know a file before its first commit', async () => {
    await expect(coupleFiles(await historyOf(sketches, 'd'), 'late.ts', settings, 10)).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
  });
});

describe('rankHotspots', () => {
  it('says of what it is true', async () => {
    const found = await rankHotspots(await historyOf(sketches), settings, 2);
    expect(found).toMatchObject({ halfLifeDays: 10, asOf: idOf('e'), commitCount: 5 });
    expect(found.hotspots.map(({ path, changes }) => [path, changes])).toEqual([
      ['stream.ts', 3],
      ['main.ts', 2],
    ]);
  });
});
