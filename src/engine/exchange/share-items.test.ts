import { describe, expect, it } from 'vitest';
import { anyRandom } from '../../../tests/fakes/any-random.ts';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { clean, failureProfile, itemId, memoryItem } from '../../../tests/fakes/memory-item.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { writeItemLine, writeSharedLine } from '../../lessons/item-line.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { scopeOf } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { approveItem, decideDoubt, rejectItem } from '../items/review-items.ts';
import { reviewQueue } from '../items/review-queue.ts';
import { importItems } from './exchange-items.ts';
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

describe('import of what is shared', () => {
  const take = async (store: MemoryStore, lines: readonly object[], shared = true) =>
    await importItems(
      { files: [{ lines: streamOf(lines) }], vouched: false, shared, scope, speaker: ada },
      { store, clock: fixedClock(9_000), tokens: { count: async () => 1 } },
    );

  it('takes of a line what share writes, and nothing else that it claims', async () => {
    const store = await storeOf();
    const { content } = lesson;
    const claims = {
      ...{ status: 'ARCHIVED', archivedFor: 'age', principal: 'user:ada', origin: 'cli:ada', trust: 'user' },
      ...{ confidence: 1, accessCount: 99, quarantined: true, vouchedAt: 1, supersededById: fix.id, x: 1 },
      relatedItems: [{ id: fix.id, relation: 'CONTRADICTS' }],
      outcomes: [{ id: 'o', decisionId: 'd', kind: 'verified', by: 'user', principal: 'user:ada', at: 1 }],
    };
    expect(await take(store, [{ content, ...claims }])).toMatchObject({ added: 1, outcomesAdded: 0 });
    const [item] = store.read((reader) => reader.items({}));
    expect(item).toMatchObject({
      ...{ content, status: 'active', principal: 'import', origin: 'import', trust: 'untrusted' },
      ...{ confidence: 0.5, accessCount: 0, quarantined: false, relatedItems: [] },
    });
    expect(JSON.stringify(item)).not.toMatch(/ada|archived|vouched|supersededBy|"x"/i);
    const known = await storeOf();
    await take(known, [{ content }]);
    const [plain] = known.read((reader) => reader.items({}));
    expect({ ...item, extra: {} }).toEqual({ ...plain, extra: {} });
  });

  it.each([
    ['known before', [lesson], [{ id: itemId(60) }]],
    ['in an earlier line', [], [lesson, { id: itemId(60) }]],
    ['in a later line', [], [{ id: itemId(60) }, lesson]],
  ])('asks a person whether a line takes the place of one that is %s', async (_, known, lines) => {
    const claim = {
      content: 'Dates are in local time.',
      relatedItems: [{ id: lesson.id, relation: 'supersedes' }],
    };
    for (const decision of ['approve', 'reject', 'split'] as const) {
      const store = await storeOf(...known);
      const texts = lines.map((line) =>
        'content' in line ? JSON.parse(writeSharedLine(line)) : { ...line, ...claim },
      );
      expect(await take(store, texts)).toMatchObject({ added: lines.length, faultCount: 0 });
      const [entry] = store.read((reader) => reviewQueue(reader, { limit: 9 }).entries);
      expect(entry).toMatchObject({
        item: { id: itemId(60) },
        reason: 'may_supersede',
        replaces: [{ id: lesson.id, title: lesson.title, content: lesson.content }],
      });
      const statusOf = (id: string) => store.read((reader) => reader.item(id as MemoryItem['id'])?.status);
      expect(statusOf(lesson.id)).toBe('active');
      const request = { store, id: itemId(60), speaker: ada, nowMs: 9_000 };
      if (decision === 'split') await decideDoubt(request, 'split');
      else if (decision === 'reject') await rejectItem(request);
      else await approveItem(request, { tokens: { count: async () => 1 }, random: anyRandom });
      const expected = {
        approve: ['active', 'superseded'],
        reject: ['archived', 'active'],
        split: ['active', 'active'],
      };
      expect([statusOf(itemId(60)), statusOf(lesson.id)]).toEqual(expected[decision]);
    }
  });

  it('leaves what holds elsewhere out of a line’s reach', async () => {
    const elsewhere = { ...lesson, scope: scopeOf('repo', 'r2' as RepositoryId) };
    const store = await storeOf(elsewhere);
    await take(store, [{ content: 'x', relatedItems: [{ id: lesson.id, relation: 'supersedes' }] }]);
    const [entry] = store.read((reader) => reviewQueue(reader, { limit: 9 }).entries);
    expect(entry).toMatchObject({ reason: 'untrusted_origin' });
    expect(entry).not.toHaveProperty('replaces');
  });

  it('takes no line to be said on a day to come', async () => {
    const store = await storeOf();
    const times = { createdAt: '2999-01-01T00:00:00Z', updatedAt: '2999-01-02T00:00:00Z' };
    await take(store, [
      { content: 'x', ...times },
      { content: 'y', createdAt: 8_000, updatedAt: 8_500 },
    ]);
    const found = store.read((reader) => reader.items({}));
    expect(found.map((item) => [item.content, item.createdAtMs, item.updatedAtMs]).toSorted()).toEqual([
      ['x', 9_000, 9_000],
      ['y', 8_000, 8_500],
    ]);
  });

  it('takes no evidence: neither a time a failure was met, nor what a session saw', async () => {
    const text = [pattern, fix].map((item) => JSON.parse(writeItemLine({ item, outcomes: [] })));
    const store = await storeOf();
    const report = await take(store, [...text, JSON.parse(writeItemLine({ item: episode, outcomes: [] }))]);
    expect(report).toMatchObject({
      added: 2,
      faultCount: 1,
      faults: [{ line: 3, code: 'INVALID_ARGUMENT' }],
    });
    const [taken] = store.read((reader) => reader.items({ kinds: ['variant'] }));
    expect(taken?.body).not.toHaveProperty('seen');
  });
});

async function* streamOf(lines: readonly object[]): AsyncIterable<string> {
  yield lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

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
    ['only an agent said', { trust: 'agent' }],
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
