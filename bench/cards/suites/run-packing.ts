import { halfOf } from '../../lookalikes/repository-half.ts';
import { type DecisionCase, ruleDecisions } from '../../recall/decision-cases.ts';
import { askBySource, type DecisionMemory } from '../../recall/decision-memory.ts';
import { KeptSteps } from '../../reporting/kept-steps.ts';
import { describeRate } from '../../reporting/statistics.ts';
import type { SuiteOptions, SuiteReport } from '../../suite.ts';

/** At 600 tokens, the default, the five that a recall shows at most nearly always fit. */
const packBudgets = [200, 300, 400, 600] as const;
const wide = { topK: 20, budgetTokens: 3_500 } as const;

/** One question: whether recall shows the answer at each budget, and whether it may be shown at all. */
interface AskedPack {
  readonly isShown: readonly boolean[];
  readonly hasAnswer: boolean;
}

/** Does a small pack still hold the answer? Rules of real repositories are asked for through the library, one source after another. */
export async function runPacking(options: SuiteOptions): Promise<SuiteReport> {
  const { data, limit, seed, home, results, half } = options;
  const wants = (repository: string) => half === undefined || halfOf(repository) === half;
  const cases = [...ruleDecisions(data, wants, seed)].slice(0, limit);
  const steps = new KeptSteps('cards-packing', results, [data, limit, seed, half]);
  const asked = await steps.keep('all sources', () => askBySource(cases, home, askAll));
  const answered = asked.filter(({ hasAnswer }) => hasAnswer);
  const inPack = packBudgets.map((_, at) => answered.filter(({ isShown }) => isShown[at]).length);
  return {
    cases: answered.length,
    figures: {
      questions: asked.length,
      pack_answer_200: (inPack[0] ?? 0) / answered.length,
      pack_answer_300: (inPack[1] ?? 0) / answered.length,
    },
    tables: [
      {
        title: 'Questions whose answer is in the pack',
        columns: packBudgets.map((budget) => `${budget} tokens`),
        rows: [inPack.map((count) => describeRate(count, answered.length))],
      },
    ],
  };
}

async function askAll(held: DecisionMemory, cases: readonly DecisionCase[]) {
  const asked: AskedPack[] = [];
  for (const one of cases) {
    await held.holdOnly(one.texts);
    for (const { text } of one.questions) asked.push(await askOne(held, one.answer, text));
  }
  return asked;
}

async function askOne({ memory, why }: DecisionMemory, answer: string, query: string): Promise<AskedPack> {
  const isShown: boolean[] = [];
  for (const budgetTokens of packBudgets) {
    const { memories } = await memory.recall({ query, budgetTokens });
    isShown.push(memories.some(({ item }) => item.content === answer));
  }
  const { decisionId } = await memory.recall({ query, ...wide });
  const { considered } = await why(decisionId);
  const hasAnswer = considered.some(
    ({ item, admission, omitted, strength }) =>
      item?.content === answer &&
      admission.admitted &&
      strength !== 'different' &&
      (omitted === undefined || omitted === 'no_room'),
  );
  return { isShown, hasAnswer };
}
