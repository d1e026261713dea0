import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../config/settings.ts';
import type { RankedFile } from '../../locate/rank-files.ts';
import { logOdds } from '../../numeric/probabilities.ts';
import type { Judge } from '../../ports/judge.ts';
import { ModelFault } from '../../ports/language-model.ts';
import { judgeFiles } from './choose-files.ts';

const settings = { ...defaultSettings.judging, timeoutMs: 50 };

/** Files with these chances, as they are ordered without a judge. */
async function judged(chances: readonly number[], judge: Judge['chances'] | undefined) {
  const files = chances.map((share, place) => ({ path: `f${place}.ts`, place, share }) as RankedFile);
  const told: string[][] = [];
  const found = await judgeFiles(
    {
      ...{ issue: 'It breaks.', files, confidenceIn: ({ share }) => share },
      describe: async (some) => some.map(({ path }) => ({ path, evidence: [], code: '' })),
    },
    {
      settings,
      judge: {
        ...{ name: 'fake', judge: async () => [] },
        ...(judge && {
          chances: async (question) => {
            told.push(question.files.map(({ path }) => path));
            return await judge(question);
          },
        }),
      },
    },
  );
  return { order: found.files.map(({ place }) => place), judgement: found.judgement, told };
}

describe('judgeFiles', () => {
  it('moves the file that the judge names to the front, where none is likely', async () => {
    const { order, judgement } = await judged([0.4, 0.3, 0.2], async () => [0, 0, 1]);
    expect(order).toEqual([2, 0, 1]);
    expect(judgement).toEqual({
      ...{ judge: 'fake', reasons: ['unsure'], result: 'judged', files: ['f0.ts', 'f1.ts', 'f2.ts'] },
    });
  });

  it('asks nothing where one file is likely, or of a judge that says nothing of files', async () => {
    expect(await judged([0.9, 0.1], async () => [0, 1])).toMatchObject({ order: [0, 1], told: [] });
    expect(await judged([0.4, 0.3], undefined)).toMatchObject({ order: [0, 1], judgement: undefined });
  });

  it('tells of twenty files, and leaves the others on their places', async () => {
    const { order, told } = await judged(Array(30).fill(0.1), async ({ files }) =>
      files.map((_, at) => at / 20),
    );
    expect(told[0]).toHaveLength(20);
    expect(order.slice(20)).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
    expect(order[0]).toBe(19);
  });

  it.each([
    {
      said: 'fails',
      judge: async () => Promise.reject(new ModelFault('refused')),
      told: { result: 'failed', fault: 'refused' },
    },
    { said: 'is late', judge: () => new Promise<never>(() => undefined), told: { result: 'too_late' } },
    { said: 'tells of other files', judge: async () => [1], told: { result: 'unusable' } },
    { said: 'says what is no chance', judge: async () => [2, 0], told: { result: 'unusable' } },
  ])('keeps the order where the judge $said', async ({ judge, told }) => {
    const found = await judged([0.4, 0.3], judge);
    expect(found).toMatchObject({ order: [0, 1], judgement: told });
  });

  it('lets no file pass another whose odds are 15 times as high, however wrong the judge is', async () => {
    // Weight 3 times the largest utility, .88: a factor of exp(2.64) in the odds.
    const bound = settings.weight * 0.88;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.double({ min: 0.001, max: 0.54, noNaN: true }),
            fc.double({ min: 0, max: 1, noNaN: true }),
          ),
          {
            minLength: 2,
            maxLength: 20,
          },
        ),
        async (pairs) => {
          const chances = pairs.map(([share]) => share).toSorted((a, b) => b - a);
          const { order } = await judged(chances, async () => pairs.map(([, said]) => said));
          expect(order.toSorted((a, b) => a - b)).toEqual(chances.map((_, at) => at));
          for (const [at, place] of order.entries())
            for (const later of order.slice(at + 1))
              expect(logOdds(chances[later] ?? 0) - logOdds(chances[place] ?? 0)).toBeLessThanOrEqual(
                bound + 1e-9,
              );
        },
      ),
    );
  });
});
