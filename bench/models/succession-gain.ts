import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openHome } from '../../src/index.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { spoken, startProvider } from '../../tests/models/fake-provider.ts';
import { person } from '../person.ts';
import { asFile, memoryLine } from '../recall/memory-line.ts';
import { type RulePair, readRulePairs } from '../recall/rule-cases.ts';
import { describeRate } from '../reporting/statistics.ts';
import { makeRepository } from '../security/scratch-home.ts';
import type { SuiteReport } from '../suite.ts';

const agreements = ['none', 0, 0.5, 0.6, 0.8, 0.95, 1] as const;
const dayMs = 86_400_000;

interface UpkeepRequest {
  readonly data: string;
  readonly limit: number;
  readonly seed: number;
}

/** A home whose user turned on a model behind an endpoint, whose answers are computed from what it is told. */
async function withModel<Result>(
  home: string,
  answer: (told: never) => unknown,
  work: (asked: () => number) => Promise<Result>,
): Promise<Result> {
  const provider = await startProvider((response, { body }) => {
    const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: string }[] };
    const told = JSON.parse(messages.at(-1)?.content ?? '') as never;
    response.end(JSON.stringify(spoken.openai(JSON.stringify(answer(told)))));
  });
  mkdirSync(home, { recursive: true });
  const models = { provider: 'openai', name: 'synthetic', endpoint: provider.endpoint, key: 'none' };
  const limits = { dailyCalls: 100_000, dailyCost: 0 };
  const settings = { models: { ...models, ...limits }, memory: { v3: { maxLlmCallsPerTurn: 20 } } };
  writeFileSync(join(home, 'config.json'), JSON.stringify(settings));
  try {
    return await work(() => provider.received.length);
  } finally {
    await provider.close();
  }
}

interface ToldPairs {
  readonly pairs: readonly { readonly id: string; readonly older: string; readonly newer: string }[];
}

const keyOf = ({ older, newer }: { readonly older: string; readonly newer: string }) =>
  JSON.stringify([older.slice(0, 600).trim(), newer.slice(0, 600).trim()]);

/**
 * Rules of real repositories, each said a day before its successor: the pairs left to a person that a model of known error retires.
 */
export async function measureSuccession(request: UpkeepRequest, home: string): Promise<SuiteReport> {
  const { data, limit, seed } = request;
  const pairs = readRulePairs(data)
    .filter(({ relation }) => relation !== 'unrelated')
    .slice(0, limit);
  const relationOf = new Map(
    pairs.map((pair) => [keyOf({ older: pair.old, newer: pair.new }), pair.relation]),
  );
  const replacing = pairs.filter(({ relation }) => relation === 'supersedes').length;
  const figures: Record<string, number> = {};
  const rows: (string | number)[][] = [];
  for (const agreement of agreements) {
    const chance = seededRandom(seed);
    const isReplaced = (pair: ToldPairs['pairs'][number]) => {
      const relation = relationOf.get(keyOf(pair));
      // Of pairs without a label it says nothing: none is known to be right.
      if (relation === undefined) return false;
      return (relation === 'supersedes') === chance() < Number(agreement);
    };
    const answer = (told: ToldPairs) => ({ replaced: told.pairs.filter(isReplaced).map(({ id }) => id) });
    const retired: string[] = [];
    let asked = 0;
    let waiting = 0;
    for (const [repo, own] of Map.groupBy(pairs, (pair) => pair.repo)) {
      const folder = join(home, `succession-${agreement}`, repo.replaceAll(/\W+/g, '_'));
      const place = join(folder, 'home');
      await withModel(place, answer, async (count) => {
        await using opened = await openHome({
          ...{ home: place, repository: makeRepository(folder), speaker: person },
        });
        await opened.importLines(asFile(linesOf(own)), { vouched: true });
        if (agreement !== 'none') await opened.maintain({ askModel: true });
        const { items } = await opened.list({ statuses: ['active', 'superseded'], limit: 10_000 });
        const contents = new Map(items.map(({ id, content }) => [id, content]));
        for (const { supersededById, content } of items)
          if (supersededById !== undefined)
            retired.push(
              relationOf.get(keyOf({ older: content, newer: contents.get(supersededById) ?? '' })) ?? '?',
            );
        waiting += items.filter(({ relatedItems }) =>
          relatedItems.some(({ relation }) => relation === 'may_supersede'),
        ).length;
        asked += count();
      });
    }
    const right = retired.filter((relation) => relation === 'supersedes').length;
    const coexisting = retired.filter((relation) => relation === 'coexists').length;
    figures[`succession_recall_at_${agreement}`] = right / Math.max(1, replacing);
    figures[`succession_wrong_at_${agreement}`] = retired.length - right;
    rows.push([
      ...[agreement, asked, describeRate(right, replacing), retired.length - right, coexisting, waiting],
    ]);
  }
  return {
    cases: pairs.length,
    figures,
    tables: [
      {
        title: `Rules that gave way, said a day apart, ${pairs.length} pairs`,
        columns: [
          'right in',
          'questions',
          'retired rightly',
          'wrongly',
          'of them both hold',
          'memories that wait',
        ],
        rows,
      },
    ],
  };
}

function* linesOf(pairs: readonly RulePair[]): Iterable<string> {
  const startMs = Date.now() - 2 * dayMs;
  const [olds, news] = [new Set(pairs.map((pair) => pair.old)), new Set(pairs.map((pair) => pair.new))];
  const fresh = [...news].filter((text) => !olds.has(text));
  let number = 0;
  for (const [texts, atMs] of [
    [[...olds], startMs],
    [fresh, startMs + dayMs],
  ] as const)
    for (const content of texts)
      yield memoryLine({ number: ++number, content, scope: 'global' as never, type: 'constraint', atMs });
}
