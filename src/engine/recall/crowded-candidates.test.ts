import { expect, it } from 'vitest';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { ada, agentIn, type IssueMemory, issueMemory } from '../../../tests/fakes/issue-memory.ts';
import { clean, itemId, memoryItem } from '../../../tests/fakes/memory-item.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings } from '../../config/settings.ts';
import type { RecallMoment } from '../../model/decision.ts';
import { globalScope } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { resolveScopes } from '../memory/where-it-holds.ts';
import { recall } from './recall.ts';

const repositoryId = 'r1' as RepositoryId;
const jam = 'GearError: loom-7 jams at thread 9 while weaving the banner';
const told = 'Oil the third gear';
let uuids = 0;

function ask(store: MemoryStore, output: string, moment: RecallMoment) {
  return recall(
    { failure: { output, exitCode: 1 }, moment, speaker: agentIn(`asking ${++uuids}`) },
    dependenciesOf(store),
  );
}

function dependenciesOf(store: MemoryStore) {
  return {
    store,
    clock: fixedClock(2_000_000),
    random: { uuid: () => `9999${String(++uuids).padStart(4, '0')}-0000-4000-8000-000000000000` },
    repositoryId,
    scopes: resolveScopes({ repositoryId, userName: 'ada' }, defaultSettings.memory.v3.scope),
    ancestry: { head: async () => undefined, holds: async () => true },
    settings: defaultSettings,
  };
}

/** Fixes that an agent repeats for one failure: with the same output, or with output that shares more of its words. */
const floods = {
  'of the same': (n: number) => ({
    output: jam,
    fix: `Give the loom its cover number ${n} of the north hall`,
  }),
  'of its words and more': (n: number) => ({
    output: `${jam}\nGearError: loom-7 jams at thread 9`,
    fix: `GearError loom-7 jams thread 9 weaving banner: gear ${n} is to be painted`,
    details: { symptom: `loom-7 jams at thread 9 while weaving the banner, GearError ${n}` },
  }),
};

async function flood(
  issues: IssueMemory,
  told: (n: number) => Parameters<IssueMemory['record']>[0],
  most: number,
) {
  for (let n = 0; n < most; n++) await issues.record({ ...told(n), speaker: agentIn('flooding') });
}

it.each(Object.keys(floods) as (keyof typeof floods)[])(
  'finds what a person told, however often an agent told %s',
  async (kind) => {
    for (const most of [14, 60]) {
      const store = plainStore(['r1']);
      const issues = issueMemory(store);
      // So that words of the failure are not those of every memory.
      for (let n = 0; n < 40; n++)
        await issues.record({ output: `InkError: tray ${n} of room ${n} is dry`, fix: `Fill tray ${n}` });
      await issues.record({ output: jam, fix: told });
      const alone = await ask(store, jam, 'after_failure');
      expect(alone.memories.map(({ item }) => item.content)).toEqual([told]);
      await flood(issues, floods[kind], most);
      const { memories, match } = await ask(store, jam, 'after_failure');
      expect(memories.map(({ item }) => item.content)).toEqual([told]);
      expect(match?.status).toBe('match');
      const asked = await ask(store, jam, 'asked');
      expect(asked.memories.map(({ item }) => item.content)).toContain(told);
    }
  },
);

it('finds what answers a question, however much of what may not be shown reads likelier', async () => {
  const store = plainStore(['r1']);
  const content = clean('The banner is woven on loom seven. Ask ada before you start it.');
  const kept = (at: number) => ({
    ...{ id: itemId(at), fingerprint: `f${at}`, quarantined: true, trust: 'agent' as const },
    content: clean(`The banner is woven on loom ${at}.`),
  });
  const items = [
    memoryItem({ id: itemId(1), fingerprint: 'f1', content }),
    ...Array.from({ length: 12 }, (_, at) => memoryItem(kept(at + 2))),
    // So that words of the question are not those of every memory.
    ...Array.from({ length: 30 }, (_, at) =>
      memoryItem({
        id: itemId(at + 50),
        fingerprint: `f${at + 50}`,
        content: clean(`Tray ${at} holds ink.`),
      }),
    ),
  ].map((item) => ({ ...item, scope: globalScope }));
  await store.transact((transaction) => {
    for (const item of items) transaction.putItem(item, itemTerms(item));
  });
  const { memories } = await recall(
    { query: 'which loom is the banner woven on?', moment: 'asked', speaker: ada },
    dependenciesOf(store),
  );
  expect(memories.map(({ item }) => item.content)).toEqual([content]);
});
