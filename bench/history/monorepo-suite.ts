import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Suite } from '../suite.ts';
import { type MeasuredRun, runMeasured } from './run-measured.ts';
import { writeMonorepo } from './write-monorepo.ts';

const files = 100_000;
const question = 'the lease of a shard is lost when the retry queue is full';

/** How long a generated repository of many files takes the first time: its history, an answer from it, and its code. */
export const monorepoSuite: Suite = {
  description: 'a generated repository of --limit files (100,000): history, an answer from it, code',
  options: ['limit', 'seed'],
  async run({ limit, seed, home }) {
    const command = join(import.meta.dirname, '..', '..', 'dist', 'bin.js');
    if (!existsSync(command)) throw new Error('The command is not built yet. Run "npm run build" first.');
    const folder = mkdtempSync(join(tmpdir(), 'afterwit-monorepo-'));
    try {
      const count = Math.min(limit, files);
      await writeMonorepo(folder, count, seed);
      const run = (...words: string[]) => runMeasured([command, ...words, '--repo', folder, '--home', home]);
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
          {
            title: `A generated repository of ${count} files`,
            columns: ['', 'wall, s', 'CPU, s', 'peak, MB'],
            rows: runs.map(([what, measured]) => [what, ...cells(measured)]),
          },
        ],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function cells({ wallMs, cpuMs, peakMegabytes }: MeasuredRun): readonly string[] {
  return [(wallMs / 1_000).toFixed(1), (cpuMs / 1_000).toFixed(1), peakMegabytes.toFixed(0)];
}
