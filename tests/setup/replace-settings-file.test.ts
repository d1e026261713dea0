import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  readSettingsFile,
  replaceSettingsFile,
} from '../../src/adapters/agent-settings/open-settings-files.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-settings-'));
  path = join(folder, 'settings.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  { how: 'changed', before: '{}', now: '{"by":"the agent"}' },
  { how: 'made', before: undefined, now: '{"by":"the agent"}' },
  { how: 'removed', before: '{}', now: undefined },
])('does not replace a file that another program has $how since', ({ before, now }) => {
  if (before !== undefined) writeFileSync(path, before);
  const file = readSettingsFile(path);
  rmSync(path, { force: true });
  if (now !== undefined) writeFileSync(path, now);

  expect(replaceSettingsFile(file, { text: '{"ours":1}', copy: 'make' })).toBe(false);
  expect(readdirSync(folder)).toEqual(now === undefined ? [] : ['settings.json']);
  if (now !== undefined) expect(readFileSync(path, 'utf8')).toBe(now);
});

it('does not remove a file that another program has changed since', () => {
  writeFileSync(path, '{}');
  const file = readSettingsFile(path);
  writeFileSync(path, '{"by":"the agent"}');
  expect(replaceSettingsFile(file, { copy: 'keep' })).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('{"by":"the agent"}');
});
