import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { canLink } from '../../../tests/can-link.ts';
import { replaceSharedFile } from './replace-file.ts';

let folder: string;
let worktree: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-shared-'));
  worktree = join(folder, 'clone');
  mkdirSync(worktree);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = '.ours/lessons.jsonl';

it('replaces the file, leaves nothing beside it, and removes it when there is no text', () => {
  replaceSharedFile(worktree, path, 'one\n');
  replaceSharedFile(worktree, path, 'two\n');
  expect(readFileSync(join(worktree, path), 'utf8')).toBe('two\n');
  expect(readdirSync(join(worktree, '.ours'))).toEqual(['lessons.jsonl']);
  replaceSharedFile(worktree, path, '');
  expect(existsSync(join(worktree, path))).toBe(false);
});

it.runIf(canLink)('writes through no link that the repository holds', () => {
  const outside = join(folder, 'outside');
  mkdirSync(outside);
  symlinkSync(outside, join(worktree, '.ours'));
  expect(() => replaceSharedFile(worktree, path, 'one\n')).toThrow('is a link');
  rmSync(join(worktree, '.ours'));
  mkdirSync(join(worktree, '.ours'));
  symlinkSync(join(outside, 'target'), join(worktree, path));
  expect(() => replaceSharedFile(worktree, path, 'one\n')).toThrow('is a link');
  expect(readdirSync(outside)).toEqual([]);
});
