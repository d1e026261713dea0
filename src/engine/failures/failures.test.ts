import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { clean, failureProfile, itemId, memoryItem } from '../../../tests/fakes/memory-item.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings } from '../../config/settings.ts';
import type { DecisionId, Outcome, OutcomeKind } from '../../model/decision.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { globalScope, scopeOf } from '../../model/provenance.ts';
import type { ItemReader, MemoryStore } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { type GuardrailsRequest, guardrails } from './guardrails.ts';
import { listDoubts, listFailures, viewFailure } from './view-failures.ts';

const scope = scopeOf('repo', 'r1');
const nowMs = 10_000;
const failure = failureProfile({ file: 'src/db/schema.ts' });

const pattern = (number: number, changes: Partial<MemoryItem> = {}) =>
  memoryItem({
    id: itemId(number),
    scope,
    body: { kind: 'pattern', symptom: clean('it breaks'), preventionRule: clean('Write a migration') },
    ...changes,
  });
const variant = (number: number, of: number, changes: Partial<MemoryItem> = {}) =>
  memoryItem({
    id: itemId(number),
    scope,
    body: { kind: 'variant', patternId: itemId(of), failure },
    relatedItems: [{ id: itemId(of), relation: 'depends_on' }],
    ...changes,
  });
const episode = (number: number, of: number, changes: Partial<MemoryItem> = {}) =>
  memoryItem({
    id: itemId(number),
    scope,
    body: { kind: 'episode', variantId: itemId(of), failure, outcome: 'resolved' },
    relatedItems: [{ id: itemId(of), relation: 'depends_on' }],
    ...changes,
  });

let store: MemoryStore;

beforeEach(async () => {
  store = plainStore();
  await put([
    pattern(1),
    variant(11, 1),
    variant(12, 1, { createdAtMs: 5_000 }),
    episode(111, 11),
    episode(112, 11, { createdAtMs: 7_000 }),
    episode(121, 12),
    pattern(2, { createdAtMs: 8_000 }),
    variant(21, 2, { createdAtMs: 8_000 }),
    pattern(3, { scope: globalScope }),
    pattern(4, { status: 'archived' }),
    memoryItem({ id: itemId(9), scope, type: 'decision' }),
  ]);
});

async function put(items: readonly MemoryItem[]): Promise<void> {
  await store.transact((transaction) => {
    for (const item of items) transaction.putItem(item, itemTerms(item));
  });
}

let told = 0;

async function tell(number: number, kind: OutcomeKind, by: Outcome['by'] = 'user'): Promise<void> {
  told += 1;
  const outcome = { id: `o${told}`, decisionId: `d${told}` as DecisionId, itemId: itemId(number), kind, by };
  await store.transact((transaction) =>
    transaction.addOutcome({ ...outcome, principal: `${by}:x`, atMs: told }),
  );
}

const read = <T>(work: (reader: ItemReader) => T): T => store.read(work);

describe('listFailures', () => {
  it('counts what hangs on each pattern, last seen first', async () => {
    await tell(11, 'verified');
    await tell(12, 'rejected');
    const { failures, count } = read((reader) => listFailures(reader, { scopes: [scope], limit: 10 }));
    expect(count).toBe(2);
    expect(failures).toMatchObject([
      { pattern: { id: itemId(2) }, variantCount: 1, episodeCount: 0, lastSeenAtMs: 8_000, outcomes: {} },
      {
        pattern: { id: itemId(1) },
        ...{ variantCount: 2, episodeCount: 3, waitingCount: 0, lastSeenAtMs: 7_000 },
        outcomes: { verified: 1, rejected: 1 },
      },
    ]);
  });

  it('says how many there are beyond the limit, and of all scopes when none are named', () => {
    const { failures, count } = read((reader) => listFailures(reader, { limit: 1 }));
    expect({ shown: failures.length, count }).toEqual({ shown: 1, count: 3 });
  });
});

describe('viewFailure', () => {
  it.each([1, 11, 112])('is found by the id of any part: %i', (number) => {
    const view = read((reader) => viewFailure(reader, itemId(number).slice(0, 8)));
    expect(view.pattern.id).toBe(itemId(1));
    expect(view.variants.map(({ variant: { id }, episodes }) => [id, episodes.length])).toEqual([
      [itemId(12), 1],
      [itemId(11), 2],
    ]);
  });

  it('lists a quarantined variant after the active ones', async () => {
    await put([variant(12, 1, { quarantined: true })]);
    const { variants } = read((reader) => viewFailure(reader, itemId(1)));
    expect(variants.map(({ variant: { id } }) => id)).toEqual([itemId(11), itemId(12)]);
  });

  it.each([
    ['9999', 'ITEM_NOT_FOUND', /No memory has the id/],
    ['00000009', 'INVALID_ARGUMENT', /is not about a failure/],
    ['\u0000', 'INVALID_ARGUMENT', /not the id of a memory/],
    ['', 'INVALID_ARGUMENT', /not the id of a memory/],
  ])('refuses %j', (id, code, message) => {
    expect(() => read((reader) => viewFailure(reader, id))).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });

  it('says that the whole was forgotten', async () => {
    await put([episode(500, 499)]);
    expect(() => read((reader) => viewFailure(reader, '00000500'))).toThrow(/was forgotten/);
  });
});

describe('listDoubts', () => {
  const doubtful = (number: number, kind: 'merge' | 'contradiction', known: number) =>
    variant(number, 1, {
      quarantined: true,
      body: { kind: 'variant', patternId: itemId(1), failure, doubt: { kind, variantId: itemId(known) } },
    });

  it('shows both sides, longest waiting first', async () => {
    await put([doubtful(13, 'merge', 11), doubtful(14, 'contradiction', 999)]);
    expect(read((reader) => listDoubts(reader))).toMatchObject({
      doubts: [
        { kind: 'merge', variant: { variant: { id: itemId(13) } }, known: { variant: { id: itemId(11) } } },
        { kind: 'contradiction', variant: { variant: { id: itemId(14) } } },
      ],
    });
  });

  it('is empty when what waits is in no doubt', async () => {
    await put([variant(15, 1, { quarantined: true })]);
    expect(read((reader) => listDoubts(reader))).toEqual({ doubts: [] });
  });
});

describe('guardrails', () => {
  function ask(request: Partial<GuardrailsRequest>) {
    return guardrails(
      { limit: 5, ...request },
      { store, scopes: [scope], clock: fixedClock(nowMs), settings: defaultSettings },
    );
  }
  const idsOf = (request: Partial<GuardrailsRequest>) =>
    ask(request).guardrails.map((rule) => rule.pattern.id);

  it('offers rules of what failed there, with how often', () => {
    const { guardrails: found, cards } = ask({ files: ['src/db/schema.ts'] });
    expect(found).toMatchObject([
      { pattern: { id: itemId(2) }, rule: 'Write a migration', episodeCount: 0 },
      { pattern: { id: itemId(1) }, episodeCount: 3, lastSeenAtMs: 7_000 },
    ]);
    expect(cards.map(({ actionHint }) => actionHint)).toContain('Write a migration');
  });

  it('offers the same among so many rules that all variants are read at once', async () => {
    const before = ask({ files: ['src/db/schema.ts'] }).guardrails.map((rule) => rule.pattern.id);
    await put(Array.from({ length: 120 }, (_, at) => pattern(1_000 + at)));
    expect(idsOf({ files: ['src/db/schema.ts'] })).toEqual(before);
  });

  it('offers no rule that rests on nothing that may be shown', async () => {
    await put([variant(21, 2, { status: 'archived' })]);
    await tell(11, 'rejected');
    await put([variant(12, 1, { quarantined: true })]);
    expect(idsOf({ files: ['src/db/schema.ts'] })).toEqual([]);
  });

  it('keeps to its limit', () => {
    expect(idsOf({ files: ['src/db/schema.ts'], limit: 1 })).toHaveLength(1);
  });

  it('refuses to guess what is about to be done', () => {
    for (const request of [{}, { query: ' ' }, { command: '', files: [] }])
      expect(() => ask(request)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });
});
