import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import type { Figure, Suite } from '../suite.ts';
import { measureGain } from './judge-gain.ts';
import { addedP95, strainProvider } from './strain-provider.ts';

const parts = ['gain', 'faults'] as const;
const rounds = 20;

/** What does a language model bring, and what does one cost that fails? */
export const modelsSuite: Suite = {
  description: `a judge of known error, and a provider of known faults; parts: ${parts.join(', ')}`,
  options: ['data', 'limit', 'part', 'seed'],
  async run({ data, limit, seed, home, parts: chosen }) {
    mkdirSync(home, { recursive: true });
    const folder = mkdtempSync(join(home, 'models-'));
    const isWanted = (part: string) => chosen.length === 0 || chosen.includes(part);
    const figures: Record<string, Figure> = {};
    const tables: Table[] = [];
    let cases = 0;
    try {
      if (isWanted('faults')) {
        const { addedMs, otherAnswers, leaks, asked } = await strainProvider(folder, Math.min(rounds, limit));
        cases += addedMs.length;
        figures.provider_down_added_ms_p95 = addedP95(addedMs);
        figures.other_answers = otherAnswers;
        figures.secrets_leaked = leaks.length;
        tables.push({
          title: 'A provider that fails',
          columns: ['answers', 'as without a model', 'questions sent', 'secrets found'],
          rows: [
            [
              addedMs.length,
              describeRate(addedMs.length - otherAnswers, addedMs.length),
              asked,
              leaks.length === 0 ? 0 : [...new Set(leaks)].join('; '),
            ],
          ],
        });
      }
      if (isWanted('gain')) {
        const gain = await measureGain({ data, home: folder, limit, seed });
        cases += gain.cases;
        Object.assign(figures, gain.figures);
        tables.push(gain.table);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return { cases, figures, tables };
  },
};
