import { expect, it } from 'vitest';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { agentIn, type IssueMemory, issueMemory } from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings } from '../../config/settings.ts';
import type { RecallMoment } from '../../model/decision.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { recall } from './recall.ts';
import { resolveScopes } from './resolve-scopes.ts';

const repositoryId = 'r1' as RepositoryId;
const jam = 'GearError: loom-7 jams at thread 9 while weaving the banner';
const told = 'Oil the third gear';
let uuids = 0;

function ask(store: MemoryStore, output: string, moment: RecallMoment) {
  return recall(
    { failure: { output, exitCode: 1 }, moment, speaker: agentIn(`asking ${++uuids}`) },
    {
      store,
      clock: fixedClock(2_000_000),
      random: { uuid: () => `9999${String(++uuids).padStart(4, '0')}-0000-4000-8000-000000000000` },
      repositoryId,
      scopes: resolveScopes({ repositoryId, userName: 'ada' }, defaultSettings.memory.v3.scope),
      ancestry: { head: async () => undefined, holds: async () => true },
      settings: defaultSettings,
    },
  );
}

/** What an agent may say of a failure, as often as it likes: the same, and near it by more of its words. */
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
