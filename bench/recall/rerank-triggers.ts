import { join } from 'node:path';
import { type Memory, type OpenMemoryOptions, openMemory } from '../../src/index.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import { person } from '../person.ts';
import { mcNemar } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { makeRepository } from '../security/scratch-home.ts';
import type { DecisionCase } from './decision-cases.ts';
import { openDecisionMemory } from './decision-memory.ts';

const rerank = 'memory.v3.rerank';

/** Each trigger alone, then together; the rest is as in the order of words. */
const arms: Readonly<Record<string, NonNullable<OpenMemoryOptions['settings']>>> = {
  'low margin (.1)': { [`${rerank}.triggerMinMargin`]: 0.1 },
  'low margin (.3)': { [`${rerank}.triggerMinMargin`]: 0.3 },
  'ambiguous intent (.2)': { [`${rerank}.triggerMinMargin`]: 0, [`${rerank}.triggerMinAmbiguity`]: 0.2 },
  'ambiguous intent (.4)': { [`${rerank}.triggerMinMargin`]: 0, [`${rerank}.triggerMinAmbiguity`]: 0.4 },
  'one entity (2)': { [`${rerank}.triggerMinMargin`]: 0, [`${rerank}.triggerMinSharing`]: 2 },
  'any of .3, .2, 2': {
    [`${rerank}.triggerMinMargin`]: 0.3,
    [`${rerank}.triggerMinAmbiguity`]: 0.2,
    [`${rerank}.triggerMinSharing`]: 2,
  },
  always: {},
};

interface AskedWithTriggers {
  readonly half: 'even' | 'odd';
  /** The first is the answer. */
  readonly byWords: boolean;
  /** The same, had the proxy of Eq. 3 put those that are shown in order. */
  readonly byProxy: boolean;
  readonly byArm: Readonly<Record<string, { readonly right: boolean; readonly fired: boolean }>>;
}

/** Questions whose answer is there, asked in the order of words and with each trigger: what each wins and loses by itself. */
export async function askWithTriggers(
  cases: readonly DecisionCase[],
  folder: string,
): Promise<readonly AskedWithTriggers[]> {
  const asked: AskedWithTriggers[] = [];
  for (const [source, own] of Map.groupBy(cases, (one) => one.source)) {
    const name = source.replaceAll(/[^\w]+/g, '_');
    const place = { repository: makeRepository(folder, name), home: join(folder, `${name}-triggers`) };
    await using held = await openDecisionMemory(place);
    const openWith = async (settings: OpenMemoryOptions['settings'] = {}) =>
      await openMemory({ ...place, speaker: person, settings });
    await using byWords = await openWith({ [`${rerank}.enabled`]: false });
    const opened: (readonly [string, Memory])[] = [];
    for (const [arm, settings] of Object.entries(arms)) opened.push([arm, await openWith(settings)]);
    for (const { texts, answer, questions } of own) {
      await held.holdOnly(texts);
      for (const { text: query } of questions) {
        const { memories, decisionId } = await byWords.recall({ query });
        const utilities = new Map(
          (await held.why(decisionId)).considered.map((one) => [one.itemId, one.utility?.proxy.value ?? 0]),
        );
        const byProxy = memories.toSorted(
          (a, b) => (utilities.get(b.item.id) ?? 0) - (utilities.get(a.item.id) ?? 0),
        );
        const byArm: Record<string, { right: boolean; fired: boolean }> = {};
        for (const [arm, memory] of opened) {
          const recalled = await memory.recall({ query });
          const { receipt } = await held.why(recalled.decisionId);
          byArm[arm] = {
            right: recalled.memories[0]?.item.content === answer,
            fired: receipt.reranked === true,
          };
        }
        asked.push({
          half: halfOf(source),
          byWords: memories[0]?.item.content === answer,
          byProxy: byProxy[0]?.item.content === answer,
          byArm,
        });
      }
    }
    for (const [, memory] of opened) await memory.close();
  }
  return asked;
}

export function triggerTable(asked: readonly AskedWithTriggers[]): Table {
  const count = (is: (one: AskedWithTriggers) => boolean) => asked.filter(is).length;
  const byHalves = (is: (one: AskedWithTriggers) => boolean) =>
    `${count((one) => one.half === 'even' && is(one))} / ${count((one) => one.half === 'odd' && is(one))}`;
  return {
    title: `What each trigger wins and loses alone, even / odd half of ${asked.length} questions; in the order of words ${byHalves(({ byWords }) => byWords)} have the answer first`,
    columns: ['trigger', 'fires', 'first', 'won', 'lost', 'p (McNemar)', 'proxy instead: won', 'lost'],
    rows: Object.keys(arms).map((arm) => {
      const right = (one: AskedWithTriggers) => one.byArm[arm]?.right ?? false;
      const fired = (one: AskedWithTriggers) => one.byArm[arm]?.fired ?? false;
      const won = (one: AskedWithTriggers) => right(one) && !one.byWords;
      const lost = (one: AskedWithTriggers) => !right(one) && one.byWords;
      return [
        ...[arm, byHalves(fired), byHalves(right), byHalves(won), byHalves(lost)],
        mcNemar(count(won), count(lost)).toFixed(3),
        byHalves((one) => fired(one) && one.byProxy && !one.byWords),
        byHalves((one) => fired(one) && !one.byProxy && one.byWords),
      ];
    }),
  };
}
