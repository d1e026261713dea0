import { beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleOutcome } from '../../../tests/contract/memory-store/example-items.ts';
import { clean, itemId, memoryItem } from '../../../tests/fakes/memory-item.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { settingsWith } from '../../config/settings.ts';
import { factsOf } from '../../lifecycle/summarise-cluster.ts';
import type { ItemId } from '../../model/brands.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { globalScope } from '../../model/provenance.ts';
import type { CommitId } from '../../model/repository.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { archiveItem, fetchBackItem, forgetItems } from '../items/forget-items.ts';
import { rejectItem } from '../items/review-items.ts';
import { readUpkeepState } from '../memory/merge-accesses.ts';
import { consolidateGroup, fragmentsIn } from './consolidate.ts';
import { type MaintenanceDependencies, maintain } from './maintain.ts';

const dayMs = 86_400_000;
const nowMs = 1_000 * dayMs;
const ada = { kind: 'user', name: 'ada', source: 'cli' } as const;
let store: MemoryStore;
let uuids = 0;

beforeEach(() => {
  store = plainStore(['r1']);
  uuids = 0;
});

async function put(index: number, changes: Partial<MemoryItem>): Promise<MemoryItem> {
  const item = memoryItem({
    ...{ id: itemId(index), fingerprint: `f${index}`, scope: globalScope, updatedAtMs: nowMs },
    ...changes,
  });
  await store.transact((transaction) => transaction.putItem(item, itemTerms(item)));
  return item;
}

function dependencies(changes: Readonly<Record<string, unknown>> = {}): MaintenanceDependencies {
  const { memory, gate } = settingsWith(changes);
  return {
    ...{ store, gate, settings: memory, clock: { nowMs: () => nowMs } },
    random: { uuid: () => `00000000-0000-4000-8000-00000000${(0xa000 + uuids++).toString(16)}` },
    tokens: { count: async (text) => Math.ceil(text.length / 4) },
    takeLease: () => ({ close: () => undefined }),
  };
}

const helped = (index: number) =>
  store.transact((transaction) =>
    transaction.addOutcome(exampleOutcome(`o${index}`, { itemId: itemId(index), kind: 'verified' })),
  );
const item = (index: number) => store.read((reader) => reader.item(itemId(index)));
const all = () => store.read((reader) => reader.items({}));
const active = () => store.read((reader) => reader.items({ statuses: ['active'] }));

describe('expiry', () => {
  it('archives what expired long ago, and nothing that the policy keeps', async () => {
    await put(1, { ttlDays: 7, updatedAtMs: nowMs - 38 * dayMs });
    await put(2, { ttlDays: 7, updatedAtMs: nowMs - 36 * dayMs });
    await put(3, {
      ttlDays: 7,
      updatedAtMs: nowMs - 38 * dayMs,
      lastAccessedAtMs: nowMs - dayMs,
      accessCount: 1,
    });
    await helped(3);
    await put(4, { updatedAtMs: 0 });
    await put(5, { ttlDays: 7, updatedAtMs: 0, quarantined: true });
    expect(await maintain(dependencies())).toMatchObject({ kind: 'done', lookedThrough: 5, archived: 1 });
    expect(item(1)).toMatchObject({ status: 'archived', archivedFor: 'age' });
    expect(active().map(({ id }) => id)).toEqual([5, 4, 3, 2].map(itemId));
  });

  it.each([
    [0, 8, 'archived'],
    [10, 16, 'active'],
    [10, 18, 'archived'],
    [30, 36, 'active'],
  ])('waits for archiveAfterDays: %i, after %i days %s', async (archiveAfterDays, days, status) => {
    await put(1, { ttlDays: 7, updatedAtMs: nowMs - days * dayMs });
    await maintain(dependencies({ 'memory.v3.lifecycle.archiveAfterDays': archiveAfterDays }));
    expect(item(1)?.status).toBe(status);
  });

  it('archives by the rule of Memory V2 without V3, and nothing without decay', async () => {
    const age = 59 * dayMs;
    const statusWith = async (values: Readonly<Record<string, unknown>>, changes: Partial<MemoryItem>) => {
      await put(1, { updatedAtMs: nowMs - age, ...changes });
      await maintain(dependencies(values));
      return item(1)?.status;
    };
    const v2 = { 'memory.v3.enabled': false };
    const soon = { ...v2, 'memory.decayDays': 28 };
    expect(await statusWith(soon, { layer: 'semantic' })).toBe('active');
    expect(await statusWith(v2, { layer: 'episodic' })).toBe('active');
    expect(await statusWith({ 'memory.decayEnabled': false }, { ttlDays: 7 })).toBe('active');
    expect(await statusWith({}, { layer: 'episodic' })).toBe('active');
    expect(await statusWith(soon, { layer: 'episodic' })).toBe('archived');
    expect(await statusWith(v2, { layer: 'semantic', ttlDays: 7 })).toBe('archived');
  });

  it('goes on where it was when it was stopped, and looks at each once', async () => {
    for (let index = 1; index <= 1_200; index++) await put(index, { ttlDays: 1, updatedAtMs: 0 });
    const controller = new AbortController();
    const stopping = { ...dependencies(), signal: controller.signal, onProgress: () => controller.abort() };
    await expect(maintain(stopping)).rejects.toMatchObject({ code: 'INTERRUPTED' });
    expect(active()).toHaveLength(700);
    expect(await maintain(dependencies())).toMatchObject({ lookedThrough: 700, archived: 700 });
    expect(store.read(readUpkeepState)).toMatchObject({ sweptTo: 0, maintainedAtMs: nowMs });
  });

  it('does nothing while another process does it', async () => {
    await put(1, { ttlDays: 1, updatedAtMs: 0 });
    expect(await maintain({ ...dependencies(), takeLease: () => undefined })).toMatchObject({ kind: 'held' });
    expect(active()).toHaveLength(1);
  });

  it.each([
    ['ten years back', nowMs - 3_650 * dayMs],
    ['to the beginning', 0],
  ])('archives nothing with a clock set %s', async (_, at) => {
    await put(1, { ttlDays: 7 });
    expect(await maintain({ ...dependencies(), clock: { nowMs: () => at } })).toMatchObject({ archived: 0 });
  });

  it('brings back with the next word what a clock a hundred years ahead archived', async () => {
    await put(1, { ttlDays: 7 });
    const ahead = { nowMs: () => nowMs + 36_500 * dayMs };
    expect(await maintain({ ...dependencies(), clock: ahead })).toMatchObject({ archived: 1 });
    await fetchBackItem({ store, id: itemId(1), speaker: ada, nowMs });
    expect(item(1)).toMatchObject({ status: 'active' });
    expect(item(1)).not.toHaveProperty('archivedFor');
  });
});

describe('promotion', () => {
  const told = async (
    by: 'user' | 'tests' | 'agent' | 'inference',
    kind: 'verified' | 'accepted' | 'false_positive',
    n = 1,
  ) => {
    for (let at = 0; at < n; at++) {
      const id = `${by} ${kind} ${at}`;
      const decisionId = `d${id}` as ReturnType<typeof exampleOutcome>['decisionId'];
      const outcome = exampleOutcome(id, { itemId: itemId(1), by, kind, decisionId, principal: `${by}:x` });
      await store.transact((transaction) => transaction.addOutcome(outcome));
    }
  };
  const episode = {
    layer: 'episodic',
    type: 'failure',
    trust: 'agent',
    ttlDays: 90,
    confidence: 0.6,
  } as const;

  it('keeps an episode that a test proved, or people verified twice, for longer, with the same trust', async () => {
    for (const [by, n] of [
      ['tests', 1],
      ['user', 2],
    ] as const) {
      store = plainStore(['r1']);
      const before = await put(1, episode);
      await told(by, 'verified', n);
      expect(await maintain(dependencies())).toMatchObject({ promoted: 1 });
      expect(item(1)).toEqual({ ...before, layer: 'semantic', ttlDays: 365, confidence: 0.75 });
      expect(await maintain(dependencies())).toMatchObject({ promoted: 0 });
    }
  });

  it.each<[string, Partial<MemoryItem>, () => Promise<void>]>([
    ['one person said once', {}, () => told('user', 'accepted')],
    ['an agent said often', {}, () => told('agent', 'verified', 20)],
    ['was inferred', {}, () => told('inference', 'accepted', 20)],
    [
      'was wrong as well',
      {},
      async () => {
        await told('tests', 'verified');
        await told('agent', 'false_positive');
      },
    ],
    ['waits for a person', { quarantined: true }, () => told('tests', 'verified')],
    [
      'is the state of a task',
      { type: 'task_state', layer: 'working', ttlDays: 365 },
      () => told('tests', 'verified'),
    ],
    ['holds until a date', { validToMs: nowMs + dayMs }, () => told('tests', 'verified')],
    ['is put away', { status: 'archived' }, () => told('tests', 'verified')],
  ])('leaves what %s', async (_, changes, tell) => {
    const before = await put(1, { ...episode, ...changes });
    await tell();
    await maintain(dependencies({ 'memory.v3.consolidation.enabled': false }));
    expect(item(1)).toEqual(before);
  });

  it('is a procedure where it is a fix, and obeys its settings', async () => {
    const before = await put(1, { ...episode, type: 'fix', ttlDays: 400 });
    await told('user', 'accepted');
    await maintain(dependencies({ 'memory.promotionEnabled': false, 'memory.promotionMinConfidence': 0.6 }));
    expect(item(1)).toEqual(before);
    await maintain(dependencies({ 'memory.promotionMinConfidence': 0.6 }));
    expect(item(1)).toMatchObject({ layer: 'procedural', ttlDays: 400, trust: 'agent' });
  });
});

const sentence =
  'The nightly import of orders into the warehouse failed because the queue was full, as it was after the last two releases, and nobody had emptied it since then';
const hosts = ['none', 'amber', 'birch', 'cedar', 'dahlia', 'elm', 'fern', 'gorse', 'hazel', 'iris'];
const fragment = (index: number, changes: Partial<MemoryItem> = {}) =>
  put(index, {
    ...{ layer: 'episodic', type: 'failure', trust: 'agent', origin: `mcp:x/s${index}` },
    title: clean('Nightly import'),
    content: clean(`${sentence}. Host ${hosts[index]}, src/run-${index}.ts, exit ${index}.`),
    ...changes,
  });

async function fragments(count: number): Promise<readonly MemoryItem[]> {
  const made: MemoryItem[] = [];
  for (let index = 1; index <= count; index++) made.push(await fragment(index));
  return made;
}

describe('consolidation', () => {
  it('puts one summary in the place of what was said often, and loses nothing', async () => {
    const parts = await fragments(5);
    const { summaries } = await maintain(dependencies());
    expect(summaries).toMatchObject([{ fragments: 5 }]);
    const [summary] = active() as [MemoryItem];
    expect(active()).toHaveLength(1);
    expect(summary).toMatchObject({
      trust: 'agent',
      layer: 'semantic',
      origin: 'maintain',
      quarantined: false,
    });
    for (const fact of parts.flatMap(({ content }) => factsOf(content)))
      expect(summary.content).toContain(fact);
    for (const { id } of parts)
      expect(store.read((reader) => reader.item(id))).toMatchObject({
        ...{ status: 'archived', archivedFor: 'summary', supersededById: summary.id },
      });
  });

  it('lets others have their turn while it looks for groups, and stops when one of them says so', async () => {
    await fragments(101);
    const controller = new AbortController();
    let turns = 0;
    const read = store.read.bind(store);
    vi.spyOn(store, 'read').mockImplementation((work) => {
      const found = read(work);
      // The memories of the scope have been read; nothing is grouped yet.
      if (Array.isArray(found) && found.length > 100)
        setImmediate(() => {
          turns += 1;
          controller.abort();
        });
      return found;
    });
    const stopping = { ...dependencies(), signal: controller.signal };
    await expect(maintain(stopping)).rejects.toMatchObject({ code: 'INTERRUPTED' });
    expect(turns).toBe(1);
    expect(active()).toHaveLength(101);
  });

  it('lets others have their turn between two summaries, and stops when one of them says so', async () => {
    for (let index = 1; index <= 9; index++) {
      const type = index <= 4 ? 'failure' : 'fix';
      await fragment(index, { type });
    }
    const controller = new AbortController();
    const tokens = {
      count: async () => {
        setImmediate(() => controller.abort());
        return 10;
      },
    };
    const stopping = { ...dependencies(), tokens, signal: controller.signal };
    await expect(maintain(stopping)).rejects.toMatchObject({ code: 'INTERRUPTED' });
    expect(all().filter(({ origin }) => origin === 'maintain')).toHaveLength(1);
    expect((await maintain(dependencies())).summaries).toHaveLength(1);
  });

  it('is undone by rejecting the summary', async () => {
    await fragments(5);
    const { summaries } = await maintain(dependencies());
    await rejectItem({ store, id: summaries[0]?.id ?? '', speaker: ada, nowMs });
    expect(active().map(({ id }) => id)).toEqual([5, 4, 3, 2, 1].map(itemId));
    expect(item(1)).not.toHaveProperty('supersededById');
    expect(item(1)).not.toHaveProperty('archivedFor');
  });

  it('forgets the summary with any of its fragments, and brings the others back', async () => {
    await fragments(5);
    await maintain(dependencies());
    await forgetItems(store, { origin: 'mcp:x/s2' });
    expect(all().map(({ id }) => id)).toEqual([5, 4, 3, 1].map(itemId));
    expect(active()).toHaveLength(4);
  });

  it('takes no memory along that an import claims to be its summary', async () => {
    await put(9, { trust: 'user' });
    await put(1, { origin: 'import', status: 'archived', archivedFor: 'summary', supersededById: itemId(9) });
    await forgetItems(store, { origin: 'import' });
    expect(all().map(({ id }) => id)).toEqual([itemId(9)]);
  });

  it.each<[string, (items: readonly MemoryItem[]) => Promise<unknown>]>([
    ['changed', async () => fragment(3, { content: clean('Something else.') })],
    ['forgotten', async () => forgetItems(store, { ids: [itemId(3)] })],
    ['put away', async () => archiveItem({ store, id: itemId(3), speaker: ada, nowMs })],
  ])('writes nothing when a fragment is %s meanwhile', async (_, meddle) => {
    await fragments(5);
    const group = fragmentsIn(store, globalScope, { nowMs, settings: dependencies().settings });
    let meddled: Promise<unknown> | undefined;
    const meddling = {
      count: async () => {
        meddled ??= meddle(group);
        await meddled;
        return 10;
      },
    };
    expect(await consolidateGroup(group, nowMs, { ...dependencies(), tokens: meddling })).toBeUndefined();
    expect(all().every(({ origin, archivedFor }) => origin !== 'maintain' && archivedFor !== 'summary')).toBe(
      true,
    );
  });

  it.each<[string, Partial<MemoryItem>]>([
    ['waits for a person', { quarantined: true }],
    ['is contradicted', { relatedItems: [{ id: itemId(1), relation: 'contradicts' }] }],
    ['a person said', { trust: 'user' }],
    ['a person confirmed', { trust: 'verified' }],
    ['is believed less', { trust: 'untrusted' }],
    ['denies it', { content: clean(`${sentence.replace('was', 'was not')}. Host none.`) }],
    ['has expired', { ttlDays: 30, updatedAtMs: nowMs - 31 * dayMs }],
    ['no longer holds', { validToMs: nowMs - dayMs }],
    ['does not hold yet', { validFromMs: nowMs + dayMs }],
    ['was learned at another commit', { learnedAt: '2'.repeat(40) as CommitId }],
    ['is the state of tasks', { layer: 'working', type: 'task_state' }],
    ['is the result of a command', { type: 'command_result' }],
    ['holds elsewhere', { scope: 'repo:r1' as MemoryItem['scope'] }],
    ['is no episode', { layer: 'semantic', type: 'project_fact' }],
  ])('leaves alone what %s', async (_, changes) => {
    await fragments(4);
    await fragment(9, changes);
    const { summaries } = await maintain(dependencies());
    expect(summaries).toMatchObject([{ fragments: 4 }]);
    expect(item(9)).toMatchObject({ status: 'active' });
  });

  it.each<[string, Partial<MemoryItem>]>([
    ['open tasks', { type: 'task_state', layer: 'working' }],
    ['results of commands', { type: 'command_result' }],
    ['what a person said', { trust: 'user' }],
    ['what a person confirmed', { trust: 'verified' }],
    ['what has expired', { ttlDays: 30, updatedAtMs: nowMs - 31 * dayMs }],
  ])('makes nothing of %s alone', async (_, changes) => {
    for (let index = 1; index <= 5; index++) await fragment(index, changes);
    expect(await maintain(dependencies())).toMatchObject({ summaries: [] });
  });

  it.each(['rejected', 'false_positive'] as const)('leaves alone what was told to be %s', async (kind) => {
    await fragments(5);
    const outcome = exampleOutcome('o', { itemId: itemId(3), kind, by: 'agent' });
    await store.transact((transaction) => transaction.addOutcome(outcome));
    expect(await maintain(dependencies())).toMatchObject({ summaries: [{ fragments: 4 }] });
    expect(item(3)).toMatchObject({ status: 'active' });
  });

  it('writes nothing when a fragment is told to be wrong meanwhile', async () => {
    await fragments(5);
    const outcome = exampleOutcome('o', { itemId: itemId(3), kind: 'false_positive' });
    let told: Promise<unknown> | undefined;
    const telling = {
      count: async () => {
        told ??= store.transact((transaction) => transaction.addOutcome(outcome));
        await told;
        return 10;
      },
    };
    expect(await maintain({ ...dependencies(), tokens: telling })).toMatchObject({ summaries: [] });
    expect(active()).toHaveLength(5);
  });

  it('makes no summary again of what a person turned one down of', async () => {
    await fragments(5);
    const { summaries } = await maintain(dependencies());
    await rejectItem({ store, id: summaries[0]?.id ?? '', speaker: ada, nowMs });
    await fragment(6);
    expect(await maintain(dependencies())).toMatchObject({ summaries: [] });
    expect(active()).toHaveLength(6);
  });

  it.each([
    ['by its id', (summary: ItemId) => ({ ids: [summary] })],
    ['with all summaries', () => ({ origin: 'maintain' })],
  ])('makes no summary again of what one was forgotten of: %s', async (_, chosen) => {
    await fragments(5);
    const { summaries } = await maintain(dependencies());
    await forgetItems(store, chosen(summaries[0]?.id as ItemId));
    expect(active()).toHaveLength(5);
    expect(await maintain(dependencies())).toMatchObject({ summaries: [] });
    expect(active()).toHaveLength(5);
  });

  it('makes one again of what came back when a fragment was forgotten', async () => {
    await fragments(6);
    await maintain(dependencies());
    await forgetItems(store, { origin: 'mcp:x/s2' });
    expect(await maintain(dependencies())).toMatchObject({ summaries: [{ fragments: 5 }] });
  });

  it.each([
    ['memory.v3.consolidation.enabled', false],
    ['memory.v3.enabled', false],
    ['memory.v3.consolidation.minimumFragments', 6],
    ['memory.v3.consolidation.minimumSaving', 1],
    ['memory.v3.consolidation.likeness', 1],
  ])('does not happen with %s = %s', async (name, value) => {
    await fragments(5);
    expect(await maintain(dependencies({ [name]: value }))).toMatchObject({ summaries: [] });
    expect(active()).toHaveLength(5);
  });

  it('may be done again at any time', async () => {
    await fragments(5);
    await maintain(dependencies());
    const before = all();
    expect(await maintain(dependencies())).toMatchObject({ summaries: [], archived: 0 });
    expect(all()).toEqual(before);
  });
});

describe('archiving', () => {
  const request = (id: ItemId) => ({ store, id, speaker: ada, nowMs });

  it('is for a person, and taken back by one', async () => {
    const { id } = await put(1, { trust: 'agent' });
    const agent = { kind: 'agent', name: 'x', source: 'mcp' } as const;
    await expect(archiveItem({ ...request(id), speaker: agent })).rejects.toMatchObject({
      code: 'NEEDS_PERSON',
    });
    expect(await archiveItem(request(id))).toMatchObject({ status: 'archived', archivedFor: 'person' });
    await expect(archiveItem(request(id))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(fetchBackItem({ ...request(id), speaker: agent })).rejects.toMatchObject({
      code: 'NEEDS_PERSON',
    });
    // Its trust is as before it was archived.
    expect(await fetchBackItem(request(id))).toEqual(await put(1, { trust: 'agent' }));
  });

  it('fetches back neither what was rejected nor what a summary says', async () => {
    const { id } = await put(1, {});
    await archiveItem(request(id));
    await rejectItem(request(id));
    await expect(fetchBackItem(request(id))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await fragments(5);
    const { summaries } = await maintain(dependencies());
    await expect(fetchBackItem(request(itemId(2)))).rejects.toThrow(
      summaries[0]?.id.slice(0, 8) ?? 'no summary',
    );
  });
});
