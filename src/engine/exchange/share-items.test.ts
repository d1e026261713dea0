import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { clean, failureProfile, itemId, memoryItem } from '../../../tests/fakes/memory-item.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { RepositoryId } from '../../model/repository.ts';
import { scopeOf } from '../../model/scope.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { importItems } from './import-items.ts';
import { planShare, type ShareRequest } from './share-items.ts';

const ada = { kind: 'user', name: 'ada', source: 'cli' } as const;
const repositoryId = 'r1' as RepositoryId;
const scope = scopeOf('repo', repositoryId);
const failure = failureProfile({ errorLines: [clean('Error: it broke')], excerpt: clean('Error: it broke') });

const lesson = memoryItem({ id: itemId(70), scope, trust: 'user', content: clean('Dates are in UTC.') });
const pattern = memoryItem({ id: itemId(90), scope, body: { kind: 'pattern', symptom: clean('it breaks') } });
const fix = memoryItem({
  id: itemId(50),
  scope,
  trust: 'verified',
  body: { kind: 'variant', patternId: pattern.id, failure, seen: clean('+ what a session showed') },
  relatedItems: [
    { id: pattern.id, relation: 'depends_on' },
    { id: lesson.id, relation: 'caused_by' },
  ],
});
const episode = memoryItem({
  id: itemId(10),
  scope,
  body: { kind: 'episode', variantId: fix.id, failure, outcome: 'resolved', session: 's1' },
  relatedItems: [{ id: fix.id, relation: 'depends_on' }],
});

async function storeOf(...items: readonly MemoryItem[]): Promise<MemoryStore> {
  const store = plainStore();
  await store.transact((transaction) => {
    transaction.addRepository({ id: repositoryId, name: 'kettle', createdAtMs: 0 });
    for (const item of items) transaction.putItem(item, itemTerms(item));
  });
  return store;
}

async function share(items: readonly MemoryItem[], changes: Partial<ShareRequest> = {}) {
  const store = await storeOf(...items);
  const request = { speaker: ada, before: '', scope, ids: [], all: false, removed: [], ...changes };
  return store.read((reader) => planShare(reader, request));
}

const idsOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).id);

describe('share', () => {
  it('writes a failure before its fix, and neither evidence nor who said it where', async () => {
    const { text, changes } = await share([lesson, pattern, fix, episode], { all: true });
    expect(idsOf(text)).toEqual([lesson.id, pattern.id, fix.id]);
    expect(changes.map(({ kind, id }) => [kind, id])).toEqual(
      expect.arrayContaining([
        ['added', lesson.id],
        ['added', fix.id],
      ]),
    );
    for (const hidden of [
      's1',
      'session',
      'principal',
      'origin',
      'trust',
      'scope',
      'caused_by',
      'accessCount',
    ])
      expect(text).not.toContain(hidden);
  });

  it('gives the same text whatever the order, the time of a confirmation and the reader', async () => {
    const { text } = await share([lesson, pattern, fix], { ids: [fix.id, lesson.id] });
    const again = { ...lesson, updatedAtMs: lesson.updatedAtMs + 9_000, accessCount: 40 };
    const later = await share([fix, again, pattern], { before: text, ids: [lesson.id, fix.id] });
    expect(later).toMatchObject({ text, changes: [] });
    expect((await share([lesson, pattern, fix], { all: true })).text).toBe(text);
  });

  it('changes one line where one text changed, and keeps the lines of others to the letter', async () => {
    const theirs = `{ "id": "${itemId(60)}",  "content": "Tabs, not spaces", "note": 1 }\n`;
    const { text } = await share([lesson], { before: theirs, all: true });
    expect(text).toContain(theirs);
    const edited = { ...lesson, content: clean('Dates are in local time.') };
    const next = await share([edited], { before: text, all: true });
    expect(next.changes).toEqual([{ kind: 'changed', id: lesson.id, title: lesson.title }]);
    const kept = next.text.split('\n').filter((line) => text.split('\n').includes(line));
    expect(kept).toContain(theirs.trimEnd());
    expect(next.lineCount).toBe(2);
  });

  it('takes a line out with the failure that no other fix needs, and what gave way to another', async () => {
    const { text } = await share([lesson, pattern, fix], { all: true });
    const { text: left } = await share([lesson, pattern, fix], {
      before: text,
      removed: [fix.id.slice(0, 8)],
    });
    expect(idsOf(left)).toEqual([lesson.id]);
    const newer = memoryItem({ id: itemId(71), scope, trust: 'user', content: clean('Dates are in TAI.') });
    const older = { ...lesson, status: 'superseded', supersededById: newer.id } as const;
    const next = await share([older, newer], { before: left, ids: [newer.id] });
    expect(idsOf(next.text)).toEqual([newer.id]);
    expect(next.changes.map(({ kind }) => kind)).toEqual(['added', 'replaced']);
  });

  it('takes secrets out of what was kept before their form was known', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const old = { ...lesson, content: clean(`use ${secret}`), tags: [clean(secret)] };
    expect((await share([old], { all: true })).text).not.toContain(secret);
  });

  it.each([
    ['nobody vouches for', { trust: 'agent' }],
    ['is out of use', { status: 'archived' }],
    ['waits for a person', { quarantined: true }],
    ['stands in a rule file', { origin: 'rules:AGENTS.md', trust: 'verified' }],
    ['is of another repository', { scope: scopeOf('repo', 'r2') }],
    ['is the user’s everywhere', { scope: scopeOf('user', 'ada') }],
  ] as const)('refuses what %s, and leaves it out of all', async (_, changes) => {
    const item = { ...lesson, ...changes };
    await expect(share([item], { ids: [item.id] })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect((await share([item], { all: true })).text).toBe('');
  });

  it('shares out of another scope that is named, and has no word of it in the line', async () => {
    const mine = { ...lesson, scope: scopeOf('user', 'ada') };
    const { text } = await share([mine], { ids: [mine.id], scope: mine.scope });
    expect(idsOf(text)).toEqual([mine.id]);
    expect(text).not.toContain('ada');
  });

  it('is for persons', async () => {
    const agent = { kind: 'agent', name: 'codex', source: 'cli' } as const;
    await expect(share([lesson], { all: true, speaker: agent })).rejects.toMatchObject({
      code: 'NEEDS_PERSON',
    });
  });

  it('writes nothing over a file with a conflict in it', async () => {
    const before = '<<<<<<< HEAD\n{"content":"a"}\n';
    await expect(share([lesson], { before, all: true })).rejects.toThrow('Line 1 of the shared file');
  });

  it('asks which of two versions of one memory holds, but not about a line that was merged twice', async () => {
    const { text: before } = await share([lesson], { all: true });
    const other = before.replace('Dates are in UTC.', 'Dates are in CET.');
    await expect(share([], { all: true, before: before + other })).rejects.toThrow('Lines 1 and 2');
    expect((await share([], { all: true, before: before + before })).text).toBe(before);
  });

  it('is read by import: here, untrusted, with the fix of the failure', async () => {
    const { text } = await share([lesson, pattern, fix], { all: true });
    const there = await storeOf();
    const source = async function* () {
      yield text;
    };
    const request = { files: [{ lines: source() }], vouched: false, speaker: ada, scope };
    const report = await importItems(request, {
      ...{ store: there, clock: fixedClock(9_000), tokens: { count: async () => 48 } },
    });
    expect(report).toMatchObject({ added: 3, faultCount: 0 });
    const edited = await share([{ ...lesson, content: clean('Dates are in TAI.') }], { all: true });
    const again = async function* () {
      yield edited.text;
    };
    const second = await importItems(
      { ...request, files: [{ lines: again() }] },
      {
        ...{ store: there, clock: fixedClock(9_000), tokens: { count: async () => 48 } },
      },
    );
    expect(second).toMatchObject({ added: 0, known: 1, differing: [lesson.id] });
    const items = there.read((reader) => reader.items({}));
    expect(items.map((item) => [item.scope, item.trust])).toEqual(items.map(() => [scope, 'untrusted']));
    expect(items.find(({ id }) => id === fix.id)?.body).not.toHaveProperty('seen');
  });
});
