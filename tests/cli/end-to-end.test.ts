import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandOptions, runAfterwit, startAfterwit } from '../doors/afterwit-command.ts';
import type { Ended } from '../doors/start-process.ts';
import { some } from '../effort.ts';

let folder: string;
let repository: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-cli-'));
  repository = join(folder, 'kettle');
  mkdirSync(repository);
  buildRepository();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function git(...words: readonly string[]): string {
  const environment = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', TZ: 'UTC' };
  return execFileSync('git', ['-C', repository, ...words], { encoding: 'utf8', env: environment });
}

let committed = 0;

function commit(message: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(repository, path, '..'), { recursive: true });
    writeFileSync(join(repository, path), content);
  }
  const date = `${1_600_000_000 + committed++ * 86_400} +0000`;
  git('add', '--all');
  const identity = ['-c', 'user.name=Ada \u001b[31mRed', '-c', 'user.email=ada@example.org'];
  execFileSync('git', ['-C', repository, ...identity, 'commit', '--quiet', '--message', message], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    },
  });
}

function buildRepository(): void {
  git('init', '--quiet', '--initial-branch=main');
  commit('Start the kettle', { 'src/kettle.ts': '1', 'README.md': 'Kettle' });
  commit('Whistle when the water boils\n\nCloses #7.', { 'src/whistle.ts': '1', 'src/kettle.ts': '2' });
  commit('Pour without spilling', { 'src/pour.ts': '1', 'tests/pour.test.ts': '1' });
  commit('Whistle in tune: boiling steam no longer overtakes the thermostat', {
    'src/whistle.ts': '2',
    'src/kettle.ts': '3',
    'tests/whistle.test.ts': '1',
  });
  commit('Descale both', { 'src/whistle.ts': '3', 'src/kettle.ts': '4' });
  for (let round = 0; round < 12; round++)
    commit(`Polish the handle, round ${round}`, { 'src/handle.ts': `${round}` });
}

/** In the repository, with the folder as home. */
const place = () => ({ cwd: repository, userHome: folder, home: join(folder, 'home') });

function afterwit(words: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  return runAfterwit(words, { ...place(), ...options });
}

/** Every file below a folder with its time of change. */
function fingerprint(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => `${name} ${statSync(join(path, name)).mtimeMs}`)
    .sort();
}

describe('a session in a small repository', () => {
  it('indexes, shows what is known, and writes nothing into the repository', async () => {
    const before = fingerprint(repository);
    const first = await afterwit([]);
    expect(first).toMatchObject({ status: 0 });
    expect(first.stdout).toMatch(/^kettle {2}main at [0-9a-f]{12}\n/);
    expect(first.stdout).toContain('17 commits');
    expect(first.stdout).toContain('src/handle.ts');
    expect(first.stdout).toContain('afterwit search-commits');
    expect(fingerprint(repository)).toEqual(before);
  });

  it('finds a commit by its words, and its id opens it', async () => {
    const found = await afterwit(['search-commits', 'the whistle is out of tune with the steam']);
    expect(found).toMatchObject({ status: 0, stderr: '' });
    const id = /^([0-9a-f]{12}) {2}.*\n {2}Whistle in tune/m.exec(found.stdout)?.[1];
    const examined = await afterwit(['examine-commit', id ?? 'not found']);
    expect(examined).toMatchObject({ status: 0, stderr: '' });
    expect(examined.stdout).toContain('Whistle in tune: boiling steam');
    expect(examined.stdout).toContain('src/whistle.ts');
    expect(examined.stdout).toContain('+2');
    expect(examined.stdout).toContain('author   Ada Red');
    expect(examined.stdout).not.toContain('\u001b');
  });

  it('abstains on what never happened here', async () => {
    const { status, stdout } = await afterwit([
      'search-commits',
      'kubernetes ingress certificate rotation',
      '--json',
    ]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'none_relevant' });
  });

  it('reads the text from standard input', async () => {
    const { stdout } = await afterwit(['search-commits', '-', '--json'], { input: 'pour without spilling' });
    expect(JSON.parse(stdout)).toMatchObject({ hits: [{ subject: 'Pour without spilling' }] });
  });

  it('sees nothing later than --as-of', async () => {
    const { stdout } = await afterwit(['search-commits', 'whistle in tune', '--as-of', 'HEAD~14', '--json']);
    const { hits, commitCount } = JSON.parse(stdout) as { hits: { subject: string }[]; commitCount: number };
    expect(commitCount).toBe(3);
    expect(hits.map(({ subject }) => subject)).toContain('Whistle when the water boils');
    expect(hits.filter(({ subject }) => subject.includes('in tune'))).toEqual([]);
  });

  it('ranks hot and coupled files', async () => {
    const hot = JSON.parse((await afterwit(['hotspots', '--json'])).stdout);
    expect(hot.hotspots[0]).toMatchObject({ path: 'src/handle.ts', changes: 12 });
    const coupled = JSON.parse((await afterwit(['coupled', 'src/whistle.ts', '--json'])).stdout);
    expect(coupled.coupled[0]).toMatchObject({ path: 'src/kettle.ts', together: 3 });
  });

  it('is well, and knows itself', async () => {
    expect(await afterwit(['doctor'])).toMatchObject({ status: 0 });
    const shown = await afterwit(['repo', 'show', '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({ current: { name: 'kettle' } });
  });
});

describe('a command that cannot be done', () => {
  it.each(
    some([
      { words: ['examine-commit', 'deadbeef'], status: 4, code: 'COMMIT_NOT_FOUND' },
      { words: ['coupled', 'no/such.ts'], status: 4, code: 'FILE_NOT_FOUND' },
      { words: ['hotspots', '--as-of', 'nowhere'], status: 4, code: 'COMMIT_NOT_FOUND' },
      { words: ['hotspots', '--repo', tmpdir()], status: 3, code: 'NOT_A_REPOSITORY' },
      { words: ['hotspots', '--limit', 'many'], status: 2, code: 'INVALID_ARGUMENT' },
    ]),
  )('$code ends with $status', async ({ words, status, code }) => {
    const forPeople = await afterwit(words);
    expect(forPeople).toMatchObject({ status, stdout: '' });
    expect(forPeople.stderr).toContain(`${code}, exit status ${status}`);
    const forPrograms = await afterwit([...words, '--json']);
    expect(forPrograms).toMatchObject({ status, stderr: '' });
    expect(JSON.parse(forPrograms.stdout)).toMatchObject({ error: { code } });
  });

  it('an empty repository has nothing to work on', async () => {
    const empty = join(folder, 'empty');
    execFileSync('git', ['init', '--quiet', empty]);
    expect(await afterwit(['search-commits', 'x'], { cwd: empty })).toMatchObject({ status: 3, stdout: '' });
  });
});

it('ends quietly when its reader stops reading', async () => {
  const script = `"$0" "$@" | true; exit "\${PIPESTATUS[0]}"`;
  const { status, stderr } = await afterwit(['examine-commit', 'HEAD', '--json'], {
    launcher: ['bash', '-c', script],
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('starts the MCP server, with nothing else on standard output', async () => {
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const { child, ended } = startAfterwit(['mcp', '--repo', repository], { ...place(), input: 'open' });
  // A server whose client is gone answers no more, so the end waits for the answer.
  child.stdout?.once('data', () => child.stdin?.end());
  child.stdin?.write(`${JSON.stringify(request)}\n`);
  const served = await ended;
  expect(served).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(served.stdout)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
  expect((await afterwit(['mcp', '--help'])).stdout).toContain('afterwit mcp [options]');
});

it('answers --version and --help without a repository', async () => {
  expect((await afterwit(['--version'], { cwd: folder })).stdout).toMatch(/^\d+\.\d+\.\d+/);
  expect((await afterwit(['hotspots', '--help'], { cwd: folder })).stdout).toContain(
    'afterwit hotspots [options]',
  );
});
