import { chmodSync, cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { stateOf } from '../bad-input/traces.ts';
import { answerOf, type CommandOptions, failure, failureOf, runAfterwit } from '../doors/afterwit-command.ts';
import type { Ended } from '../doors/start-process.ts';
import { some } from '../effort.ts';
import { answersAt } from './answers.ts';
import { buildLongHistory, type LongHistory } from './long-history.ts';
import { mayMount, mountReadOnly } from './mount.ts';
import { mayBeNobody, nobody } from './nobody.ts';

const commitCount = 300;
let history: LongHistory;
let indexed: string;
beforeAll(async () => {
  history = buildLongHistory(commitCount);
  // Folders of another user that this one may read.
  chmodSync(history.folder, 0o755);
  indexed = join(history.folder, 'indexed');
  await answersAt(history.path, indexed);
  letOthersRead(indexed);
});
afterAll(() => history.remove());

/** As a home of which its owner let others read. */
function letOthersRead(home: string): void {
  for (const name of ['', ...readdirSync(home, { recursive: true, encoding: 'utf8' })]) {
    const isFile = /\.(?:db|lock|checked|json|backup)$|HEAD$|config$/.test(name);
    chmodSync(join(home, name), isFile ? 0o644 : 0o755);
  }
}

let homes = 0;
/** A copy of the home that is indexed. */
function copyHome(): string {
  const home = join(history.folder, `home-${++homes}`);
  cpSync(indexed, home, { recursive: true, preserveTimestamps: true });
  chmodSync(home, 0o755);
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

interface Way {
  readonly way: string;
  readonly isPossible: () => boolean;
  /** Which rows of tables are tried at quick effort. */
  readonly turn: number;
  /** Runs commands in a way that lets them write nothing below the home. */
  readonly run: (home: string, ...words: readonly string[]) => Promise<Ended>;
}

const ways: readonly Way[] = [
  {
    way: "in another user's home",
    isPossible: mayBeNobody,
    turn: 0,
    run: (home, ...words) => command(words, { home, ...nobody }),
  },
  {
    way: 'on a read-only mount',
    isPossible: mayMount,
    turn: 2,
    async run(home, ...words) {
      const mount = mountReadOnly(home);
      try {
        return await command(words, { home: mount?.path ?? '' });
      } finally {
        mount?.unmount();
      }
    },
  },
];

const command = (words: readonly string[], options: CommandOptions) =>
  runAfterwit([...words, '--repo', history.path], options);

/** Changes the one index of a home by SQL. */
function alterIndex(home: string, sql: string): void {
  const name = readdirSync(join(home, 'index')).find((file) => file.endsWith('.db')) ?? '';
  const database = new DatabaseSync(join(home, 'index', name));
  database.exec(sql);
  database.close();
}

describe.each(ways.filter(({ isPossible }) => isPossible()))('$way', ({ run, turn }) => {
  it('every command answers from an index that is up to date, and leaves no trace', async () => {
    const home = copyHome();
    const before = stateOf(home);
    const commands = [
      ['search-commits', 'relay spout', '--files', '3'],
      ['examine-commit', 'HEAD~7'],
      ['hotspots', '--as-of', 'HEAD~50'],
      ['coupled', 'src/file-5.ts'],
      ['index'],
      [],
    ];
    for (const words of some(commands)) expect(await run(home, ...words)).toMatchObject({ status: 0 });
    const doctor = await run(home, 'doctor');
    expect(doctor).toMatchObject({ status: 5, stdout: expect.stringMatching(/home: .*cannot be\s+written/) });
    expect(doctor.stdout).toMatch(/index: 300 commits/);
    expect(stateOf(home)).toEqual(before);
  });

  it.each(
    some(
      [
        { what: 'no index', alter: (home: string) => rmSync(join(home, 'index'), { recursive: true }) },
        {
          what: 'an index of another version',
          alter: (home: string) =>
            alterIndex(home, "UPDATE meta SET value = 'another' WHERE key = 'version'"),
        },
        {
          what: 'a damaged index',
          alter(home: string) {
            for (const name of readdirSync(join(home, 'index'))) {
              if (name.endsWith('.db')) writeFileSync(join(home, 'index', name), 'noise '.repeat(2_000));
            }
          },
        },
        {
          what: 'an empty home',
          alter(home: string) {
            for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
          },
        },
      ],
      turn,
    ),
  )('$what: says that the home cannot be written, and changes nothing', async ({ alter }) => {
    const home = copyHome();
    alter(home);
    const before = stateOf(home);
    const ended = await run(home, 'search-commits', 'relay');
    expect(failureOf(ended, /[Gg]ive .*write access|set AFTERWIT_HOME/)).toEqual(
      failure(5, 'HOME_NOT_WRITABLE'),
    );
    expect(stateOf(home)).toEqual(before);
  });

  it('an index that is behind is read for what it has', async () => {
    const home = join(history.folder, `behind-${++homes}`);
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    await answersAt(history.path, home, 'HEAD~100');
    if (!existsSync(join(home, 'index'))) throw new Error('nothing was indexed');
    letOthersRead(home);
    const asked = await run(home, 'search-commits', 'relay', '--as-of', 'HEAD~100', '--json');
    expect(answerOf(asked)).toMatchObject({ commitCount: commitCount - 100 });
    expect(failureOf(await run(home, 'search-commits', 'relay'), /write access|AFTERWIT_HOME/)).toEqual(
      failure(5, 'HOME_NOT_WRITABLE'),
    );
  });
});

it('a home below a file is not writable', async () => {
  const home = join(history.path, 'HEAD', 'home');
  expect(failureOf(await command(['index'], { home }), /write access|AFTERWIT_HOME/)).toEqual(
    failure(5, 'HOME_NOT_WRITABLE'),
  );
});
