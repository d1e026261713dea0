import { join } from 'node:path';
import { runPacking } from '../cards/suites/run-packing.ts';
import type { SuiteOptions, SuiteReport } from '../suite.ts';
import { shortenNotes } from './synthetic-summary.ts';

/** What right words of a model for each card could bring: rules told with their facts, denials and words of meaning alone. */
export async function measurePolish(options: SuiteOptions): Promise<SuiteReport> {
  const own = await runPacking({ ...options, home: join(options.home, 'own') });
  const polished = await runPacking(
    { ...options, home: join(options.home, 'polished') },
    (text) => shortenNotes([text]) || text,
  );
  const rowsOf = (name: string, { tables }: SuiteReport) =>
    tables.flatMap(({ rows }) => rows.map((row) => [name, ...row]));
  return {
    cases: own.cases,
    figures: { polished_answer_200: polished.figures.pack_answer_200 ?? 0 },
    tables: [
      {
        title: 'Questions whose answer is in the pack',
        columns: ['rules', ...(own.tables[0]?.columns ?? [])],
        rows: [...rowsOf('as they stand', own), ...rowsOf('told by a model that is right', polished)],
      },
    ],
  };
}
