import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IndexReport } from '../../src/model/answers/memory-status.ts';
import { orphansBelow } from '../bad-input/traces.ts';
import { answerOf, runAfterwit, startAfterwit } from '../doors/afterwit-command.ts';
import { sized, times } from '../effort.ts';
import { answersAt } from './answers.ts';
import { buildLongHistory, type LongHistory } from './long-history.ts';

const commitCount = sized(30_000, 5_000);
const kills = times(15);
const longestDelayMs = 300;
let history: LongHistory;
beforeAll(() => {
  history = buildLongHistory(commitCount);
});
afterAll(() => history.remove());

/** The same delays each time, spread evenly; where they find the indexer is up to the machine. */
function delayMs(round: number): number {
  return ((round * 7) % kills) * (longestDelayMs / kills);
}

/** Starts the indexer and kills it after a while: some before it has begun, most while it reads. */
async function indexAndKill(home: string, round: number): Promise<'killed' | 'ended'> {
  const { child, ended } = startAfterwit(['index', '--repo', history.path], { home });
  const atWork = new Promise((resolve) => child.stderr?.once('data', resolve));
  if (round % 4 > 0) await Promise.race([atWork, ended]);
  await Promise.race([sleep(delayMs(round)), ended]);
  child.kill('SIGKILL');
  return (await ended).status === null ? 'killed' : 'ended';
}

it(`an indexer killed ${kills} times ends with the index of one that never was`, async () => {
  const home = join(history.folder, 'killed');
  let counted = 0;
  for (let round = 0; counted < kills; round++) {
    if ((await indexAndKill(home, round)) === 'killed') counted++;
    else
      await runAfterwit(
        ['index', '--rebuild', '--repo', history.path, '--as-of', `HEAD~${commitCount - 1_000}`],
        { home },
      );
  }
  await expect.poll(() => orphansBelow(home)).toEqual([]);

  const ended = await runAfterwit(['index', '--json', '--repo', history.path], { home });
  // The next process does not wait for the lease of the killed one.
  expect(answerOf<IndexReport>(ended)).toMatchObject({ commitCount, unreadable: [], waited: false });
  const doctor = await runAfterwit(['doctor', '--repo', history.path], { home });
  expect(doctor).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`index: ${commitCount.toLocaleString('en')} commits`),
  });
  const files = readdirSync(join(home, 'index')).filter((name) => /\.db$|corrupt/.test(name));
  expect(files).toHaveLength(1);

  const whole = join(history.folder, 'whole');
  expect((await runAfterwit(['index', '--repo', history.path], { home: whole })).status).toBe(0);
  expect(await answersAt(history.path, home)).toEqual(await answersAt(history.path, whole));
});
