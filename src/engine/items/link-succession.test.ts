import { beforeEach, describe, expect, it } from 'vitest';
import { anyRandom } from '../../../tests/fakes/any-random.ts';
import { idOf } from '../../../tests/fakes/commit-history.ts';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings } from '../../config/settings.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { resolveScopes } from '../memory/where-it-holds.ts';
import { recall } from '../recall/recall.ts';
import { editItem } from './edit-item.ts';
import { forgetItems } from './forget-items.ts';
import { remember } from './remember.ts';
import { approveItem, decideDoubt, rejectItem } from './review-items.ts';
import { reviewQueue } from './review-queue.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'cli' };
const agent: Speaker = { kind: 'agent', name: 'claude-code', source: 'mcp', session: 's1' };
const older = 'Deploys of the kettle service happen on Fridays.';
const newer = 'Deploys of the kettle service happen on Tuesdays, no longer on Fridays.';
const tokens = { count: async (text: string) => Math.ceil(text.length / 4) };

let store: MemoryStore;
let nowMs: number;
let dependencies: RecallDependencies;

beforeEach(() => {
  store = plainStore(['r1']);
  nowMs = 1_000_000;
  let uuids = 0;
  dependencies = {
    store,
    clock: { nowMs: () => ++nowMs },
    random: {
      uuid: () => `${String(++uuids).padStart(8, '0')}-0000-4000-8000-${String(uuids).padStart(12, '0')}`,
    },
    repositoryId: 'r1' as RepositoryId,
    scopes: resolveScopes(
      { repositoryId: 'r1' as RepositoryId, userName: 'ada' },
      defaultSettings.memory.v3.scope,
    ),
    ancestry: { head: async () => idOf('head'), holds: async () => true },
    settings: defaultSettings,
  };
});

const say = (content: string, speaker = ada) =>
  remember(
    { content, speaker },
    {
      ...dependencies,
      tokens,
      openParser: () => Promise.reject(new Error('no parser expected')),
      settings: defaultSettings.memory,
    },
  );
const ask = () =>
  recall(
    { query: 'when do deploys of the kettle service happen?', moment: 'asked', speaker: ada },
    dependencies,
  );
const statusOf = (id: string) => store.read((reader) => reader.item(id as never)?.status);

describe('linkSuccession', () => {
  it('lets what says so take the place of the older, and shows that beside it', async () => {
    const first = await say(older);
    const second = await say(newer);
    expect(second.supersedes?.map(({ id }) => id)).toEqual([first.item.id]);
    const { memories, pack } = await ask();
    expect(memories.map(({ item }) => item.id)).toEqual([second.item.id, first.item.id]);
    expect(memories[1]?.warnings).toContain('not_active');
    expect(pack.text).toContain(`SUPERSEDED by ${second.item.id.slice(0, 8)}`);
  });

  it('brings the successor along where the question has only the words of the older', async () => {
    await say(older);
    const second = await say(
      'From now on Tuesday is the day, instead of Fridays, on which deploys of the kettle service happen.',
    );
    const { memories } = await recall(
      { query: 'Deploys of the kettle service happen on Fridays.', moment: 'asked', speaker: ada },
      dependencies,
    );
    expect(memories[0]?.item.id).toBe(second.item.id);
  });

  it('asks a person before the word of an agent replaces theirs', async () => {
    const first = await say(older);
    const second = await say(newer, agent);
    expect(second).toMatchObject({ maySupersede: [{ id: first.item.id }] });
    expect(statusOf(first.item.id)).toBe('active');
    const { entries } = store.read((reader) => reviewQueue(reader, { limit: 10 }));
    expect(entries[0]).toMatchObject({
      reason: 'may_supersede',
      otherId: first.item.id,
      replaces: [{ id: first.item.id, title: older, content: older }],
    });
    await approveItem({ store, id: second.item.id, speaker: ada, nowMs }, { tokens, random: anyRandom });
    expect(statusOf(first.item.id)).toBe('superseded');
  });

  it('shows one of two that were changed in turns, until a person says which holds', async () => {
    const first = await say('The integration tests of the kettle service run on port 5432.');
    const second = await say('The integration tests of the kettle service run on port 5433.');
    expect(second.maySupersede?.map(({ id }) => id)).toEqual([first.item.id]);
    const moment = { store, id: first.item.id, speaker: ada, nowMs: ++nowMs };
    const content = 'The integration tests of the kettle service run on port 5434.';
    const { item } = await editItem(moment, { content }, { tokens, random: dependencies.random });
    expect(item.relatedItems).toContainEqual({ id: second.item.id, relation: 'may_supersede' });
    const { memories } = await recall(
      {
        query: 'on which port do integration tests of the kettle service run?',
        moment: 'asked',
        speaker: ada,
      },
      dependencies,
    );
    expect(memories.map(({ item }) => item.content)).toEqual([content]);
  });

  it('asks again when what was said first is said once more, and shows that meanwhile', async () => {
    const [mypy, pyright] = ['mypy', 'pyright'].map(
      (tool) => `Type checks of the kettle service: run ${tool} on every push`,
    ) as [string, string];
    const first = await say(mypy);
    nowMs += 3_600_000;
    const second = await say(pyright);
    nowMs += 3_600_000;
    expect((await say(mypy)).maySupersede?.map(({ id }) => id)).toEqual([second.item.id]);
    expect((await say(mypy)).maySupersede).toBeUndefined();
    const query = 'how are type checks of the kettle service run?';
    const { memories } = await recall({ query, moment: 'asked', speaker: ada }, dependencies);
    expect(memories.map(({ item }) => item.id)).toEqual([first.item.id]);
  });

  it('asks of what was first said in between, when what was said first is said once more', async () => {
    const now = 'The kettle service fires the lid by itself, formerly somehow else';
    await say(now);
    nowMs += 3_600_000;
    const second = await say('Fire the lid of the kettle service by hand');
    expect(second.maySupersede).toBeUndefined();
    nowMs += 3_600_000;
    expect((await say(now)).maySupersede?.map(({ id }) => id)).toEqual([second.item.id]);
    nowMs += 3_600_000;
    expect((await say(now)).maySupersede).toBeUndefined();
  });

  it('keeps all of a list that is told again, in whole or in part', async () => {
    const list = ['Write commit messages in English.', 'Write commit messages in the imperative mood.'];
    const told: (readonly unknown[])[] = [];
    for (const lines of [list, list, list.slice(0, 1), list.toReversed()]) {
      for (const line of lines) {
        told.push((await say(line)).item.relatedItems);
        nowMs += 1_000;
      }
      nowMs += 24 * 3_600_000;
    }
    expect(told.flat()).toEqual([]);
    const query = 'how are commit messages written?';
    const { memories } = await recall({ query, moment: 'asked', speaker: ada }, dependencies);
    expect(memories.map(({ item }) => item.content).toSorted()).toEqual(list);
  });

  it.each(['said once more', 'changed in turns'])(
    'asks about two once, and shows both after a split, when one was %s',
    async (how) => {
      const [mypy, pyright, pyre] = ['mypy', 'pyright', 'pyre'].map(
        (tool) => `Type checks of the kettle service: run ${tool} on every push`,
      ) as [string, string, string];
      const first = await say(mypy);
      nowMs += 3_600_000;
      const second = await say(pyright);
      nowMs += 3_600_000;
      const moment = { store, id: first.item.id, speaker: ada, nowMs };
      if (how === 'said once more') await say(mypy);
      else await editItem(moment, { content: pyre }, { tokens, random: dependencies.random });
      const { entries } = store.read((reader) => reviewQueue(reader, { limit: 10 }));
      expect(entries.map(({ item, otherId }) => [item.id, otherId])).toEqual([
        [first.item.id, second.item.id],
      ]);
      await decideDoubt(moment, 'split');
      const query = 'how are type checks of the kettle service run?';
      const { memories } = await recall({ query, moment: 'asked', speaker: ada }, dependencies);
      expect(memories.map(({ item }) => item.id).toSorted()).toEqual(
        [first.item.id, second.item.id].toSorted(),
      );
    },
  );

  it('answers the question of both, where each may take the place of the other', async () => {
    const first = await say('Type checks of the kettle service: run mypy on every push');
    nowMs += 3_600_000;
    const second = await say('Type checks of the kettle service: run pyright on every push');
    const links = (['may_supersede', 'contradicts'] as const).map((relation) => ({
      id: second.item.id,
      relation,
    }));
    await store.transact((transaction) =>
      transaction.updateItem({ ...first.item, relatedItems: [...links, { ...links[0], id: 'x' } as never] }),
    );
    await decideDoubt({ store, id: second.item.id, speaker: ada, nowMs }, 'split');
    const left = store.read((reader) => reader.item(first.item.id));
    expect(left?.relatedItems).toEqual([{ id: 'x', relation: 'may_supersede' }]);
  });

  it('does not ask again about what a person has kept beside it', async () => {
    await say('Type checks of the kettle service: run mypy on every push');
    nowMs += 3_600_000;
    const second = await say('Type checks of the kettle service: run pyright on every push');
    nowMs += 3_600_000;
    await decideDoubt({ store, id: second.item.id, speaker: ada, nowMs }, 'split');
    nowMs += 3_600_000;
    expect(
      (await say('Type checks of the kettle service: run mypy on every push')).maySupersede,
    ).toBeUndefined();
  });

  it('shows the later of two rules that contradict each other on one subject, and names the earlier one when asked', async () => {
    const first = await say('Type checks of the kettle service: run mypy on every push');
    nowMs += 3_600_000;
    const second = await say('Type checks of the kettle service: run pyright on every push');
    expect(second.maySupersede?.map(({ id }) => id)).toEqual([first.item.id]);
    const { memories, leftOut, pack } = await recall(
      { query: 'how are type checks of the kettle service run?', moment: 'asked', speaker: ada },
      dependencies,
    );
    expect(memories.map(({ item }) => item.id)).toEqual([second.item.id]);
    expect(leftOut).toMatchObject([{ item: { id: first.item.id }, reasons: ['contradicts_another'] }]);
    expect(pack.text).toContain(`memory ${first.item.id.slice(0, 8)} MAY SAY OTHERWISE`);
    expect(store.read((reader) => reviewQueue(reader, { limit: 10 })).entries).toMatchObject([
      { item: { id: second.item.id }, otherId: first.item.id, reason: 'may_supersede' },
    ]);
  });

  it('keeps both of a list that was told at once', async () => {
    await say('poetry run make kettle');
    expect((await say('uv run make kettle')).maySupersede).toBeUndefined();
    nowMs += 3_600_000;
    expect((await say('pdm run make kettle')).maySupersede).toHaveLength(2);
  });

  it('asks a person before the word of an agent takes a rule of a file away, which is shown unasked', async () => {
    const { item } = await say(older);
    const rule = {
      ...item,
      trust: 'imported',
      origin: 'rules:AGENTS.md',
      principal: 'file:AGENTS.md',
    } as const;
    await store.transact((transaction) => transaction.updateItem(rule));
    const second = await say(newer, agent);
    expect(second).toMatchObject({ maySupersede: [{ id: rule.id }] });
    expect(statusOf(rule.id)).toBe('active');
    expect((await say(`${newer} Ada says so.`)).supersedes?.map(({ id }) => id)).toContain(rule.id);
  });

  it.each([
    ['split', 'active'],
    ['supersede', 'superseded'],
  ] as const)(
    'vouches for the newer when a person says %s, and leaves the older %s',
    async (decision, left) => {
      const first = await say(older);
      const second = await say(newer, agent);
      const decided = await decideDoubt({ store, id: second.item.id, speaker: ada, nowMs }, decision);
      expect(decided).toMatchObject({
        content: newer,
        trust: 'verified',
        quarantined: false,
        vouchedAtMs: nowMs,
      });
      expect(statusOf(first.item.id)).toBe(left);
      expect(store.read((reader) => reviewQueue(reader, { limit: 10 })).entries).toEqual([]);
    },
  );

  it.each(['approving the older', 'rejecting the newer', 'forgetting the newer'])(
    'is undone by %s',
    async (how) => {
      const first = await say(older);
      const second = await say(newer);
      const request = { store, speaker: ada, nowMs };
      if (how === 'approving the older')
        await approveItem({ ...request, id: first.item.id }, { tokens, random: anyRandom });
      if (how === 'rejecting the newer') await rejectItem({ ...request, id: second.item.id });
      if (how === 'forgetting the newer') await forgetItems(store, { ids: [second.item.id] });
      expect(statusOf(first.item.id)).toBe('active');
    },
  );

  it('shows the later of two that fit equally well first', async () => {
    await say('The kettle service listens on port 4000 in staging.');
    nowMs += 1_000;
    const later = await say('The kettle service listens on port 5000 in staging.');
    const { memories } = await recall(
      { query: 'which port does the kettle service listen on in staging?', moment: 'asked', speaker: ada },
      { ...dependencies, clock: fixedClock(nowMs) },
    );
    expect(memories[0]?.item.id).toBe(later.item.id);
  });
});
