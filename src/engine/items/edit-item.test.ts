import { beforeEach, describe, expect, it } from 'vitest';
import { anyRandom } from '../../../tests/fakes/any-random.ts';
import {
  ada,
  agentIn,
  type IssueMemory,
  issueMemory,
  variantBody,
} from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings } from '../../config/settings.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { resolveScopes } from '../memory/where-it-holds.ts';
import { itemHistory } from './browse-items.ts';
import { editItem, type ItemEdit } from './edit-item.ts';
import { forgetItems } from './forget-items.ts';
import { remember } from './remember.ts';
import { approveItem } from './review-items.ts';

const first = 'Run the build before the tests.';
const second = 'Run npm run build before the tests.';
const tokens = { count: async (text: string) => Math.ceil(text.length / 4) };
const repositoryId = 'r1' as RepositoryId;
const agent = agentIn('s1');

let store: MemoryStore;
let issues: IssueMemory;
let nowMs: number;

beforeEach(() => {
  store = plainStore(['r1']);
  issues = issueMemory(store);
  nowMs = 2_000_000;
});

async function say(
  content: string,
  speaker: Speaker = ada,
  tags: readonly string[] = [],
): Promise<MemoryItem> {
  const { item } = await remember(
    { content, speaker, tags },
    {
      store,
      clock: { nowMs: () => nowMs },
      random: anyRandom,
      repositoryId,
      scopes: resolveScopes({ repositoryId, userName: 'ada' }, defaultSettings.memory.v3.scope),
      ancestry: { head: async () => undefined, holds: async () => true },
      tokens,
      openParser: () => Promise.reject(new Error('no parser expected')),
      settings: defaultSettings.memory,
    },
  );
  return item;
}

function edit(id: string, change: ItemEdit, speaker: Speaker = ada) {
  nowMs += 1_000;
  return editItem({ store, id, speaker, nowMs }, change, { tokens, random: anyRandom });
}

const historyOf = (id: string) => store.read((reader) => itemHistory(reader, id));
const all = () => store.read((reader) => reader.items({ statuses: ['active', 'superseded', 'archived'] }));

describe('an edit', () => {
  it('keeps the text before, with who said it and how long it held', async () => {
    const said = await say(first, agent);
    const { item, before, waits } = await edit(said.id, { content: second });
    expect(item).toMatchObject({ id: said.id, content: second, trust: 'user', principal: 'user:ada' });
    expect(waits).toBe(false);
    expect(before).toMatchObject({ content: first, trust: 'agent', status: 'superseded' });
    const { versions } = historyOf(said.id);
    expect(
      versions.map(({ content, trust, sinceMs, untilMs }) => [content, trust, sinceMs, untilMs]),
    ).toEqual([
      [second, 'user', nowMs, undefined],
      [first, 'agent', said.createdAtMs, nowMs],
    ]);
    // By the id of the version, too.
    expect(historyOf(before.id).item.id).toBe(said.id);
  });

  it('is taken back, and made again, with nothing lost', async () => {
    const said = await say(first, agent, ['build']);
    const { before } = await edit(said.id, { content: second });
    const back = await edit(said.id, { restore: before.id });
    expect(back.item).toMatchObject({
      content: said.content,
      title: said.title,
      trust: 'agent',
      tags: ['build'],
      principal: said.principal,
      fingerprint: said.fingerprint,
      tokenCost: said.tokenCost,
    });
    expect(back.waits).toBe(true);
    const again = await edit(said.id, { restore: back.before.id });
    expect(again.item).toMatchObject({ content: second, trust: 'user' });
    expect(historyOf(said.id).versions.map(({ content }) => content)).toEqual([second, first, second, first]);
    const fingerprints = all().map(({ fingerprint }) => fingerprint);
    expect(new Set(fingerprints).size).toBe(fingerprints.length);
  });

  it('holds no more than a memory that is said', async () => {
    const said = await say(first, ada);
    const content = 'x'.repeat(1_000_001);
    await expect(edit(said.id, { content })).rejects.toMatchObject({ code: 'TEXT_TOO_LARGE' });
  });

  it('also of the title alone', async () => {
    const said = await say(first);
    const { item, before } = await edit(said.id, { title: 'Build first' });
    expect(item).toMatchObject({ title: 'Build first', content: first });
    const back = await edit(said.id, { restore: before.id });
    expect(back.item).toMatchObject({ title: said.title, fingerprint: said.fingerprint });
  });

  it('raises no trust by a new title over an agent’s unconfirmed words', async () => {
    const said = await say(first, agent);
    const { item, waits } = await edit(said.id, { title: 'Build first' });
    expect([item.trust, waits]).toEqual(['agent', true]);
  });

  it('of approval in other words is kept, too', async () => {
    const said = await say(first, agent);
    await approveItem(
      { store, id: said.id, speaker: ada, nowMs },
      { content: second, tokens, random: anyRandom },
    );
    expect(historyOf(said.id).versions.map(({ content }) => content)).toEqual([second, first]);
  });

  it('leaves an agent’s fix waiting, without the part that tools showed', async () => {
    const failure = { output: 'Error: the spool is full', command: 'make letters' };
    const { variant } = await issues.record({ ...failure, fix: first, speaker: agent });
    const seen = { ...variant, body: { ...variantBody(variant), seen: variant.content } };
    await store.transact((transaction) => transaction.putItem(seen, itemTerms(seen)));
    const { item, before, waits } = await edit(variant.id, { content: second });
    expect(variantBody(item).seen).toBeUndefined();
    expect([item.trust, waits, item.title]).toEqual(['agent', true, variant.title]);
    const back = await edit(variant.id, { restore: before.id });
    expect(variantBody(back.item).seen).toBe(variant.content);
  });

  it('is not undone by a fix that is told again as it was first', async () => {
    const failure = { output: 'Error: the spool is full', command: 'make letters' };
    const { variant } = await issues.record({ ...failure, fix: first });
    await edit(variant.id, { content: second });
    const again = await issues.record({ ...failure, fix: first, speaker: agent });
    expect(again.variant).toMatchObject({ id: variant.id, content: second });
    expect(issues.itemsOf('variant')).toHaveLength(1);
  });

  it('makes room for what it now contradicts', async () => {
    const older = await say('Deploys happen on Fridays.');
    const other = await say('Ask before a deploy.');
    const { item } = await edit(other.id, { content: 'Deploys happen on Tuesdays, no longer on Fridays.' });
    expect(item.relatedItems).toEqual([{ id: older.id, relation: 'supersedes' }]);
    expect(store.read((reader) => reader.item(older.id))).toMatchObject({ status: 'superseded' });
    expect(historyOf(older.id).replacedBy.map(({ id }) => id)).toEqual([other.id]);
    expect(historyOf(other.id).replaced.map(({ id }) => id)).toEqual([older.id]);
  });
});

describe('the former text of an edited memory', () => {
  it('does not come back when an agent says it again', async () => {
    const said = await say(first, agent);
    await edit(said.id, { content: second });
    const again = await say(first, agentIn('s2'));
    expect(again).toMatchObject({ id: said.id, content: second });
    expect(all().filter(({ status }) => status === 'active')).toHaveLength(1);
  });

  it('is forgotten with the memory', async () => {
    const said = await say(first);
    const { before } = await edit(said.id, { content: second });
    const { items } = await forgetItems(store, { ids: [said.id] });
    expect(items).toEqual([{ id: said.id, title: expect.any(String) }]);
    expect(store.read((reader) => reader.item(before.id))).toBeUndefined();
    expect(all()).toEqual([]);
  });

  it('can be forgotten alone', async () => {
    const said = await say(first);
    const { before } = await edit(said.id, { content: second });
    await forgetItems(store, { ids: [before.id] });
    expect(historyOf(said.id).versions.map(({ content }) => content)).toEqual([second]);
  });
});

describe('refused is an edit', () => {
  it.each([
    ['by an agent', { content: second }, agent, 'NEEDS_PERSON'],
    ['that says nothing', {}, ada, 'INVALID_ARGUMENT'],
    ['that says two things', { content: second, restore: 'abcd' }, ada, 'INVALID_ARGUMENT'],
    ['that changes nothing', { content: first }, ada, 'INVALID_ARGUMENT'],
    ['without a word', { content: ' ' }, ada, 'INVALID_ARGUMENT'],
    ['to an unknown version', { restore: 'abcd' }, ada, 'ITEM_NOT_FOUND'],
  ] as const)('%s', async (_, change, speaker, code) => {
    const said = await say(first);
    await expect(edit(said.id, change, speaker)).rejects.toMatchObject({ code });
    expect(all()).toEqual([said]);
  });

  it('to words of another memory, or to a version of one', async () => {
    const said = await say(first);
    const other = await say('Ask before a release.');
    const { before } = await edit(other.id, { content: 'Ask Ada before a release.' });
    await expect(edit(said.id, { content: other.content })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await expect(edit(said.id, { restore: before.id })).rejects.toThrow('no earlier text');
    await expect(edit(before.id, { content: second })).rejects.toThrow('earlier text of');
  });

  it('of what stands in a rule file, or is out of use', async () => {
    const said = await say(first);
    const changed = async (changes: Partial<MemoryItem>) =>
      await store.transact((transaction) => transaction.updateItem({ ...said, ...changes }));
    await changed({ trust: 'imported', origin: 'rules:AGENTS.md' });
    await expect(edit(said.id, { content: second })).rejects.toThrow('stands in AGENTS.md');
    await changed({ status: 'archived' });
    await expect(edit(said.id, { content: second })).rejects.toThrow('is archived');
  });
});
