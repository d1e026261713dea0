import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from './load-settings.ts';

describe('loading settings', () => {
  let folder: string;
  let home: string;
  let worktree: string;
  const cache = () => join(home, 'resolved.json');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'afterwit-test-'));
    home = join(folder, 'home');
    worktree = join(folder, 'repository');
    mkdirSync(home);
    mkdirSync(worktree);
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const writeUser = (set: number) =>
    writeFileSync(join(home, 'config.json'), `{"packing":{"budgetTokens":${500 + set}}}`);
  const repositoryPath = () => join(worktree, 'afterwit.config.json');
  /** Long enough after the files were written for them to count as settled. */
  const later = () => Date.now() + 60_000;
  const load = (nowMs = later(), more: Parameters<typeof loadSettings>[0] | object = {}) =>
    loadSettings({ home, worktree, nowMs, ...more });
  const set = async (...parameters: Parameters<typeof load>) =>
    (await load(...parameters)).settings.packing.budgetTokens - 500;

  /** Changes what the cache says, to see whether it is believed. */
  function tamperWithCache(): void {
    writeFileSync(
      cache(),
      readFileSync(cache(), 'utf8').replace('"packing.budgetTokens":502}', '"packing.budgetTokens":509}'),
    );
  }

  it('leaves no trace where nothing is set, nor makes a home', async () => {
    await load();
    expect(() => readFileSync(cache())).toThrow(/ENOENT/);
    rmSync(home, { recursive: true });
    await load(later(), { overrides: { 'packing.budgetTokens': 700 } });
    expect(() => readFileSync(cache())).toThrow(/ENOENT/);
  });

  it('reads both files, and remembers the result', async () => {
    writeUser(2);
    writeFileSync(repositoryPath(), '{"locate":{"youngRepositoryCommits":7},"git":{"executable":"evil"}}');
    const first = await load();
    expect(first.settings).toMatchObject({
      locate: { youngRepositoryCommits: 7 },
      packing: { budgetTokens: 502 },
    });
    expect(first.warnings).toHaveLength(1);
    const second = await load();
    expect(second).toEqual({ ...first, isRemembered: true });
    expect(Object.isFrozen(second.settings.packing)).toBe(true);
    const readings = JSON.parse(readFileSync(cache(), 'utf8')) as { entries: object };
    expect(Object.keys(readings.entries)).toHaveLength(1);
  });

  it('believes what it remembers, as long as nothing has changed', async () => {
    writeUser(2);
    expect(await set()).toBe(2);
    tamperWithCache();
    expect(await set()).toBe(9);
  });

  it.each<{ name: string; change: () => unknown }>([
    { name: 'the file is edited', change: () => writeUser(3) },
    {
      name: 'the file is replaced and its times are put back',
      change: () => {
        writeUser(3);
        utimesSync(join(home, 'config.json'), 1_000, 1_000);
      },
    },
    { name: 'the file is removed', change: () => rmSync(join(home, 'config.json')) },
    { name: 'the repository gets a file', change: () => writeFileSync(repositoryPath(), '{}') },
    { name: 'the environment changes', change: () => ({ environment: { AFTERWIT_GIT_TIMEOUT_MS: '500' } }) },
    { name: 'an option is given', change: () => ({ overrides: { 'git.timeoutMs': 500 } }) },
  ])('does not when $name', async ({ change }) => {
    writeUser(2);
    utimesSync(join(home, 'config.json'), 1_000, 1_000);
    expect(await set()).toBe(2);
    tamperWithCache();
    expect(await set(later(), { ...(change() ?? {}) })).not.toBe(9);
  });

  it('writes down no variable that sets nothing', async () => {
    writeUser(2);
    utimesSync(join(home, 'config.json'), 1_000, 1_000);
    const environment = { AFTERWIT_OWN_KEY: 'a-secret', AFTERWIT_MODELS_KEY: 'a-secret' };
    await load(later(), { environment });
    expect(readFileSync(cache(), 'utf8')).toContain('AFTERWIT_OWN_KEY');
    expect(readFileSync(cache(), 'utf8')).not.toContain('a-secret');
  });

  it('remembers nothing about a file that may still be changing', async () => {
    const beforeMs = Date.now();
    writeUser(2);
    expect(await set(beforeMs)).toBe(2);
    expect(() => readFileSync(cache())).toThrow(/ENOENT/);
  });

  it('does not mind a damaged cache, or one of another version', async () => {
    writeUser(2);
    for (const content of ['', 'null', '{"settings":"other","entries":{}}', '[]']) {
      writeFileSync(cache(), content);
      expect(await set()).toBe(2);
    }
  });

  it('remembers a limited number of results', async () => {
    for (let number = 1; number <= 40; number++) {
      await load(later(), { overrides: { 'packing.budgetTokens': 600 + number } });
    }
    const { entries } = JSON.parse(readFileSync(cache(), 'utf8')) as { entries: object };
    expect(Object.keys(entries)).toHaveLength(16);
  });

  it('refuses a file of the user that it cannot read', async () => {
    mkdirSync(join(home, 'config.json'));
    await expect(load()).rejects.toMatchObject({ code: 'INVALID_SETTING' });
    rmSync(join(home, 'config.json'), { recursive: true });
    writeFileSync(join(home, 'config.json'), `{"pad":"${'x'.repeat(70_000)}"}`);
    await expect(load()).rejects.toMatchObject({ code: 'INVALID_SETTING' });
  });

  it.skipIf(process.platform === 'win32')(
    'follows links of the user, not those of a repository',
    async () => {
      writeFileSync(join(folder, 'shared.json'), '{"packing":{"budgetTokens":503}}');
      symlinkSync(join(folder, 'shared.json'), repositoryPath());
      const { settings, warnings } = await load();
      expect(settings.packing.budgetTokens).not.toBe(503);
      expect(warnings).toEqual([{ source: repositoryPath(), message: expect.stringMatching(/not read/) }]);
      symlinkSync(join(folder, 'shared.json'), join(home, 'config.json'));
      expect(await set()).toBe(3);
    },
  );

  it.skipIf(process.platform === 'win32')('does not wait for a pipe', async () => {
    expect(spawnSync('mkfifo', [repositoryPath()]).status).toBe(0);
    const { warnings } = await load();
    expect(warnings).toHaveLength(1);
  });
});
