import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { latestFixes } from '../../src/history/past-fixes.ts';
import { commitRecords } from '../../tests/fakes/commit-history.ts';
import { buildRepository } from '../../tests/git/build-repository.ts';
import { chooseFixes, mineCases, oldestCommit } from './mine-cases.ts';

function fixedRepository() {
  const repository = buildRepository();
  repository.commit('Begin', { 'src/cache.py': '1', 'src/queue.py': '1', 'README.md': '1' });
  const base = repository.commit('Fixed #12 -- stale entries survive an eviction of the store', {
    'src/cache.py': '2',
    'tests/test_cache.py': 'assert evicted == []\nassert read(src_cache) is None\n',
  });
  repository.commit('Correct what queue.py does when a worker stops early', { 'src/queue.py': '2' });
  repository.commit('Bump the version of everything that is released here', { 'src/queue.py': '3' });
  repository.commit('Explain how the project is built and run today', { 'README.md': '2' });
  const before = repository.commit('Jobs get lost whenever the process restarts too early', {
    'src/queue.py': '4',
  });
  return { gitDirectory: join(repository.path, '.git'), base, before };
}

describe('mineCases', () => {
  it('asks by message about files the commit changed, seeing its parent only', () => {
    const { gitDirectory, base, before } = fixedRepository();
    const [only, ...others] = mineCases(gitDirectory, 'a/b', before, 10);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ repo: 'a/b', gold_files: ['src/cache.py'] });
    expect(only?.instance_id).toBe(`history-${base}`);
    expect(only?.base_commit).not.toBe(base);
    expect(only?.problem_statement).toMatch(/^stale entries survive/);
  });

  it('uses nothing of the base commit or later', () => {
    const { gitDirectory, base } = fixedRepository();
    expect(mineCases(gitDirectory, 'a/b', base, 10)).toEqual([]);
  });
});

describe('oldestCommit', () => {
  it('finds it in whatever order commits are named', () => {
    const { gitDirectory, base, before } = fixedRepository();
    expect(oldestCommit(gitDirectory, [before, base, before])).toBe(base);
  });
});

describe('chooseFixes', () => {
  it('prefers fixes that read like an issue, in the order given', () => {
    const latestFirst = commitRecords([
      { name: 'first' },
      {
        name: 'told',
        message: 'Crash: entries are lost when the store grows',
        files: ['src/cache.py', 'tests/test_cache.py'],
      },
      { name: 'plain', message: 'Let the window of the store grow wider', files: ['src/cache.py'] },
      { name: 'late', message: 'Let the door of the store open wider', files: ['src/cache.py'] },
    ]).toReversed();
    const chosen = chooseFixes(latestFixes(latestFirst, 4), 2).map(({ message }) => message.slice(0, 12));
    expect(chosen).toEqual(['Let the door', 'Crash: entri']);
  });
});
