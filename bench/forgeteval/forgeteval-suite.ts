import { join } from 'node:path';
import { describeRate, rate } from '../reporting/statistics.ts';
import { tableOf } from '../reporting/table.ts';
import { makeRepository } from '../scratch-memory.ts';
import { notRun, type Suite, type SuiteReport } from '../suite.ts';
import { type ForgetCase, readForgetCases } from './cases.ts';
import { ForgettingMemory } from './forgetting-memory.ts';

interface Answered {
  readonly asked: ForgetCase;
  /** By the data: wanted texts are told, and forbidden ones are not, also where they are asked for in their own words. */
  readonly passed: boolean;
  readonly lacks: readonly string[];
  readonly reached: readonly string[];
  readonly purged: boolean;
  readonly bytesLeft: number;
}

/** ForgetEval's adversarial cases, with its probed scorer, without a model: are withdrawn texts unreachable, and others there? */
export const forgetEvalSuite: Suite = {
  description:
    'adversarial cases of ForgetEval (--data DIR: a clone of WaylandYang/forgeteval-anon-supp): superseded, released, purged, recalled',
  options: ['data', 'limit', 'part'],
  async run({ data, home, limit, parts }) {
    const found = readForgetCases(data);
    if (found === undefined) return missing(data);
    const cases = found
      .filter(({ category }) => parts.length === 0 || parts.includes(category))
      .slice(0, limit);
    const repository = makeRepository(home);
    const answered: Answered[] = [];
    for (const asked of cases) answered.push(await answer(asked, repository, join(home, asked.id)));
    return reportOf(answered);
  },
};

function missing(data: string): SuiteReport {
  console.error(
    `Skipped: no bench/forgeteval/adversarial.py in ${data}. Clone WaylandYang/forgeteval-anon-supp and name it by --data.`,
  );
  return { cases: 0, figures: { passed: notRun, bytes_left_after_purge: notRun }, tables: [] };
}

async function answer(asked: ForgetCase, repository: string, home: string): Promise<Answered> {
  const memory = await ForgettingMemory.open(home, repository);
  try {
    for (const fact of asked.facts) await memory.inscribe(fact);
    const before = memory.textsNow();
    for (const mutation of asked.mutations) await memory.apply(mutation);
    const told = (await memory.recall(asked.question)).join(' ').toLowerCase();
    const probes = await Promise.all(asked.forbidden.map((text) => memory.recall(text)));
    const reachable = `${told} ${probes.flat().join(' ').toLowerCase()}`;
    const lacks = asked.wanted.filter((text) => !told.includes(text.toLowerCase()));
    const reached = asked.forbidden.filter((text) => reachable.includes(text.toLowerCase()));
    const purged = asked.mutations.every(([kind]) => kind === 'purge');
    const now = new Set(memory.textsNow());
    const gone = purged ? before.filter((text) => !now.has(text)) : [];
    return {
      ...{ asked, lacks, reached, purged },
      passed: lacks.length + reached.length === 0,
      bytesLeft: memory.bytesLeft(gone),
    };
  } finally {
    await memory.close();
  }
}

/** Of 385, with its probed scorer; `oracle` is told which texts a change means. */
const published = [
  ['does nothing', 20],
  ['forgets everything', 155],
  ['compares after Unicode normalisation', 208],
  ['oracle of whole texts', 329],
] as const;
const publishedCases = 385;

function reportOf(answered: readonly Answered[]): SuiteReport {
  const groups = [...Map.groupBy(answered, ({ asked }) => asked.category)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const passedOf = (own: readonly Answered[]) => own.filter(({ passed }) => passed).length;
  const purged = answered.filter((each) => each.purged);
  return {
    cases: answered.length,
    figures: {
      cases: answered.length,
      passed: answered.length === 0 ? notRun : passedOf(answered) / answered.length,
      purges: purged.length,
      bytes_left_after_purge: purged.reduce((sum, { bytesLeft }) => sum + bytesLeft, 0),
    },
    tables: [
      tableOf('ForgetEval, adversarial cases, probed', groups, {
        'what makes it hard': ([category]) => category,
        passed: ([, own]) => rate(own, ({ passed }) => passed),
        'something wanted is lacking': ([, own]) => own.filter(({ lacks }) => lacks.length > 0).length,
        'something forbidden is reached': ([, own]) => own.filter(({ reached }) => reached.length > 0).length,
      }),
      {
        title: 'As published, without a model',
        columns: ['store', 'passed'],
        rows: published.map(([store, passed]) => [store, describeRate(passed, publishedCases)]),
      },
    ],
  };
}
