import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { buildRepository, temporaryFolder } from '../../tests/git/build-repository.ts';
import type { SuiteOptions } from '../suite.ts';
import { locateSuite } from './locate-suite.ts';

/** Each opens memories and threads of its own. */
vi.setConfig({ testTimeout: 60_000 });
afterAll(() => vi.resetConfig());

/** A repository of two modules with one issue about each, and everything a suite may ask for. */
function smallBench(): SuiteOptions {
  const repository = buildRepository();
  repository.commit('Begin', {
    'src/cache.py': 'class CacheStore:\n    def evict(self):\n        drop the oldest entry\n',
    'src/queue.py': 'class WorkQueue:\n    def push(self):\n        append a job\n',
  });
  const base = repository.commit('Fixed the lost job that nobody took before the restart', {
    'src/queue.py': 'class WorkQueue:\n    def push(self):\n        append a job, and write it down\n',
  });
  const folder = temporaryFolder();
  const dataset = join(folder, 'small.jsonl');
  const issue = (id: string, text: string, gold: string) =>
    JSON.stringify({
      instance_id: id,
      repo: 'a/b',
      base_commit: base,
      problem_statement: text,
      gold_files: [gold],
    });
  writeFileSync(
    dataset,
    `${issue('1', 'CacheStore keeps the oldest entry', 'src/cache.py')}\n${issue('2', 'restart: push does not append lost jobs', 'src/queue.py')}\n`,
  );
  return {
    data: folder,
    datasets: [dataset],
    repositories: new Map([['a/b', join(repository.path, '.git')]]),
    limit: 10,
    home: join(folder, 'home'),
    questions: 5,
    seed: 1,
    parts: [],
    fit: false,
    smoke: false,
  };
}

it('ranks files for issues whose commit is there', async () => {
  const bench = smallBench();
  const lost = { instance_id: '3', repo: 'a/b', problem_statement: 'lost', gold_files: ['src/queue.py'] };
  appendFileSync(bench.datasets[0] ?? '', `${JSON.stringify({ ...lost, base_commit: 'f'.repeat(40) })}\n`);
  const { cases, figures } = await locateSuite.run(bench);
  expect(cases).toBe(2);
  expect(figures).toMatchObject({ acc_at_1: 1, mrr_at_10: 1, paired_wins: 'not run' });
});

it('makes questions of past fixes', async () => {
  const { cases, figures } = await locateSuite.run({ ...smallBench(), parts: ['history'] });
  expect(cases).toBe(1);
  expect(figures['all.acc_at_5']).toBe(1);
});
