import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CommitId } from '../../model/repository.ts';
import { isLooseAncestor } from './loose-commits.ts';

let folder: string;
let first: CommitId;
let beside: CommitId;
let merged: CommitId;
const common = () => join(folder, '.git');
const git = (...words: readonly string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
const commit = (subject: string): CommitId => {
  git('commit', '--quiet', '--allow-empty', '-m', subject);
  return git('rev-parse', 'HEAD') as CommitId;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loose-'));
  git('init', '--quiet', '-b', 'main');
  first = commit('Begin\n\nparent of all');
  git('switch', '--quiet', '-c', 'side');
  beside = commit('Beside');
  git('switch', '--quiet', 'main');
  commit('Second');
  git('merge', '--quiet', '--no-ff', '-m', 'Merge', 'side');
  merged = git('rev-parse', 'HEAD') as CommitId;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds a commit through every parent of a merge', () => {
  for (const id of [first, beside, merged]) expect(isLooseAncestor(common(), id, merged)).toBe(true);
});

it('tells nothing of a commit that is no ancestor: it may stand in a pack', () => {
  expect(isLooseAncestor(common(), merged, beside)).toBeUndefined();
});

it('tells nothing once the commits are packed, nor of a file that is no object', () => {
  git('gc', '--quiet');
  expect(isLooseAncestor(common(), first, merged)).toBeUndefined();
});
