import { pairedBootstrap } from '../../../src/numeric/bootstrap.ts';
import { seededRandom } from '../../../src/numeric/seeded-random.ts';
import { packUnits } from '../../../src/packing/pack-units.ts';
import { frameTokens } from '../../../src/packing/render-pack.ts';
import type { DecisionCase } from '../../recall/decision-cases.ts';
import { type DecisionMemory, openDecisionMemory } from '../../recall/decision-memory.ts';
import { describeRate } from '../../reporting/statistics.ts';
import type { Table } from '../../reporting/table.ts';
import type { SuiteOptions, SuiteReport } from '../../suite.ts';
import { askRules, type RulePlace } from './ask-rules.ts';

/** A recall shows five at most; at 600 tokens, the default, they nearly always fit. */
const shownAtMost = 5;
const packBudgets = [200, 300, 400, 600] as const;
const bootstrapSeed = 17;
const chanceSeed = 5;
const wide = { topK: 20, budgetTokens: 3_500 } as const;

/** One question: what recall shows at each budget, and what the receipt of a wide one says of what may be shown, best first. */
interface AskedPack {
  readonly isShown: readonly boolean[];
  readonly units: readonly ReceivedUnit[];
}

interface ReceivedUnit {
  readonly isAnswer: boolean;
  readonly tokens: number;
  readonly relevance: number;
}

/** What fills the pack by each estimate. */
const worths: Readonly<Record<string, (unit: ReceivedUnit, place: number, chance: number) => number>> = {
  relevance: ({ relevance }) => relevance,
  'place in the order': (_, place) => 1 / (1 + place),
  chance: (_, __, chance) => chance,
};
const today = 'recall as it is';

/**
 * Would recall show the answer more often if the estimates of its receipts chose what fills a small pack? Rules of real repositories are asked for through the
 * library, and what each receipt holds is packed again by every estimate.
 */
export async function runPacking(options: SuiteOptions): Promise<SuiteReport> {
  const asked = await askRules('packing', options, askAll);
  const answered = asked.filter(({ units }) => units.some(({ isAnswer }) => isAnswer));
  const byBudget = (isIn: (one: AskedPack, budgetAt: number, question: number) => boolean) =>
    new Map(
      packBudgets.map((budget, budgetAt) => [
        budget,
        answered.map((one, question) => isIn(one, budgetAt, question)),
      ]),
    );
  const inPack = new Map([
    [today, byBudget(({ isShown }, budgetAt) => isShown[budgetAt] ?? false)],
    ...Object.keys(worths).map(
      (name) =>
        [
          name,
          byBudget(({ units }, budgetAt, question) =>
            isPacked(units, name, packBudgets[budgetAt] ?? 0, question),
          ),
        ] as const,
    ),
  ]);
  const share = (name: string, budget: (typeof packBudgets)[number]) => {
    const all = inPack.get(name)?.get(budget) ?? [];
    return all.filter(Boolean).length / all.length;
  };
  return {
    cases: answered.length,
    figures: {
      questions: asked.length,
      pack_answer_200: share(today, 200),
      pack_answer_300: share(today, 300),
    },
    tables: [packedTable(inPack), gainTable(inPack)],
  };
}

async function askAll(place: RulePlace, cases: readonly DecisionCase[]): Promise<readonly AskedPack[]> {
  await using held = await openDecisionMemory(place);
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
  const units = considered.flatMap(
    ({ item, admission, omitted, tokenCost, relevance, strength }): ReceivedUnit[] =>
      admission.admitted && strength !== 'different' && (omitted === undefined || omitted === 'no_room')
        ? [{ isAnswer: item?.content === answer, tokens: tokenCost, relevance }]
        : [],
  );
  return { isShown, units };
}

function isPacked(units: readonly ReceivedUnit[], name: string, budget: number, question: number): boolean {
  const random = seededRandom(chanceSeed + question);
  const worthOf = worths[name] as (typeof worths)[string];
  const best = units.slice(0, shownAtMost).map((unit, place) => ({
    ...{ unit, id: String(place), tokens: unit.tokens },
    utility: worthOf(unit, place, random()),
  }));
  return packUnits(best, budget - frameTokens).units.some(({ unit }) => unit.isAnswer);
}

type Packed = ReadonlyMap<string, ReadonlyMap<number, readonly boolean[]>>;

function packedTable(inPack: Packed): Table {
  return {
    title: 'Questions whose answer is in the pack, by what fills it',
    columns: ['filled by', ...packBudgets.map((budget) => `${budget} tokens`)],
    rows: [...inPack].map(([name, byBudget]) => [
      name,
      ...packBudgets.map((budget) => {
        const all = byBudget.get(budget) ?? [];
        return describeRate(all.filter(Boolean).length, all.length);
      }),
    ]),
  };
}

function gainTable(inPack: Packed): Table {
  return {
    title: `Less ${today}, paired bootstrap of 2,000 resamples by question; wins and losses`,
    columns: ['filled by', ...packBudgets.map((budget) => `${budget} tokens`)],
    rows: [...inPack]
      .filter(([name]) => name !== today)
      .map(([name, byBudget]) => [
        name,
        ...packBudgets.map((budget) => {
          const known = inPack.get(today)?.get(budget) ?? [];
          const gains = (byBudget.get(budget) ?? []).map((is, at) => Number(is) - Number(known[at]));
          const { mean, low, high } = pairedBootstrap(gains, bootstrapSeed);
          const count = (sign: number) => gains.filter((gain) => gain === sign).length;
          return `${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}], ${count(1)} : ${count(-1)}`;
        }),
      ]),
  };
}
