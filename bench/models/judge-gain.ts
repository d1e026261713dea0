import { join } from 'node:path';
import { type DecisionCase, ruleDecisions } from '../recall/decision-cases.ts';
import { openDecisionMemory } from '../recall/decision-memory.ts';
import { writtenDecisions } from '../recall/written-decisions.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { makeRepository } from '../security/scratch-home.ts';
import { syntheticJudge } from './synthetic-judge.ts';

const agreements = [0, 0.5, 0.6, 0.8, 0.95, 1] as const;

interface GainRequest {
  readonly data: string;
  readonly home: string;
  readonly limit: number;
  readonly seed: number;
}

/** What a judge of a known error brings to the order of an answer: right ones first, beside the order without a judge. */
export async function measureGain({ data, home, limit, seed }: GainRequest) {
  const families = {
    'own words': [...writtenDecisions()].slice(0, limit),
    rules: [...ruleDecisions(data, () => true, seed)].slice(0, limit),
  };
  const rows: (string | number)[][] = [];
  const figures: Record<string, number> = {};
  for (const [family, cases] of Object.entries(families)) {
    const without = await firstRate(cases, join(home, `${family}-none`), undefined, seed);
    rows.push([family, 'none', '', describeRate(without.first, without.asked), '']);
    for (const agreement of agreements) {
      const judged = await firstRate(cases, join(home, `${family}-${agreement}`), agreement, seed);
      const gain = (judged.first - without.first) / Math.max(1, without.asked);
      figures[`${family.replace(' ', '_')}_gain_at_${agreement}`] = gain;
      rows.push([
        ...[family, agreement, describeRate(judged.judged, judged.asked)],
        ...[describeRate(judged.first, judged.asked), gain.toFixed(3)],
      ]);
    }
  }
  const table: Table = {
    title: 'A synthetic judge in the order of an answer',
    columns: ['questions', 'agreement', 'judge asked', 'right first', 'gain'],
    rows,
  };
  return { cases: Object.values(families).flat().length, figures, table };
}

async function firstRate(
  cases: readonly DecisionCase[],
  folder: string,
  agreement: number | undefined,
  seed: number,
) {
  const synthetic = agreement === undefined ? undefined : syntheticJudge(agreement, seed);
  let first = 0;
  let asked = 0;
  for (const [source, own] of Map.groupBy(cases, (one) => one.source)) {
    const name = source.replaceAll(/[^\w]+/g, '_');
    const place = { repository: makeRepository(folder, name), home: join(folder, `${name}-home`) };
    await using held = await openDecisionMemory({
      ...place,
      ...(synthetic === undefined ? {} : { judge: synthetic.judge }),
    });
    for (const { texts, answer, questions } of own) {
      await held.holdOnly(texts);
      for (const { text } of questions) {
        synthetic?.expect(answer);
        const { memories } = await held.memory.recall({ query: text });
        asked++;
        if (memories[0]?.item.content === answer) first++;
      }
    }
  }
  return { first, asked, judged: synthetic?.counts.asked ?? 0 };
}
