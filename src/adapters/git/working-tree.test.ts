import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWorkingFiles } from './working-tree.ts';

let worktree: string;

beforeEach(() => {
  worktree = realpathSync.native(mkdtempSync(join(tmpdir(), 'afterwit-tree-')));
  mkdirSync(join(worktree, 'Src'));
  writeFileSync(join(worktree, 'Src', 'Cache.ts'), '');
});
afterEach(() => rmSync(worktree, { recursive: true, force: true }));

it('names a file from the top, as the disk spells it where the disk takes names in any case', () => {
  const { relative } = openWorkingFiles(worktree);
  const isOneFile = existsSync(join(worktree, 'SRC', 'CACHE.TS'));
  expect(relative('Src/Cache.ts')).toBe('Src/Cache.ts');
  expect(relative(join(worktree, 'SRC', 'CACHE.TS'))).toBe(isOneFile ? 'Src/Cache.ts' : 'SRC/CACHE.TS');
  expect(relative('src/gone.ts')).toBe('src/gone.ts');
});

it('names nothing outside', () => {
  const { relative } = openWorkingFiles(worktree);
  expect([relative('..'), relative(join(worktree, '..', 'other')), relative('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
