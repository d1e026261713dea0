import { beforeEach, describe, expect, it } from 'vitest';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { settingsWith } from '../../config/settings.ts';
import type { ItemId, RedactedText } from '../../model/brands.ts';
import type { DecisionId, DecisionReceipt, Outcome, OutcomeKind } from '../../model/decision.ts';
import { stateVersion } from '../../model/gate.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { addToGate, readGateKnowledge } from './gate-knowledge.ts';

const guarded = settingsWith({ 'gate.policy': 'guarded_rscb_mc' }).gate;
const dayMs = 24 * 60 * 60 * 1_000;

let store: MemoryStore;
beforeEach(() => {
  store = plainStore();
});

function receipt(id: string, atMs = 0): DecisionReceipt {
  return {
    id: id as DecisionId,
    atMs,
    moment: 'after_failure',
    scopes: [],
    client: 'x',
    query: '' as RedactedText,
    considered: [
      {
        itemId: 'i1' as ItemId,
        score: { value: 1, description: '', parts: [] },
        relevance: 1,
        strength: 'same',
        freshness: 'none',
        admission: { admitted: true, refusals: [], warnings: [] },
        tokenCost: 50,
        shown: true,
      },
    ],
    verdict: {
      policy: 'x',
      policyVersion: 1,
      action: 'top1_resolution',
      propensity: 1,
      reason: '',
      actionScores: [],
      state: {
        version: stateVersion,
        features: [0.9, 0.2, 0.7, 0.5, 2, 1, 1, 1, 0.5, 1, 0, 0.5, 0.25, 16, 60, 800],
        covariates: [0.9, 1, 0, 0, 0, 0.7, 1],
      },
    },
    budgetTokens: 500,
    usedTokens: 60,
  };
}

function outcome(decision: string, kind: OutcomeKind): Outcome {
  return {
    id: `${decision} ${kind}`,
    decisionId: decision as DecisionId,
    itemId: 'i1' as ItemId,
    kind,
    by: 'user',
    principal: 'user:ada',
    atMs: 1,
  };
}

async function show(...ids: readonly string[]): Promise<void> {
  for (const id of ids) await store.transact((transaction) => addToGate(transaction, guarded, receipt(id)));
}

const judge = (decision: string, kind: OutcomeKind) =>
  store.transact((transaction) => transaction.addOutcome(outcome(decision, kind)));
const known = (settings = guarded, nowMs = 1) =>
  store.read((reader) => readGateKnowledge(reader, settings, nowMs));

describe("the gate's knowledge", () => {
  it('holds every injection and its outcome', async () => {
    await show('a', 'b', 'c');
    await judge('a', 'verified');
    await judge('b', 'false_positive');
    expect(known().ledger).toMatchObject({ falsePositives: 1, pending: 1, labelled: 2, isOpen: true });
  });

  it('waits for no label for ever, and counts one that comes late', async () => {
    await show('a', 'b', 'c', 'd', 'e');
    expect(known().ledger.isOpen).toBe(false);
    expect(known(guarded, 2 * dayMs).ledger).toMatchObject({ pending: 0, ignored: 5, isOpen: true });
    await judge('a', 'false_positive');
    expect(known(guarded, 2 * dayMs).ledger).toMatchObject({ falsePositives: 1, ignored: 4 });
  });

  it('is open to the very same failure while no card was judged, unless set otherwise, and closed by false positives', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    await show(...ids);
    const all = settingsWith({ 'gate.pendingCounts': 'all' }).gate;
    expect(known().ledger).toMatchObject({ isOpen: false, isOpenToSame: true });
    expect(known(all).ledger).toMatchObject({ isOpen: false, isOpenToSame: false });
    for (const id of ids) await judge(id, 'false_positive');
    expect(known().ledger).toMatchObject({ isOpen: false, isOpenToSame: false });
  });

  it('takes the worse of two words, whichever came first', async () => {
    await show('a', 'b');
    await judge('a', 'false_positive');
    await judge('a', 'verified');
    await judge('b', 'verified');
    await judge('b', 'false_positive');
    expect(known().ledger).toMatchObject({ falsePositives: 2, pending: 0, labelled: 2 });
  });

  it('is the same however often it was written down in between, and learned again when damaged', async () => {
    await show('a', 'b', 'c');
    await judge('a', 'verified');
    await judge('b', 'rejected');
    await judge('c', 'verified');
    await judge('c', 'false_positive');
    const once = known();
    const silent = { ...receipt('d'), considered: [] };
    await store.transact((transaction) => addToGate(transaction, guarded, silent));
    expect(known().learned).toEqual(once.learned);
    expect(known().ledger).toEqual(once.ledger);
    await store.transact((transaction) =>
      transaction.putGateKnowledge({ decisionSequence: 3, outcomeSequence: 4, body: '{"learned":' }),
    );
    expect(known().learned).toEqual(once.learned);
    expect(known().ledger.falsePositives).toBe(once.ledger.falsePositives);
  });

  it('leaves no receipt unread for the next decision', async () => {
    await show('a');
    const silent = { ...receipt('b'), considered: [] };
    await store.transact((transaction) => addToGate(transaction, guarded, silent));
    const unread = store.read((reader) => {
      const { decisionSequence = 0 } = reader.gateKnowledge() ?? {};
      return { known: decisionSequence, after: [...reader.decisionsAfter(decisionSequence)] };
    });
    expect(unread.known).toBeGreaterThan(0);
    expect(unread.after).toEqual([]);
  });

  it('begins with the shipped priors', () => {
    expect(known().learned).toEqual(known().policy.start());
    expect(known().ledger).toMatchObject({ pending: 0, labelled: 0, isOpen: true });
  });
});
