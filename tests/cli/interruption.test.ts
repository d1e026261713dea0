import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAfterwit } from '../doors/afterwit-command.ts';
import type { Started } from '../doors/start-process.ts';
import { buildLongHistory, type LongHistory } from '../durability/long-history.ts';
import { sized, some } from '../effort.ts';

const commitCount = sized(40_000, 12_000);
let history: LongHistory;

beforeAll(() => {
  history = buildLongHistory(commitCount);
});
afterAll(() => history.remove());

function start(words: readonly string[], home: string): Started {
  const { path: repository, folder } = history;
  return startAfterwit([...words, '--repo', repository], {
    cwd: folder,
    userHome: folder,
    home: join(folder, home),
  });
}

/** The moment the indexer has said that it is at work. */
async function atWork(started: Started): Promise<void> {
  while (!started.stderr().includes('reading the history'))
    await new Promise((resolve) => setTimeout(resolve, 5));
}

it.each(some(['SIGINT', 'SIGTERM'] as const))(
  '%s stops the indexing; run again, it goes on',
  async (signal) => {
    const first = start(['index'], signal);
    await atWork(first);
    first.child.kill(signal);
    const { status, stderr } = await first.ended;
    expect({ status, stderr }).toMatchObject({ status: 130, stderr: expect.stringContaining('INTERRUPTED') });
    expect(stderr).not.toContain('history read');

    const again = await start(['index', '--json'], signal).ended;
    expect(again.status).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ commitCount });
  },
);

it('a second signal does not wait', async () => {
  const { child, ended, ...printed } = start(['index'], 'twice');
  await atWork({ child, ended, ...printed });
  child.kill('SIGINT');
  child.kill('SIGTERM');
  expect((await ended).status).toBe(130);
});

it('a search that has to index first can be stopped too', async () => {
  const { child, ended } = start(['search-commits', 'whistle of the kettle'], 'search');
  // Nothing is announced within the first second, but the home is made before anything is read.
  while (!existsSync(join(history.folder, 'search'))) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGINT');
  // Searched to the end it would have been 0.
  expect((await ended).status).toBe(130);
});
