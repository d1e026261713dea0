import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { IndexReport } from '../../src/model/answers/memory-status.ts';
import { answerOf, runAfterwit, startAfterwit } from '../doors/afterwit-command.ts';
import { open } from '../doors/open-library.ts';
import { isFull, sized } from '../effort.ts';
import { answersAt, askEverything } from './answers.ts';
import { buildLongHistory, type LongHistory } from './long-history.ts';

const commitCount = sized(6_000, 400);
let history: LongHistory;
let expected: unknown;
beforeAll(async () => {
  history = buildLongHistory(commitCount);
  expected = await answersAt(history.path, join(history.folder, 'alone'));
});
afterAll(() => history.remove());

let homes = 0;
function newHome(): string {
  const home = join(history.folder, `home-${++homes}`);
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

const start = (home: string, ...words: readonly string[]) =>
  startAfterwit([...words, '--repo', history.path], { home });

function indexFiles(home: string): readonly string[] {
  return readdirSync(join(home, 'index')).filter((name) => name.endsWith('.db'));
}

async function indexPath(home: string): Promise<string> {
  return (await (await open(history.path, home)).status()).index.path;
}

describe('several indexers at once', () => {
  it.each(isFull ? [2, 8] : [2])('%d of them: one does the work, and all succeed', async (count) => {
    const home = newHome();
    const started = Array.from({ length: count }, () => start(home, 'index', '--json'));
    const reports = (await Promise.all(started.map(({ ended }) => ended))).map((one) =>
      answerOf<IndexReport>(one),
    );
    expect(reports.map((report) => report.commitCount)).toEqual(reports.map(() => commitCount));
    const added = reports.map(({ commitsAdded }) => commitsAdded).sort((a, b) => b - a);
    expect(added).toEqual([commitCount, ...Array.from({ length: count - 1 }, () => 0)]);
    expect(indexFiles(home)).toHaveLength(1);
    expect(await answersAt(history.path, home)).toEqual(expected);
  });

  it('searches that find nothing indexed do as well', async () => {
    const home = newHome();
    const started = Array.from({ length: sized(3, 2) }, () =>
      start(home, 'search-commits', 'thermostat', '--json'),
    );
    const found = await Promise.all(started.map(async ({ ended }) => answerOf(await ended)));
    expect(found).toEqual(found.map(() => expect.objectContaining({ commitCount })));
    expect(found[1]).toEqual(found[0]);
  });

  it('the work of one that is killed is taken over by one that waits', async () => {
    const home = newHome();
    const first = start(home, 'index');
    await new Promise((resolve) => first.child.stderr?.once('data', resolve));
    const others = Array.from({ length: sized(2, 1) }, () => start(home, 'index', '--json'));
    first.child.kill('SIGKILL');
    await first.ended;
    const reports = await Promise.all(others.map(async ({ ended }) => answerOf<IndexReport>(await ended)));
    expect(reports).toEqual(reports.map(() => expect.objectContaining({ commitCount })));
    expect(await answersAt(history.path, home)).toEqual(expected);
  });
});

describe('an index that changes under its readers', () => {
  it('gives the same answers all the while that another process adds to it', async () => {
    const home = newHome();
    const added = commitCount / 2;
    const asOf = `HEAD~${added}`;
    const before = await answersAt(history.path, home, asOf);
    const memory = await open(history.path, home);
    const indexer = start(home, 'index', '--json');
    let isRunning = true;
    const ended = indexer.ended.finally(() => {
      isRunning = false;
    });
    while (isRunning) {
      expect(await askEverything(memory, asOf)).toEqual(before);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(answerOf<IndexReport>(await ended)).toMatchObject({ commitsAdded: added });
    expect(await askEverything(memory)).toEqual(expected);
  });

  it('is made again when it was deleted, between commands or while it is open', async () => {
    const home = newHome();
    await answersAt(history.path, home);
    const memory = await open(history.path, home);
    expect(await askEverything(memory)).toEqual(expected);
    rmSync(join(home, 'index'), { recursive: true });
    expect(await askEverything(memory)).toEqual(expected);
    expect(statSync(await indexPath(home)).size).toBeGreaterThan(100_000);
    rmSync(join(home, 'index'), { recursive: true });
    const ended = await start(home, 'index', '--json').ended;
    expect(answerOf<IndexReport>(ended)).toMatchObject({ commitsAdded: commitCount });
    expect(await askEverything(memory)).toEqual(expected);
  });

  it('is used by all once another process has rebuilt it', async () => {
    const home = newHome();
    const memory = await open(history.path, home);
    expect(await askEverything(memory)).toEqual(expected);
    const ended = await runAfterwit(['index', '--rebuild', '--json', '--repo', history.path], { home });
    expect(answerOf<IndexReport>(ended)).toMatchObject({ commitsAdded: commitCount });
    expect(await askEverything(memory)).toEqual(expected);
    expect(await memory.index()).toMatchObject({ commitsAdded: 0 });
    await memory.close();
    expect(await answersAt(history.path, home)).toEqual(expected);
    expect(indexFiles(home)).toHaveLength(1);
  });
});
