import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  type PathLike,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { moveOver, replaceFile } from './replace-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-replace-'));
  path = join(folder, 'file');
  writeFileSync(path, 'old');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A rename that Windows refuses so often, as long as another program reads the file. */
const refusing = (times: number) => {
  let left = times;
  return (from: PathLike, to: PathLike): void => {
    if (left-- > 0) throw Object.assign(new Error('held'), { code: 'EBUSY' });
    renameSync(from, to);
  };
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

it('leaves what stands there when the disk refuses, and tells its fault', () => {
  rmSync(path);
  mkdirSync(join(path, 'within'), { recursive: true });
  expect(() => replaceFile(path, 'new')).toThrow(/EISDIR|ENOTEMPTY|EPERM|EEXIST/);
  expect(readdirSync(folder)).toEqual(['file']);
  expect(readdirSync(path)).toEqual(['within']);
});

it('waits on Windows for a program that reads the file, and nowhere else', () => {
  const next = join(folder, 'next');
  writeFileSync(next, 'new');
  expect(() => moveOver(next, path, { platform: 'linux', rename: refusing(1) })).toThrow('held');
  moveOver(next, path, { platform: 'win32', rename: refusing(3) });
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(existsSync(next)).toBe(false);
});
