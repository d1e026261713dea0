import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IndexReport } from '../../src/model/answers/memory-status.ts';
import { answerOf, runAfterwit } from '../doors/afterwit-command.ts';
import { open } from '../doors/open-library.ts';
import { sized, some, times } from '../effort.ts';
import { answersAt, askEverything } from './answers.ts';
import { buildLongHistory, type LongHistory } from './long-history.ts';

const commitCount = sized(250, 120);
const pageBytes = 4_096;
const damages = times(13);
let history: LongHistory;
/** A home whose index is whole, and the copy of it that a test damages. */
let whole: string;
let home: string;
/** The index file in it. */
let path: string;
let expected: unknown;

beforeAll(async () => {
  history = buildLongHistory(commitCount);
  whole = join(history.folder, 'whole');
  home = join(history.folder, 'damaged');
  expected = await answersAt(history.path, whole);
  const name = readdirSync(join(whole, 'index')).find((file) => file.endsWith('.db'));
  path = join(home, 'index', name ?? '');
});
afterAll(() => history.remove());

function renew(): void {
  rmSync(home, { recursive: true, force: true });
  cpSync(whole, home, { recursive: true });
}
beforeEach(renew);

const isAside = () => existsSync(`${path}.corrupt`);
const run = (...words: readonly string[]) => runAfterwit([...words, '--repo', history.path], { home });

/** Numbers that are the same each time (mulberry32). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof randomNumbers>;

const injuries: Readonly<Record<string, (content: Buffer, random: Random) => Buffer>> = {
  'cut short': (content, random) => content.subarray(0, random(content.length)),
  'with a page of zeros': (content, random) => {
    const start = random(content.length / pageBytes) * pageBytes;
    return content.fill(0, start, start + pageBytes);
  },
  'with a page of noise': (content, random) => {
    const start = random(content.length / pageBytes) * pageBytes;
    for (let index = start; index < start + pageBytes; index++) content[index] = random(256);
    return content;
  },
  'with a page in the place of another': (content, random) => {
    const [from, to] = [random(content.length / pageBytes), random(content.length / pageBytes)];
    content.copy(content, to * pageBytes, from * pageBytes, (from + 1) * pageBytes);
    return content;
  },
  'with a few bytes changed': (content, random) => {
    for (let count = 0; count < 24; count++) content[random(content.length)] = random(256);
    return content;
  },
};

describe('a damaged index', () => {
  it.each(Object.keys(injuries))(
    '%s never leads to a wrong answer, and is kept when it is replaced',
    async (name) => {
      const injure = injuries[name] as (typeof injuries)[string];
      const content = readFileSync(path);
      let replaced = 0;
      for (let seed = 1; seed <= damages; seed++) {
        renew();
        const injured = injure(Buffer.from(content), randomNumbers(seed));
        writeFileSync(path, injured);
        expect({ seed, answers: await answersAt(history.path, home) }).toEqual({ seed, answers: expected });
        if (!isAside()) continue;
        replaced++;
        expect(readFileSync(`${path}.corrupt`).length).toBe(injured.length);
      }
      expect(replaced).toBeGreaterThan(damages / 4);
      // Met once, mended once.
      const memory = await open(history.path, home);
      expect((await memory.index()).replacedCorruptIndex).toBeUndefined();
      expect(await memory.diagnose()).toMatchObject({ healthy: true });
    },
  );

  it('is mended by whatever command meets it, and reported', async () => {
    const injure = () => writeFileSync(path, 'no index at all '.repeat(1_000));
    const commands = [
      ['search-commits', 'whistle'],
      ['examine-commit', 'HEAD'],
      ['hotspots'],
      ['coupled', 'src/file-5.ts'],
      [],
    ];
    for (const words of some(commands)) {
      renew();
      injure();
      expect(await run(...words)).toMatchObject({ status: 0 });
      expect(isAside()).toBe(true);
    }
    injure();
    expect(answerOf<IndexReport>(await run('index', '--json'))).toMatchObject({
      commitsAdded: commitCount,
      replacedCorruptIndex: `${path}.corrupt`,
    });
    const doctor = await run('doctor');
    expect(doctor).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/replaced a damaged one[\s\S]*delete it/),
    });
  });

  it('is found by the doctor wherever the damage is, and named', async () => {
    const database = new DatabaseSync(path);
    database.exec("UPDATE commits SET author = 'Eve' WHERE ordinal = 7");
    database.close();
    const doctor = await run('doctor', '--json');
    const { checks } = JSON.parse(doctor.stdout) as { checks: readonly { name: string }[] };
    expect(doctor.status).toBe(5);
    expect(checks.find(({ name }) => name === 'index')).toMatchObject({
      result: 'problem',
      message: expect.stringMatching(/damaged.*afterwit index --rebuild/),
    });
    const memory = await open(history.path, home);
    await memory.index({ rebuild: true });
    expect(await memory.diagnose()).toMatchObject({ healthy: true });
  });

  it('met by several commands at once is put aside once', async () => {
    truncateSync(path, 3 * pageBytes);
    const started = Array.from({ length: sized(8, 2) }, () => run('search-commits', 'relay spout', '--json'));
    const found = (await Promise.all(started)).map((ended) => answerOf(ended));
    expect(found).toEqual(found.map(() => expect.objectContaining({ commitCount })));
    expect(readFileSync(`${path}.corrupt`).length).toBe(3 * pageBytes);
    expect(await answersAt(history.path, home)).toEqual(expected);
  });

  it('that is damaged while it is open is mended as well', async () => {
    const memory = await open(history.path, home);
    await memory.searchCommits('whistle');
    truncateSync(path, 5 * pageBytes);
    expect(await askEverything(memory)).toEqual(expected);
    expect(await memory.status()).toMatchObject({ index: { state: 'current', commitCount } });
  });
});

describe('something else in the place of an index', () => {
  it.each(
    some([
      { what: 'a folder', put: () => mkdirSync(join(path, 'deeper'), { recursive: true }) },
      { what: 'a pipe', put: () => spawnSync('mkfifo', [path]) },
      { what: 'a text', put: () => writeFileSync(path, 'Dear diary, '.repeat(1_000)) },
    ]),
  )('$what is put aside, and an index made', async ({ what, put }) => {
    if (what === 'a pipe' && process.platform === 'win32') return;
    rmSync(path);
    put();
    const memory = await open(history.path, home);
    expect(await memory.index()).toMatchObject({
      commitsAdded: commitCount,
      replacedCorruptIndex: `${path}.corrupt`,
    });
    expect(await askEverything(memory)).toEqual(expected);
  });

  it.each(
    some(
      [
        { what: 'nothing at all', put: () => rmSync(path) },
        { what: 'an empty file', put: () => truncateSync(path) },
        {
          what: 'an index of another version',
          put() {
            const database = new DatabaseSync(path);
            database.exec("UPDATE meta SET value = 'another' WHERE key = 'version'");
            database.close();
          },
        },
        {
          what: 'the database of another program',
          put() {
            rmSync(path);
            const database = new DatabaseSync(path);
            database.exec('CREATE TABLE commits (a); PRAGMA user_version = 7');
            database.close();
          },
        },
      ],
      2,
    ),
  )('$what: an index is made without ado', async ({ put }) => {
    put();
    expect(await answersAt(history.path, home)).toEqual(expected);
    expect(isAside()).toBe(false);
    expect(await (await open(history.path, home)).diagnose()).toMatchObject({ healthy: true });
  });

  it.each(
    some(
      [
        { what: 'noise', content: Buffer.alloc(50_000, 'noise') },
        { what: 'a log of another database', content: undefined },
      ],
      3,
    ),
  )('$what for a log does no harm', async ({ content }) => {
    if (content !== undefined) writeFileSync(`${path}-wal`, content);
    else {
      const other = join(history.folder, 'other.db');
      const database = new DatabaseSync(other);
      database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(9000))');
      copyFileSync(`${other}-wal`, `${path}-wal`);
      database.close();
    }
    appendFileSync(`${path}-shm`, Buffer.alloc(32_768, 'noise'));
    expect(await answersAt(history.path, home)).toEqual(expected);
  });
});
