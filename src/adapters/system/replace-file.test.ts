import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { moveOver, replaceFile } from './replace-file.ts';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, renameSync: vi.fn(fs.renameSync) };
});

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-replace-'));
  path = join(folder, 'file');
  writeFileSync(path, 'old');
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true, force: true });
});

const refuseTimes = (times: number, code: string) => {
  for (let time = 0; time < times; time++)
    vi.mocked(renameSync).mockImplementationOnce(() => {
      throw Object.assign(new Error('held'), { code });
    });
};

it('replaces a file and leaves nothing beside it', () => {
  expect(replaceFile(path, 'new')).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(readdirSync(folder)).toEqual(['file']);
});

it.skipIf(process.platform === 'win32')(
  'makes a file for its owner alone, or with the rights of the one it replaces',
  () => {
    replaceFile(path, 'new');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    replaceFile(path, 'newer', { like: { ...statSync(path), mode: 0o640 } });
    expect(statSync(path).mode & 0o777).toBe(0o640);
  },
);

it('leaves the file as it is where the caller has changed its mind', () => {
  expect(replaceFile(path, 'new', { onlyIf: () => false })).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['file']);
});

it('leaves the file as it is when the disk refuses, and tells its fault', () => {
  refuseTimes(1, 'EIO');
  expect(() => replaceFile(path, 'new')).toThrow('held');
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['file']);
});

it('waits on Windows for a program that reads the file', () => {
  vi.stubGlobal('process', { ...process, platform: 'win32' });
  refuseTimes(3, 'EBUSY');
  writeFileSync(`${path}-2`, 'new');
  moveOver(`${path}-2`, path);
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(existsSync(`${path}-2`)).toBe(false);
});

it('waits nowhere else', () => {
  vi.stubGlobal('process', { ...process, platform: 'linux' });
  refuseTimes(1, 'EBUSY');
  expect(() => moveOver(path, `${path}-2`)).toThrow('held');
});
