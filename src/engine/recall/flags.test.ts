import { beforeEach, describe, expect, it } from 'vitest';
import { anyRandom } from '../../../tests/fakes/any-random.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { settingsWith } from '../../config/settings.ts';
import { itemTypes } from '../../model/memory-item.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { type RememberItemRequest, remember } from '../items/remember.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { resolveScopes } from '../memory/where-it-holds.ts';
import type { RecallMemoriesRequest } from './moments.ts';
import { recall } from './recall.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'cli' };
const dayMs = 86_400_000;
type DottedValues = Parameters<typeof settingsWith>[0];

const bytes = new TextEncoder().encode('export {};\n');

let store: MemoryStore;
let nowMs: number;

beforeEach(() => {
  store = plainStore(['r1']);
  nowMs = 100 * dayMs;
});

function dependencies(values: DottedValues): RecallDependencies {
  const settings = settingsWith(values);
  const repositoryId = 'r1' as RepositoryId;
  return {
    ...{ store, repositoryId, settings, clock: { nowMs: () => nowMs }, random: anyRandom },
    scopes: resolveScopes({ repositoryId, userName: 'ada' }, settings.memory.v3.scope),
    files: {
      read: () => ({ bytes }),
      blobId: () => 'a'.repeat(40),
      isFolder: () => false,
      relative: (path) => path,
    },
    ancestry: { head: async () => undefined, holds: async () => true },
  };
}

async function say(content: string, request: Partial<RememberItemRequest> = {}, values: DottedValues = {}) {
  const own = dependencies(values);
  const { item } = await remember(
    { content, speaker: ada, ...request },
    {
      ...own,
      tokens: { count: async (text) => Math.ceil(text.length / 4) },
      openParser: () => Promise.reject(new Error('no parser expected')),
      settings: own.settings.memory,
    },
  );
  return item.content;
}

async function ask(query: string, values: DottedValues = {}, request: Partial<RecallMemoriesRequest> = {}) {
  const answer = await recall({ query, moment: 'asked', speaker: ada, ...request }, dependencies(values));
  return { ...answer, contents: answer.memories.map(({ item }) => item.content) };
}

const v2: DottedValues = { 'memory.v3.enabled': false };

describe('a switch that is off', () => {
  it.each<[string, DottedValues]>([
    ['memory.v3.contradiction.enabled', { 'memory.v3.contradiction.enabled': false }],
    ['memory.v3.enabled', v2],
  ])('%s: what contradicts each other is kept and shown together', async (_, off) => {
    const rules = [
      'Install packages with npm in the kettle.',
      'Install packages with pnpm in the kettle, not npm.',
    ];
    for (const values of [off, {}]) {
      store = plainStore(['r1']);
      for (const rule of rules) await say(rule, { type: 'constraint' }, values);
      const statuses = store.read((reader) => reader.items({})).map(({ status }) => status);
      const { memories } = await ask('How are packages installed in the kettle?', values);
      const holding = memories.filter(({ item }) => item.status === 'active');
      expect(statuses.toSorted()).toEqual(values === off ? ['active', 'active'] : ['active', 'superseded']);
      expect(holding).toHaveLength(values === off ? 2 : 1);
    }
  });

  it('memory.v3.contradiction.enabled: two that rule each other out, each of another scope', async () => {
    await say('Install packages with npm in the kettle.', { type: 'constraint', scope: 'user' });
    await say('Install packages with pnpm in the kettle, not npm.', { type: 'constraint' });
    const query = 'How are packages installed in the kettle?';
    expect((await ask(query)).contents).toHaveLength(1);
    expect((await ask(query, { 'memory.v3.contradiction.enabled': false })).contents).toHaveLength(2);
  });

  it.each<[string, DottedValues]>([
    ['memory.v3.activeHooks.fileSalience', { 'memory.v3.activeHooks.fileSalience': false }],
    ['memory.v3.enabled', v2],
  ])('%s: the file that is being worked on is passed over', async (_, off) => {
    await say('The kettle whistles at a hundred degrees when it boils.', { files: ['src/a.ts'] });
    nowMs += 1_000;
    await say('The kettle whistles at a hundred degrees when it steams.');
    const worked = { files: ['src/a.ts'] };
    expect((await ask('When does the kettle whistle?', {}, worked)).contents[0]).toContain('boils');
    expect((await ask('When does the kettle whistle?', off, worked)).contents[0]).toContain('steams');
  });

  it.each<[string, DottedValues]>([
    ['memory.v3.rerank.enabled', { 'memory.v3.rerank.enabled': false }],
    ['memory.v3.rerank.triggerMinMargin', { 'memory.v3.rerank.triggerMinMargin': 0 }],
    ['memory.v3.enabled', v2],
  ])('%s: words alone decide the order', async (_, off) => {
    await say('Run the kettle tests before the build.');
    nowMs += 1_000;
    await say('Run the build before the kettle tests, before lunch, before the build of the kettle is old.');
    const order = async (values: DottedValues) => {
      const { contents, decisionId } = await ask('Run the kettle tests before the build.', values);
      return { contents, reranked: store.read((reader) => reader.decision(decisionId))?.reranked };
    };
    expect((await order({})).reranked).toBe(true);
    expect((await order(off)).reranked).toBeUndefined();
    expect((await order(off)).contents).toHaveLength(2);
  });

  it('memory.v3.lifecycle.enabled: what happened once is recalled as long as Memory V2 looks back', async () => {
    await say('The nightly build of the kettle failed with a full disk.', { type: 'failure' });
    const off = { 'memory.v3.lifecycle.enabled': false };
    const recalled = async (days: number, values: DottedValues) => {
      nowMs = (100 + days) * dayMs;
      return (await ask('Why did the nightly build of the kettle fail?', values)).contents.length;
    };
    expect(await recalled(22, {})).toBe(1);
    expect(await recalled(20, off)).toBe(1);
    expect(await recalled(22, off)).toBe(0);
    expect(await recalled(22, v2)).toBe(0);
    expect(await recalled(22, { ...off, 'memory.retrievalLookbackDays': 25 })).toBe(1);
    expect(await recalled(91, {})).toBe(0);
    expect(await recalled(91, { ...off, 'memory.retrievalLookbackDays': 200, 'memory.decayDays': 200 })).toBe(
      0,
    );
  });

  it('memory.maxPromptBudgetTokens: no answer is longer, whatever was asked', async () => {
    for (let at = 0; at < 4; at++)
      await say(`The kettle number ${at} ${'whistles softly and '.repeat(20)} boils at ${90 + at} degrees.`);
    const wide = { budgetTokens: 3_000 };
    expect((await ask('kettle boils degrees', {}, wide)).pack.budgetTokens).toBe(3_000);
    const { pack } = await ask('kettle boils degrees', { 'memory.maxPromptBudgetTokens': 200 }, wide);
    expect(pack.budgetTokens).toBe(200);
    expect(pack.tokens).toBeLessThanOrEqual(200);
  });

  it.each(itemTypes)('memory.v3.lifecycle.typeTtlDays.%s: how long it lasts', async (type) => {
    const ttlWith = async (values: DottedValues) => {
      store = plainStore(['r1']);
      await say('The kettle boils water at noon.', { type }, values);
      return store.read((reader) => reader.items({}))[0]?.ttlDays;
    };
    const name = `memory.v3.lifecycle.typeTtlDays.${type}` as const;
    expect(await ttlWith({ [name]: 3 })).toBe(3);
    expect(await ttlWith({ [name]: 0 })).toBeUndefined();
    expect(await ttlWith({ [name]: 3, ...v2 })).toBeUndefined();
  });

  it('memory.v3.scope: another workspace, skill or team says nothing', async () => {
    const shop = { 'memory.v3.scope.mode': 'workspace', 'memory.v3.scope.workspace': 'shop' } as const;
    await say('The kettle of the shop is blue.', { scope: 'workspace' }, shop);
    const query = 'What colour is the kettle of the shop?';
    expect((await ask(query, shop)).contents).toHaveLength(1);
    expect((await ask(query)).contents).toHaveLength(0);
    expect((await ask(query, { ...shop, 'memory.v3.scope.workspace': 'mill' })).contents).toHaveLength(0);
    expect((await ask(query, { ...shop, ...v2 })).contents).toHaveLength(0);
    await expect(say('The kettle of the team is red.', { scope: 'team' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });
});
