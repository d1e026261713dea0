import type { Judge } from '../../src/index.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';

/** A judge that knows which text answers, and says so with a known chance; otherwise it prefers another one that it was asked about. */
export interface SyntheticJudge {
  readonly judge: Judge;
  /** Names the text that answers what is asked next. */
  expect(answer: string): void;
  /** How often it was asked, and how often the answer was among what it was asked about. */
  readonly counts: { asked: number; withAnswer: number };
}

export function syntheticJudge(agreement: number, seed: number): SyntheticJudge {
  const random = seededRandom(seed);
  const counts = { asked: 0, withAnswer: 0 };
  let expected = '';
  return {
    counts,
    expect: (answer) => {
      expected = answer;
    },
    judge: {
      name: `synthetic/${agreement}`,
      judge: async ({ units }) => {
        counts.asked++;
        const right = units.findIndex(({ text }) => text.includes(expected));
        if (right !== -1) counts.withAnswer++;
        const others = units.map((_, at) => at).filter((at) => at !== right);
        const wrong = others[Math.floor(random() * others.length)] ?? 0;
        const preferred = right !== -1 && random() < agreement ? right : wrong;
        return units.map(({ id }, at) => {
          const share = at === preferred ? 1 : 0;
          return {
            ...{ id, actionShift: share, necessity: share, expectedOutcomeUplift: share },
            ...{ negativeTransferRisk: 0, confidence: agreement },
          };
        });
      },
    },
  };
}
