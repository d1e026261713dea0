import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settingTable } from '../../src/config/setting-table.ts';
import { type Configuration, openConfiguration } from '../../src/open/configuration.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';

const ada = { kind: 'user', name: 'ada', source: 'cli' } as const;
const agent = { kind: 'agent', name: 'claude-code', source: 'cli', session: 's1' } as const;
const name = 'packing.budgetTokens';

let home: string;
let repository: string;
let file: string;
let configuration: Configuration;
beforeEach(() => {
  const folder = temporaryFolder();
  home = join(folder, 'home');
  repository = buildRepository({ path: join(folder, 'kettle') }).path;
  file = join(home, 'config.json');
  configuration = openConfiguration({ home, repository, speaker: ada });
});
afterEach(() => vi.unstubAllEnvs());

const settingOf = async (wanted: string) =>
  (await configuration.list()).settings.find((setting) => setting.name === wanted);
const write = (text: string) => {
  mkdirSync(home, { recursive: true });
  writeFileSync(file, text);
};
const keep = { hooks: { compileCache: 'off' } };

describe('a setting', () => {
  it('has its default until it is set, then names its source', async () => {
    expect(await settingOf(name)).toMatchObject({ value: 600, default: 600, setBy: 'default' });
    expect((await configuration.list()).settings).toHaveLength(settingTable.length);
    writeFileSync(join(repository, 'afterwit.config.json'), '{"packing":{"budgetTokens":700}}');
    expect(await settingOf(name)).toMatchObject({ value: 700, setBy: 'repository_file' });
    vi.stubEnv('AFTERWIT_PACKING_BUDGET_TOKENS', '500');
    expect(await settingOf(name)).toMatchObject({
      value: 500,
      setBy: 'environment',
      source: 'AFTERWIT_PACKING_BUDGET_TOKENS',
    });
  });

  it('names no variable where the environment may not set it', async () => {
    expect(await settingOf(name)).toHaveProperty('environmentVariable');
    expect(await settingOf('capture.unconfirmedFixes')).not.toHaveProperty('environmentVariable');
    vi.stubEnv('AFTERWIT_CAPTURE_UNCONFIRMED_FIXES', 'ask');
    expect(await settingOf('capture.unconfirmedFixes')).toMatchObject({ value: 'show', setBy: 'default' });
  });

  it('is changed in the file of the home, and the rest of the file stays', async () => {
    write('{\n  "hooks": { "compileCache": "off" }\n}\n');
    expect(await configuration.set(name, '640')).toMatchObject({
      file,
      changed: true,
      setting: { value: 640, setBy: 'user_file', source: file },
    });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...keep, packing: { budgetTokens: 640 } });
    expect(readFileSync(file, 'utf8')).toContain('  "hooks": { "compileCache": "off" }');
    expect(await configuration.set(name, '640')).toMatchObject({ changed: false });
    await configuration.set(name, '650');
    expect(await configuration.unset(name)).toMatchObject({ changed: true, setting: { value: 600 } });
    expect(await configuration.unset(name)).toMatchObject({ changed: false });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...keep, packing: {} });
  });

  it.each(['{}', '{"packing": {}}', '\uFEFF{\r\n\t"packing": {"budgetTokens": 700}\r\n}'])(
    'is written into %j',
    async (text) => {
      write(text);
      await configuration.set(name, '640');
      expect(await settingOf(name)).toMatchObject({ value: 640, setBy: 'user_file' });
    },
  );

  it('makes the file, for its owner alone', async () => {
    await configuration.set('logging.level', 'info');
    expect(await settingOf('logging.level')).toMatchObject({ value: 'info' });
  });

  it.each([
    ['paking.budgetTokens', '640', /Did you mean packing\.budgetTokens\?/],
    [name, 'many', /is "many"\. Make it a whole number from/],
    [name, '1', /is 1\. Make it a whole number from/],
    [name, '', /Make it a whole number/],
    ['logging.level', 'loud', /one of silent, error/],
  ])('refuses %s %s, and changes nothing', async (setting, value, message) => {
    write(JSON.stringify(keep));
    await expect(configuration.set(setting, value)).rejects.toMatchObject({
      code: 'INVALID_SETTING',
      message: expect.stringMatching(message),
    });
    expect(readFileSync(file, 'utf8')).toBe(JSON.stringify(keep));
  });

  it.each(['{bad', '[]', '{"packing": 3}'])('is not written into a file that says %s', async (text) => {
    write(text);
    await expect(configuration.set(name, '640')).rejects.toMatchObject({ code: 'INVALID_SETTING' });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('that does not fit is mended by setting it again', async () => {
    write('{"packing": {"budgetTokens": "many"}}');
    await expect(configuration.list()).rejects.toMatchObject({ code: 'INVALID_SETTING' });
    expect(await configuration.set(name, '640')).toMatchObject({ changed: true, setting: { value: 640 } });
  });

  it.each([agent, undefined])('is changed by persons only, not by %j', async (speaker) => {
    const others = openConfiguration({ home, repository, speaker });
    for (const change of [others.set('speaker.automation', '/bin/sh'), others.unset(name)])
      await expect(change).rejects.toMatchObject({ code: 'NEEDS_PERSON' });
    expect(existsSync(file)).toBe(false);
    expect((await others.list()).settings.length).toBeGreaterThan(0);
  });

  it('is there outside of a repository too', async () => {
    const outside = openConfiguration({ home, repository: temporaryFolder(), speaker: ada });
    expect((await outside.set(name, '640')).setting).toMatchObject({ value: 640 });
  });
});
