import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { IndexReport } from '../../src/model/answers/memory-status.ts';
import { answerOf, failure, failureOf, runAfterwit } from '../doors/afterwit-command.ts';
import { isFull, sized } from '../effort.ts';
import { answersAt } from './answers.ts';
import { buildLongHistory, type LongHistory } from './long-history.ts';
import { type Mount, mayMount, mountSmall } from './mount.ts';

const commitCount = sized(10_000, 400);
const unindexed = 0.9 * commitCount;
let history: LongHistory;
let expected: unknown;
beforeAll(async () => {
  history = buildLongHistory(commitCount);
  expected = await answersAt(history.path, join(history.folder, 'whole'));
});
afterAll(() => history.remove());

const run = (home: string, ...words: readonly string[]) =>
  runAfterwit([...words, '--repo', history.path], { home });

function smallDisk(size: string): Mount {
  const mount = mountSmall(size);
  if (mount === undefined) throw new Error('cannot mount');
  onTestFinished(() => mount.unmount());
  return mount;
}

/** Takes all room there is; gives what gives it back. */
function fill(disk: string): () => void {
  const ballast = join(disk, 'ballast');
  const file = openSync(ballast, 'w');
  try {
    for (const bytes of [65_536, 4_096]) {
      const block = Buffer.alloc(bytes);
      while (statfsSync(disk).bavail * 4_096 >= bytes) writeSync(file, block);
    }
  } finally {
    closeSync(file);
  }
  return () => rmSync(ballast);
}

describe.runIf(mayMount())('a disk that is full', () => {
  it('ends the indexing with an error that says so; with room it goes on where it was', async () => {
    const { path: disk } = smallDisk('24m');
    const home = join(disk, 'home');
    await answersAt(history.path, home, `HEAD~${unindexed}`);
    const makeRoom = fill(disk);
    for (const words of [['index'], ['search-commits', 'relay']]) {
      expect(failureOf(await run(home, ...words), /disk is full.*Free some space/)).toEqual(
        failure(5, 'DISK_FULL'),
      );
    }
    makeRoom();
    expect(answerOf<IndexReport>(await run(home, 'index', '--json'))).toMatchObject({
      commitsAdded: unindexed,
      commitCount,
    });
    expect((await run(home, 'doctor')).status).toBe(0);
    expect(await answersAt(history.path, home)).toEqual(expected);
  });

  // At quick effort the limit below ends it, and `index-kill` sees that batches are kept.
  it.runIf(isFull)('in the midst of the work costs no batch that was stored', async () => {
    const disk = smallDisk('3m');
    const home = join(disk.path, 'home');
    expect(failureOf(await run(home, 'index'), /disk is full/)).toEqual(failure(5, 'DISK_FULL'));
    disk.resize('24m');
    const { commitsAdded, commitCount: total } = answerOf<IndexReport>(await run(home, 'index', '--json'));
    expect(total).toBe(commitCount);
    expect(commitsAdded).toBeLessThan(commitCount);
    expect(await answersAt(history.path, home)).toEqual(expected);
    expect((await run(home, 'doctor')).status).toBe(0);
  });

  it('does not keep anybody from reading what is indexed', async () => {
    const { path: disk } = smallDisk('24m');
    const home = join(disk, 'home');
    expect(await answersAt(history.path, home)).toEqual(expected);
    fill(disk);
    expect(await answersAt(history.path, home)).toEqual(expected);
    const commands = [
      ['search-commits', 'relay', '--files', '3'],
      ['hotspots', '--as-of', 'HEAD~50'],
      ['index'],
      [],
    ];
    for (const words of isFull ? commands : commands.slice(1, 3))
      expect(await run(home, ...words)).toMatchObject({ status: 0 });
  });
});

it.skipIf(process.platform === 'win32')(
  'a limit on the size of files ends the indexing like a full disk',
  async () => {
    const home = join(history.folder, 'limited');
    // In blocks of 512 or 1024 bytes, as the shell has it.
    const launcher = ['sh', '-c', `ulimit -f ${sized(2_500, 200)}; exec "$@"`, 'sh'];
    const stopped = await runAfterwit(['index', '--repo', history.path], { home, launcher });
    expect(failureOf(stopped, /disk is full or a quota is used up/)).toEqual(failure(5, 'DISK_FULL'));
    expect(answerOf<IndexReport>(await run(home, 'index', '--json'))).toMatchObject({ commitCount });
    expect(await answersAt(history.path, home)).toEqual(expected);
  },
);
