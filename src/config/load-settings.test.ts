import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canLink } from '../../tests/can-link.ts';
import { loadSettings } from './load-settings.ts';

describe('loading settings', () => {
  let folder: string;
  let home: string;
  let worktree: string;

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
  const load = () => loadSettings({ home, worktree });
  const set = () => load().settings.packing.budgetTokens - 500;

  it('makes no home', () => {
    rmSync(home, { recursive: true });
    expect(load().warnings).toEqual([]);
    expect(existsSync(home)).toBe(false);
  });

  it('reads both files', () => {
    writeUser(2);
    writeFileSync(repositoryPath(), '{"locate":{"youngRepositoryCommits":7},"git":{"executable":"evil"}}');
    const { settings, warnings } = load();
    expect(settings).toMatchObject({
      locate: { youngRepositoryCommits: 7 },
      packing: { budgetTokens: 502 },
    });
    expect(warnings).toHaveLength(1);
  });

  it('refuses a file of the user that it cannot read', () => {
    mkdirSync(join(home, 'config.json'));
    expect(load).toThrow('Make it a readable JSON file');
    rmSync(join(home, 'config.json'), { recursive: true });
    writeFileSync(join(home, 'config.json'), `{"pad":"${'x'.repeat(70_000)}"}`);
    expect(load).toThrow('Make it a readable JSON file');
  });

  it.runIf(canLink)('follows links of the user, not those of a repository', () => {
    writeFileSync(join(folder, 'shared.json'), '{"packing":{"budgetTokens":503}}');
    symlinkSync(join(folder, 'shared.json'), repositoryPath());
    const { settings, warnings } = load();
    expect(settings.packing.budgetTokens).not.toBe(503);
    expect(warnings).toEqual([{ source: repositoryPath(), message: expect.stringMatching(/not read/) }]);
    symlinkSync(join(folder, 'shared.json'), join(home, 'config.json'));
    expect(set()).toBe(3);
  });

  it.skipIf(process.platform === 'win32')('does not wait for a pipe', () => {
    expect(spawnSync('mkfifo', [repositoryPath()]).status).toBe(0);
    const { warnings } = load();
    expect(warnings).toHaveLength(1);
  });
});
