import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { canLink } from '../../tests/can-link.ts';
import { writeSettingsFile } from './settings-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

it.runIf(canLink).each([
  ['a file', (target: string) => writeFileSync(target, 'old')],
  ['nothing yet', () => undefined],
])('writes to where a link leads, over another link, to %s', (_, make) => {
  const [path, between, target] = ['config.json', 'between.json', 'target.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  make(target);
  symlinkSync('target.json', between);
  symlinkSync(between, path);
  writeSettingsFile(path, 'new');
  expect(readFileSync(target, 'utf8')).toBe('new');
  expect([readlinkSync(path), readlinkSync(between)]).toEqual([between, 'target.json']);
});

it.runIf(canLink).each([
  ['into a folder that is missing', () => join('missing', 'config.json')],
  ['in a circle', () => 'config.json'],
])('leaves a link that leads %s, and says so', (_, leadsTo) => {
  const path = join(folder, 'config.json');
  symlinkSync(leadsTo(), path);
  expect(() => writeSettingsFile(path, 'new')).toThrow(
    expect.objectContaining({ code: 'HOME_NOT_WRITABLE' }),
  );
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect(existsSync(path)).toBe(false);
});
