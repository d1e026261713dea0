import { spawnSync } from 'node:child_process';
import { chmodSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listCommands } from '../../src/cli/command-line/commands.ts';
import { answerOf, runAfterwit } from '../doors/afterwit-command.ts';
import { newHome, open } from '../doors/open-library.ts';
import { some } from '../effort.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';
import { buildHostileRepository, type HostileRepository, makePartial } from '../git/hostile-repository.ts';
import { orphansBelow, stateOf } from './traces.ts';

const onPosix = process.platform !== 'win32';
/** A branch of the hostile repository; no name that is looked up. */
const noCommit = ';touch$IFS$1pwn';
const commits = ['HEAD', 'HEAD~1', 'HEAD~2', 'HEAD~3', 'v1'];

/** Every command, with the options that reach furthest; the library does the same by itself, in the test beside. */
const everything: readonly (readonly string[])[] = some([
  ['index'],
  [],
  ['index', '--rebuild', '--as-of', 'main'],
  ['search-commits', 'one two signed four', '--min-confidence', '0', '--explain', '--files', '5'],
  ...some(commits).map((commit) => ['examine-commit', commit]),
  ['examine-commit', noCommit],
  ['hotspots'],
  ['coupled', 'a.bin'],
  ['doctor'],
  ['repo', 'show'],
]);

/** Commands that are not named above, each called with something for every argument it takes. */
function allOtherCommands(): readonly (readonly string[])[] {
  const lines = everything.map((words) => words.join(' '));
  return (
    listCommands()
      .filter(([, { words }]) => !lines.some((line) => line.startsWith(words.join(' '))))
      // It ends when its page is closed; it calls the same operations.
      .filter(([name]) => name !== 'dashboard')
      .map(([, command]) => [...command.words, ...Object.keys(command.arguments).map(() => 'a.bin')])
  );
}

/** Plants programs that a look-up by name in the working folder would find. */
function plantPrograms({ repository }: HostileRepository, fired: string): void {
  for (const name of ['git', 'node', 'sh', 'less', 'ssh']) {
    const file = join(repository.path, name);
    writeFileSync(file, `#!/bin/sh\n: > '${fired}'\n`);
    chmodSync(file, 0o755);
  }
}

describe.runIf(onPosix)('a repository in which everything names a program', () => {
  it('has none of them run by any command, and is left as it was', async () => {
    const hostile = buildHostileRepository();
    const shadow = join(temporaryFolder(), 'shadow');
    plantPrograms(hostile, shadow);
    hostile.firedCanaries();
    const { path } = hostile.repository;
    const before = stateOf(path);
    const home = newHome();
    for (const words of [...everything, ...some(some(allOtherCommands()))]) {
      const { status, stderr } = await runAfterwit(words, { cwd: path, home, userHome: path });
      const statuses = everything.includes(words) && !words.includes(noCommit) ? [0] : [0, 2, 3, 4, 6];
      expect({ words, status, stderr }).toEqual({
        words,
        status: expect.toBeOneOf(statuses),
        stderr: expect.any(String),
      });
    }
    // Only a person may say what a clone belongs to.
    const memory = await open(path, home, { speaker: { kind: 'user', name: 'ada', source: 'library' } });
    const { id } = await memory.repositories.current();
    expect((await memory.repositories.split()).id).not.toBe(id);
    expect((await memory.repositories.link(id)).id).toBe(id);
    expect(hostile.firedCanaries()).toEqual([]);
    expect(stateOf(shadow)).toEqual([]);
    expect(stateOf(path)).toEqual(before);
    expect(orphansBelow(home)).toEqual([]);
  });

  it('that is a partial clone on top has nothing fetched', async () => {
    const hostile = buildHostileRepository();
    makePartial(hostile);
    hostile.firedCanaries();
    const { path } = hostile.repository;
    const before = stateOf(path);
    const memory = await open(path, newHome());
    await memory.index();
    await memory.searchCommits('one two', { files: 5 });
    for (const commit of commits) await memory.examineCommit(commit);
    await memory.hotspots();
    await memory.diagnose();
    expect(hostile.firedCanaries()).toEqual([]);
    expect(stateOf(path)).toEqual(before);
  });
});

describe.runIf(onPosix)('the settings that a repository brings along', () => {
  const settings = [
    {
      what: 'name programs, places and more to read',
      plant(file: string, fired: string) {
        writeFileSync(`${file}.sh`, `#!/bin/sh\n: > '${fired}'\nexec git "$@"\n`);
        chmodSync(`${file}.sh`, 0o755);
        const values = {
          git: { executable: `${file}.sh`, timeoutMs: 1 },
          logging: { level: 'debug' },
          home: '/',
        };
        writeFileSync(file, JSON.stringify({ ...values, history: { search: { termLimit: 8 } } }));
      },
    },
    { what: 'are a pipe', plant: (file: string) => spawnSync('mkfifo', [file]) },
    {
      what: 'are a link out of it',
      plant(file: string) {
        const secret = join(temporaryFolder(), 'secret.json');
        writeFileSync(secret, '{"secret": "hunter2"}');
        symlinkSync(secret, file);
      },
    },
    {
      what: 'are a gigabyte of nothing',
      plant(file: string) {
        writeFileSync(file, '');
        truncateSync(file, 1_000_000_000);
      },
    },
  ];

  it.each(some(settings))('are passed over with a warning when they $what', async ({ plant }) => {
    const { path, commit } = buildRepository();
    commit('A first whistle');
    const fired = join(temporaryFolder(), 'fired');
    plant(join(path, 'afterwit.config.json'), fired);
    const home = newHome();
    const searched = await runAfterwit(['search-commits', 'whistle', '--json'], { cwd: path, home });
    expect(answerOf(searched)).toMatchObject({ commitCount: 1 });
    const { checks } = await (await open(path, home)).diagnose();
    expect(checks.find(({ name }) => name === 'settings')).toMatchObject({ result: 'warning' });
    expect(JSON.stringify(checks)).not.toContain('hunter2');
    expect(stateOf(fired)).toEqual([]);
  });

  it.each(
    some([
      { what: 'no JSON', text: '\u001b[31m{'.repeat(100) },
      { what: 'nested deeply', text: `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}` },
      { what: 'out of bounds', text: '{"history":{"search":{"termLimit":1e99}}}' },
    ]),
  )('say what to correct when they are $what', async ({ text }) => {
    const { path, commit } = buildRepository();
    commit('A first whistle');
    writeFileSync(join(path, 'afterwit.config.json'), text);
    const ended = await runAfterwit(['search-commits', 'whistle'], { cwd: path, home: newHome() });
    expect({ ...ended, isShort: ended.stderr.length < 1_000 }).toMatchObject({
      status: expect.toSatisfy((status: number) => status === 0 || status === 2),
      stderr: expect.not.stringMatching(/[^\n\P{Cc}]/u),
      isShort: true,
    });
    if (ended.status === 2) expect(ended.stderr).toMatch(/afterwit\.config\.json[\s\S]*INVALID_SETTING/);
  });
});
