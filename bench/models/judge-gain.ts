import { join } from 'node:path';
import type { DecisionCase } from '../recall/decision-cases.ts';
import { askBySource } from '../recall/decision-memory.ts';
import { writtenDecisions } from '../recall/written-decisions.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { TestedJudge } from './tested-judge.ts';

/** Questions whose answer is known, by how they are asked. */
export type JudgedFamilies = Readonly<Record<string, readonly DecisionCase[]>>;

export function ownWords(limit: number): JudgedFamilies {
  return { 'own words': [...writtenDecisions()].slice(0, limit) };
}

/** Right ones first in the order of answers. */
interface OrderOfAnswers {
  readonly asked: number;
  readonly first: number;
}

/** Answers with the order that a judge gives them; none: as they are without. */
export async function askJudged(
  cases: readonly DecisionCase[],
  folder: string,
  tested?: TestedJudge,
): Promise<OrderOfAnswers> {
  const isFirst = await askBySource(
    cases,
    folder,
    async ({ memory, holdOnly }, own) => {
      const rights: boolean[] = [];
      for (const { texts, answer, questions } of own) {
        await holdOnly(texts);
        for (const { text } of questions) {
          tested?.expect(answer);
          const { memories } = await memory.recall({ query: text });
          rights.push(memories[0]?.item.content === answer);
        }
      }
      return rights;
    },
    tested?.place,
  );
  return { asked: isFirst.length, first: isFirst.filter(Boolean).length };
}

interface GainRequest {
  readonly families: JudgedFamilies;
  readonly home: string;
  /** By name; opened anew for each family. */
  readonly judges: Readonly<Record<string, () => TestedJudge>>;
}

/** The gain of each judge in right first answers, beside the order without a judge. */
export async function measureGain({ families, home, judges }: GainRequest) {
  const rows: (string | number)[][] = [];
  const figures: Record<string, number> = {};
  for (const [family, cases] of Object.entries(families)) {
    const without = await askJudged(cases, join(home, `${family}-none`));
    rows.push([family, 'none', '', describeRate(without.first, without.asked), '']);
    for (const [place, [name, open]] of Object.entries(judges).entries()) {
      const tested = open();
      const askedBefore = tested.asked();
      const judged = await askJudged(cases, join(home, `${family}-${place}`), tested);
      const gain = (judged.first - without.first) / Math.max(1, without.asked);
      figures[`${family.replace(' ', '_')}_gain_at_${name}`] = gain;
      rows.push([
        ...[family, name, describeRate(tested.asked() - askedBefore, judged.asked)],
        ...[describeRate(judged.first, judged.asked), gain.toFixed(3)],
      ]);
    }
  }
  return {
    figures,
    table: {
      title: 'A judge in the order of an answer',
      columns: ['questions', 'judge', 'asked', 'right first', 'gain'],
      rows,
    },
    cases: Object.values(families).flat().length,
  };
}
