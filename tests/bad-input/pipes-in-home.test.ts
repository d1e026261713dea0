import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { makeTeamKey } from '../../src/adapters/system/team-key.ts';
import { builtFile } from '../doors/built-file.ts';
import { newHome } from '../doors/open-library.ts';
import { some } from '../effort.ts';
import { buildRepository } from '../git/build-repository.ts';

/** Longer than any of this takes; reading a pipe without a writer takes for ever. */
const longestMs = 20_000;
const output = "Error: Cannot find module './whistle'\n    at boil.ts:3:1\n";

test.runIf(process.platform !== 'win32')(
  'no door waits at a pipe or a device in the place of a file of the home',
  () => {
    const repository = buildRepository();
    repository.commit('Boil water', { 'boil.ts': 'export const boil = () => 100;\n' });
    const [home, cwd] = [newHome(), repository.path];
    const start = (file: string, words: readonly string[], input = '') =>
      spawnSync(process.execPath, [builtFile(file), ...words], {
        ...{ cwd, input, timeout: longestMs, killSignal: 'SIGKILL' as const },
        env: { PATH: process.env.PATH, HOME: home, AFTERWIT_HOME: home },
      });
    const event = {
      ...{ session_id: 's', cwd, hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', tool_use_id: 't' },
      ...{ tool_input: { command: 'npm test' }, error: `Exit code 1\n${output}` },
    };
    const doors = {
      list: () => start('bin.js', ['list']),
      recall: () => start('bin.js', ['recall', 'kettle']),
      hook: () => start('hooks/claude-code.js', [], JSON.stringify(event)),
    };
    start('bin.js', ['remember', 'Fill the kettle first.']);
    start('bin.js', ['index']);
    makeTeamKey(home);
    for (let round = 0; round < 3; round++) doors.hook();
    for (const ask of Object.values(doors)) expect(ask().signal).toBeNull();

    const stalled: string[] = [];
    const tried = replaceable(home);
    const puts = Object.entries({ mkfifo: [], ln: ['-s', '/dev/zero'] });
    const rows = Object.entries(doors).flatMap((door) => puts.map((put) => [...door, ...put] as const));
    for (const [turn, file] of some(tried).entries())
      for (const [door, ask, command, words] of some(rows, turn)) {
        const path = join(home, file);
        renameSync(path, `${home}-kept`);
        spawnSync(command, [...words, path]);
        if (ask().signal !== null) stalled.push(`${door}: ${command} ${file}`);
        rmSync(path, { force: true });
        mkdirSync(dirname(path), { recursive: true });
        renameSync(`${home}-kept`, path);
      }
    expect(tried.length).toBeGreaterThan(4);
    expect(stalled).toEqual([]);
  },
  600_000,
);

/** Each kind of file once: what Node compiled, and what of an index, lies there many times. */
function replaceable(home: string): readonly string[] {
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && !/-(?:wal|shm)$/.test(each.name))
    .map(({ parentPath, name }) => relative(home, join(parentPath, name)));
  return [
    ...new Map(files.map((file) => [/^compile-cache/.test(file) ? dirname(file) : file, file])).values(),
  ];
}
