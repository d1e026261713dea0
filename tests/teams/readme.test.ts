import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { fakeStreams } from '../cli/fake-streams.ts';
import { fakeDependencies } from '../cli/run-fake-cli.ts';
import { nobody } from '../durability/nobody.ts';
import { isFull } from '../effort.ts';
import { freePort, postgresPrograms } from '../postgres/start-postgres.ts';
import { type Machine, newMachines } from './two-machines.ts';

const [{ programs, missing }] = postgresPrograms as readonly [(typeof postgresPrograms)[number]];

/** Lines of the README that bring up a team in Postgres, without their comments. */
const [start = '', ...commands] =
  /```sh\n(initdb[^`]*)```/
    .exec(readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8'))?.[1]
    ?.trim()
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '')) ?? [];

async function type(machine: Machine, words: readonly string[]): Promise<string> {
  const streams = fakeStreams();
  const dependencies = fakeDependencies({ openMemory: async () => machine.memory });
  const status = await runCli(words, streams, dependencies);
  expect(`${status} ${streams.stderr.text}`).toBe('0 ');
  return streams.stdout.text;
}

// By itself, `team-by-postgres` plays the same with a Postgres that the tests start.
describe.skipIf(missing !== undefined || !isFull)('the team section of the README', () => {
  it('starts a Postgres with one command, and two machines with two more each', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'afterwit-readme-'));
    chmodSync(folder, 0o755);
    const identity = process.getuid?.() === 0 ? nobody : {};
    if (process.getuid?.() === 0) chownSync(folder, nobody.uid, nobody.gid);
    const port = String(await freePort());
    const env = { PATH: `${programs}:${process.env.PATH}`, PGPORT: port, LC_ALL: 'C' };
    const shell = (line: string) =>
      execFileSync('/bin/sh', ['-c', line], { ...identity, cwd: folder, env, stdio: 'ignore' });
    onTestFinished(() => {
      spawnSync(join(programs ?? '', 'pg_ctl'), ['-D', join(folder, 'hub'), '-m', 'fast', 'stop'], identity);
      rmSync(folder, { recursive: true, force: true });
    });
    shell(start);

    vi.stubEnv('PGPORT', port);
    onTestFinished(() => void vi.unstubAllEnvs());
    const machines = newMachines();
    const [ada, ben] = [await machines.add('ada'), await machines.add('ben')];
    await ada.say('Descale the kettle with citric acid.');
    const told = new Map<string, string>();
    expect(commands).toHaveLength(4);
    for (const command of commands) {
      const [, password, line = ''] = /^(PGPASSWORD=… )?afterwit (.*)$/.exec(command) ?? [];
      if (password !== undefined) vi.stubEnv('PGPASSWORD', told.get('PGPASSWORD'));
      const words = line.split(' ').map((word) => told.get(word) ?? word);
      const printed = await type(password === undefined ? ada : ben, words);
      for (const [found] of printed.matchAll(/(?<=PGPASSWORD=)\S+|team\.\S+/g))
        told.set(found.startsWith('team.') ? 'CODE' : 'PGPASSWORD', found);
    }
    expect((await ben.lessons()).map(({ content }) => content)).toEqual([
      'Descale the kettle with citric acid.',
    ]);
  });
});
