import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtCommand } from '../built.ts';
import { tableOf } from '../reporting/table.ts';
import { runMeasured } from '../run-process.ts';
import type { Suite } from '../suite.ts';
import { writeMonorepo } from './write-monorepo.ts';

const files = 100_000;
const question = 'the lease of a shard is lost when the retry queue is full';

/** How long a generated repository of many files takes the first time: its history, an answer from it, and its code. */
export const monorepoSuite: Suite = {
  description: 'a generated repository of --limit files (100,000): history, an answer from it, code',
  options: ['limit', 'seed'],
  async run({ limit, seed, home }) {
    const folder = mkdtempSync(join(tmpdir(), 'afterwit-monorepo-'));
    try {
      const count = Math.min(limit, files);
      await writeMonorepo(folder, count, seed);
      const run = (...words: string[]) =>
        runMeasured([builtCommand, ...words, '--repo', folder, '--home', home]);
      const runs = [
        ['history', await run('index')],
        ['answer from it', await run('search-commits', question)],
        ['code, and an answer from it', await run('locate', question)],
        ['the same again', await run('locate', question)],
      ] as const;
      return {
        cases: count,
        figures: Object.fromEntries(runs.map(([, { cpuMs }], at) => [`monorepo_${at}_cpu_s`, cpuMs / 1_000])),
        tables: [
          tableOf(`A generated repository of ${count} files`, runs, {
            '': ([what]) => what,
            'wall, s': ([, { wallMs }]) => (wallMs / 1_000).toFixed(1),
            'CPU, s': ([, { cpuMs }]) => (cpuMs / 1_000).toFixed(1),
            'peak, MB': ([, { peakMegabytes }]) => peakMegabytes.toFixed(0),
          }),
        ],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
