import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { percentile } from '../reporting/statistics.ts';
import type { Suite, SuiteReport } from '../suite.ts';
import { type Killed, killAndExamine, writers } from './kill-and-examine.ts';

const top = resolve(import.meta.dirname, '../..');
const mostKills = 3_000;

/** Is anything lost when processes are killed as they write? */
export const durabilitySuite: Suite = {
  description: `${writers} servers killed as they remember; the limit is one of kills`,
  options: ['limit'],
  async run({ home, limit }) {
    const command = join(top, 'dist', 'bin.js');
    if (!existsSync(command)) throw new Error('The command is not built yet. Run "npm run build" first.');
    mkdirSync(home, { recursive: true });
    const folder = mkdtempSync(join(home, 'durability-'));
    try {
      const rounds = Math.ceil(Math.min(mostKills, limit) / writers);
      const onRound = (kills: number) => console.error(`${kills} kills`);
      return report(await killAndExamine({ command, folder, rounds, onRound }));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function report({ kills, losses, tookMs, refusals }: Killed): SuiteReport {
  return {
    cases: kills,
    figures: {
      kills,
      ...losses,
      refused: refusals.length,
      write_ms_p50: percentile(tookMs, 0.5),
      write_ms_p99: percentile(tookMs, 0.99),
      write_ms_longest: percentile(tookMs, 1),
    },
    tables: [],
  };
}
