import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DecisionReceipt } from '../../../src/model/decision.ts';
import type { MemoryStore } from '../../../src/ports/memory-store.ts';
import { decisionId, exampleDecision, exampleOutcome, itemId, text } from './example-items.ts';
import { addExample, makeFolder, repositoryId } from './example-store.ts';
import { storeFactories } from './store-factories.ts';

const idOf = ({ id }: DecisionReceipt) => id;

describe.each(storeFactories)('decisions and outcomes in $name', ({ open }) => {
  const folder = makeFolder();
  let store: MemoryStore;

  beforeEach(() => {
    folder.renew();
    store = open(folder.path);
  });

  afterEach(() => {
    store.close();
    folder.remove();
  });

  it('are none at first', () => {
    store.read((reader) => {
      expect(reader.decision(decisionId('a'))).toBeUndefined();
      expect(reader.decisions(9)).toEqual([]);
      expect(reader.decisionsByIdPrefix('', 9)).toEqual([]);
      expect(reader.outcomesOf(decisionId('a'))).toEqual([]);
      expect(reader.outcomesAbout([itemId('a')])).toEqual(new Map());
      expect(reader.outcomesInSession('s')).toEqual([]);
      expect(reader.pausedAtMs(repositoryId('a'))).toBeUndefined();
    });
  });

  it('come back whole, newest first whatever the clock said', async () => {
    const decisions = [
      exampleDecision('d1', { atMs: 3_000, query: text('lone \ud800 and NUL \0') }),
      exampleDecision('d2', { atMs: -5, repositoryId: repositoryId('r'), session: 's' }),
      exampleDecision('e3', { atMs: 1_000, usedTokens: 40 }),
    ];
    await store.transact((transaction) => {
      for (const decision of decisions) transaction.addDecision(decision);
    });
    store.read((reader) => {
      expect(reader.decisions(9)).toEqual(decisions.toReversed());
      expect(reader.decisions(1).map(({ id }) => id)).toEqual(['e3']);
      expect(reader.decisions(0)).toEqual([]);
      expect(reader.decision(decisionId('d2'))).toEqual(decisions[1]);
      expect(reader.decisionsByIdPrefix('d', 9).map(({ id }) => id)).toEqual(['d2', 'd1']);
      expect(reader.decisionsByIdPrefix('d', 1).map(({ id }) => id)).toEqual(['d2']);
      expect(reader.decisionsByIdPrefix('x', 9)).toEqual([]);
    });
  });

  it('are found by their session among the last ones', async () => {
    const session = 'né "s" \\ 1';
    const decisions = [
      exampleDecision('d1', { session }),
      exampleDecision('d2', { session }),
      exampleDecision('d3', { session: `${session}0` }),
      exampleDecision('d4', { query: text(session) }),
      exampleDecision('d5', { session }),
    ];
    await store.transact((transaction) => {
      for (const decision of decisions) transaction.addDecision(decision);
    });
    store.read((reader) => {
      const idsOf = (last: number) => reader.decisionsInSession(session, last).map(({ id }) => id);
      expect(idsOf(9)).toEqual(['d5', 'd2', 'd1']);
      expect(idsOf(4)).toEqual(['d5', 'd2']);
      expect(idsOf(0)).toEqual([]);
      expect(reader.decisionsInSession('', 9)).toEqual([]);
    });
  });

  it('are read from a time on', async () => {
    await store.transact((transaction) => {
      for (const [id, atMs] of [
        ['d1', 30],
        ['d2', 10],
        ['d3', 20],
      ] as const)
        transaction.addDecision(exampleDecision(id, { atMs }));
    });
    store.read((reader) => {
      expect(reader.decisionsSince(20, idOf)).toEqual(['d1', 'd3']);
      expect(reader.decisionsSince(31, idOf)).toEqual([]);
      expect(reader.decisionsSince(10, idOf)).toEqual(['d1', 'd2', 'd3']);
    });
  });

  it('are told of anew once they were replaced', async () => {
    const tokensOf = ({ usedTokens }: DecisionReceipt) => usedTokens;
    const receipt = exampleDecision('d1', { atMs: 30, usedTokens: 5 });
    await store.transact((transaction) => transaction.addDecision(receipt));
    expect(store.read((reader) => reader.decisionsSince(0, tokensOf))).toEqual([5]);
    await store.transact((transaction) => transaction.replaceDecision({ ...receipt, usedTokens: 6 }));
    expect(store.read((reader) => reader.decisionsSince(0, tokensOf))).toEqual([6]);
  });

  it('are replaced in their place', async () => {
    await store.transact((transaction) => {
      for (const id of ['d1', 'd2', 'd3']) transaction.addDecision(exampleDecision(id));
    });
    const shorter = exampleDecision('d2', { usedTokens: 7, isCompacted: true });
    await store.transact((transaction) => transaction.replaceDecision(shorter));
    await store.transact((transaction) => transaction.replaceDecision(exampleDecision('unknown')));
    store.read((reader) => {
      expect(reader.decision(decisionId('d2'))).toEqual(shorter);
      const first = reader.decisionsAfter(0, 1)[0]?.sequence ?? 0;
      expect(reader.decisionsAfter(first).map(({ receipt }) => receipt.id)).toEqual(['d2', 'd3']);
      expect(reader.decisionsAfter(first, 1).map(({ receipt }) => receipt)).toEqual([shorter]);
      const before = reader.decisionsBefore(first + 2, 9);
      expect(before.map(({ receipt }) => receipt.id)).toEqual(['d2', 'd1']);
      expect(before.at(-1)?.sequence).toBe(first);
      expect(reader.decisionsBefore(first + 2, 1).map(({ receipt }) => receipt)).toEqual([shorter]);
      expect(reader.damagedRows()).toEqual([]);
    });
  });

  it('are made once', async () => {
    await store.transact((transaction) => transaction.addDecision(exampleDecision('d')));
    const again = store.transact((transaction) => transaction.addDecision(exampleDecision('d', { atMs: 9 })));
    await expect(again).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(store.read((reader) => reader.decisions(9))).toEqual([exampleDecision('d')]);
  });

  it('outcomes are counted once, in the order they came', async () => {
    const outcomes = [
      exampleOutcome('o1'),
      exampleOutcome('o2', { kind: 'rejected', by: 'agent', atMs: -1 }),
      exampleOutcome('o3', { itemId: itemId('b'), session: 'lone \ud800 and NUL \0' }),
      exampleOutcome('o4', { decisionId: decisionId('other') }),
    ];
    const { itemId: _, ...aboutNone } = exampleOutcome('o5', { kind: 'correct_abstain' });
    await store.transact((transaction) => {
      for (const outcome of [...outcomes, aboutNone]) expect(transaction.addOutcome(outcome)).toBe(true);
    });
    const again = exampleOutcome('o1', { kind: 'false_positive' });
    expect(await store.transact((transaction) => transaction.addOutcome(again))).toBe(false);
    store.read((reader) => {
      expect(reader.outcomesOf(decisionId('d'))).toEqual([...outcomes.slice(0, 3), aboutNone]);
      const [o1, o2, o3, o4] = outcomes;
      expect(reader.outcomesAbout([itemId('a'), itemId('a'), itemId('b'), itemId('c')])).toEqual(
        new Map([
          [itemId('a'), [o1, o2, o4]],
          [itemId('b'), [o3]],
        ]),
      );
      expect(reader.outcomesInSession('lone \ud800 and NUL \0')).toEqual([o3]);
      expect(reader.outcomesInSession('lone')).toEqual([]);
    });
  });

  it('a repository is paused until it is resumed or removed', async () => {
    await addExample(store, 'r');
    const pausedAtMs = () => store.read((reader) => reader.pausedAtMs(repositoryId('r')));
    const resume = () => store.transact((transaction) => transaction.resume(repositoryId('r')));
    expect(await resume()).toBe(false);
    await store.transact((transaction) => transaction.pause(repositoryId('r'), 5));
    expect(pausedAtMs()).toBe(5);
    await store.transact((transaction) => transaction.pause(repositoryId('r'), 7));
    expect(pausedAtMs()).toBe(7);
    expect(await resume()).toBe(true);
    expect(pausedAtMs()).toBeUndefined();
    await store.transact((transaction) => transaction.pause(repositoryId('r'), 9));
    await store.transact((transaction) => transaction.removeRepository(repositoryId('r')));
    expect(pausedAtMs()).toBeUndefined();
    const unknown = store.transact((transaction) => transaction.pause(repositoryId('r'), 9));
    await expect(unknown).rejects.toMatchObject({ code: 'INTERNAL' });
  });
});
