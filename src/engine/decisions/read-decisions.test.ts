import { beforeEach, describe, expect, it } from 'vitest';
import {
  decisionId,
  exampleDecision,
  exampleItem,
  exampleOutcome,
  itemId,
  putItems,
  scopeA,
  text,
} from '../../../tests/contract/memory-store/example-items.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { settingsWith } from '../../config/settings.ts';
import type { ConsideredMemory, DecisionReceipt } from '../../model/decision.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { browseItems } from '../items/browse-items.ts';
import { readTimeline } from './read-decisions.ts';
import { readTrackRecord } from './track-record.ts';

const dayMs = 86_400_000;
let store: MemoryStore;

beforeEach(() => {
  store = plainStore();
});

const candidate = (id: string, shown: boolean): ConsideredMemory => ({
  ...{ itemId: itemId(id), score: { value: 1, description: '', parts: [] }, relevance: 1, strength: 'same' },
  ...{ freshness: 'none', admission: { admitted: true, refusals: [], warnings: [] }, tokenCost: 1, shown },
});

const verdict = (risk?: number): Pick<DecisionReceipt, 'verdict'> => ({
  verdict: {
    ...{ policy: 'guarded_rscb_mc', policyVersion: 1, action: 'top1_resolution', propensity: 1 },
    ...{ reason: 'It fits.', actionScores: [], ...(risk === undefined ? {} : { risk }) },
  },
});

const decide = (...receipts: readonly DecisionReceipt[]) =>
  store.transact((transaction) => {
    for (const receipt of receipts) transaction.addDecision(receipt);
  });

describe('the timeline', () => {
  beforeEach(async () => {
    await putItems(store, [[exampleItem('a'), 'word']]);
    await decide(
      ...Array.from({ length: 250 }, (_, at) =>
        exampleDecision(`d${at}`, {
          ...{ atMs: at, session: `s${at % 2}`, query: text(`\n line ${at}\nmore`) },
          considered: [candidate(at % 50 === 7 ? 'gone' : 'a', at % 5 === 2)],
        }),
      ),
    );
  });

  const read = (request: Partial<Parameters<typeof readTimeline>[1]>) =>
    store.read((reader) => readTimeline(reader, { limit: 20, ...request }));

  it('is read part by part to its end, each decision once', () => {
    const seen: string[] = [];
    let before: number | undefined;
    do {
      const { rows, next, count } = read({ before, limit: 60 });
      expect(count).toBe(250);
      seen.push(...rows.map(({ id }) => id));
      before = next;
    } while (before !== undefined);
    expect(seen).toEqual(Array.from({ length: 250 }, (_, at) => `d${249 - at}`));
  });

  it('names what was shown, and says so where it was forgotten', () => {
    const { rows } = read({ shown: true, limit: 50 });
    expect(rows).toHaveLength(50);
    expect(rows.every(({ shown }) => shown.length === 1)).toBe(true);
    expect(rows.find(({ id }) => id === 'd247')).toMatchObject({
      query: 'line 247',
      considered: 1,
      shown: [{ id: 'a', title: 'title of a' }],
    });
    expect(rows.find(({ id }) => id === 'd207')?.shown).toEqual([{ id: 'gone' }]);
  });

  it('is narrowed down by session, by what was said of it and by scope', async () => {
    await store.transact((transaction) => {
      transaction.addOutcome(exampleOutcome('o1', { decisionId: decisionId('d2'), kind: 'accepted' }));
      transaction.addOutcome(exampleOutcome('o2', { decisionId: decisionId('d2'), kind: 'false_positive' }));
    });
    expect(read({ session: 's1', limit: 500 }).rows).toHaveLength(125);
    const wrong = read({ outcomes: ['false_positive'] });
    expect(wrong.rows.map(({ id, outcomes }) => [id, outcomes.map(({ kind }) => kind)])).toEqual([
      ['d2', ['false_positive']],
    ]);
    expect(read({ outcomes: ['accepted'] }).rows).toEqual([]);
    expect(read({ scopes: [] }).rows).toEqual([]);
  });
});

it('lists memories from any place, and counts each facet as if it alone was chosen anew', async () => {
  await putItems(store, [
    ...['a', 'b', 'c'].map((id) => [exampleItem(id, { trust: 'agent' }), 'word'] as const),
    [exampleItem('d', { trust: 'user', type: 'fix' }), 'word'],
    [exampleItem('e', { trust: 'user', status: 'archived' }), 'word'],
  ]);
  const window = { order: 'newest', offset: 1, limit: 2 } as const;
  const filter = { trusts: ['agent'], statuses: ['active'], scopes: [scopeA] } as const;
  const { rows, count, facets } = store.read((reader) => browseItems(reader, filter, window));
  expect(rows.map(({ id }) => id)).toEqual(['b', 'a']);
  expect(rows[0]).not.toHaveProperty('content');
  expect(count).toBe(3);
  expect(facets.trusts).toEqual([
    { value: 'agent', count: 3 },
    { value: 'user', count: 1 },
  ]);
  expect(facets.statuses).toEqual([{ value: 'active', count: 3 }]);
  expect(facets.types).toEqual([{ value: 'project_fact', count: 3 }]);
});

it('compares estimates with what came of them, and follows the ledger', async () => {
  await putItems(store, [[exampleItem('a'), 'word']]);
  const nowMs = 40 * dayMs;
  await decide(
    ...[0.05, 0.08, 0.42, 0.44, undefined].map((risk, at) =>
      exampleDecision(`d${at}`, {
        ...{ atMs: nowMs - (5 - at) * dayMs, considered: [candidate('a', true)] },
        ...verdict(risk),
      }),
    ),
  );
  const kinds = ['verified', 'accepted', 'false_positive', 'verified', 'verified'] as const;
  await store.transact((transaction) => {
    kinds.forEach((kind, at) => {
      const decision = { decisionId: decisionId(`d${at}`), atMs: nowMs - (5 - at) * dayMs };
      transaction.addOutcome(exampleOutcome(`o${at}`, { ...decision, kind }));
    });
  });
  const settings = settingsWith({}).gate;
  const record = store.read((reader) => readTrackRecord(reader, { settings, nowMs, days: 10 }));
  expect(record.reliability.map(({ wrong: { count, of } }) => [count, of])).toEqual([
    [0, 2],
    [1, 2],
  ]);
  expect(record.reliability[1]?.meanRisk).toBeCloseTo(0.43);
  expect(record.coverage.map(({ coverage, wrong }) => [coverage, Number(wrong.toFixed(2))])).toEqual([
    [0.25, 0],
    [0.5, 0],
    [0.75, 0.33],
    [1, 0.25],
  ]);
  expect(record.unestimated).toMatchObject({ count: 0, of: 1 });
  expect(record.ledger).toHaveLength(10);
  expect(record.ledger.at(0)).toMatchObject({ falsePositives: 0 });
  expect(record.ledger.at(-1)).toMatchObject({ falsePositives: 1 });
  expect(record.wrong).toMatchObject([
    { decisionId: 'd2', kind: 'false_positive', item: { title: 'title of a' } },
  ]);
  expect(record.labels).toEqual({ user: 5, agent: 0, tests: 0, inference: 0 });
});
