import { beforeEach, describe, expect, it } from 'vitest';
import { type FixedClock, fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { type GateMemory, gateMemory } from '../../../tests/fakes/gate-memory.ts';
import { ada, issueMemory } from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { settingsWith } from '../../config/settings.ts';
import { knowledgeKey } from '../../gate/fold-log.ts';
import { choosePolicy } from '../../gate/policies.ts';
import { shippedPriors } from '../../gate/priors.ts';
import { riskSigns } from '../../gate/risk-covariates.ts';
import { rowLength } from '../../gate/state-vector.ts';
import type { DecisionId, DecisionReceipt, OutcomeKind } from '../../model/decision.ts';
import type { GateAction } from '../../model/gate.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { addToGate, readGateKnowledge } from './gate-knowledge.ts';
import { giveFeedback } from './give-feedback.ts';

const guarded = settingsWith({ 'gate.policy': 'guarded_rscb_mc' });
const failure = {
  output: "Traceback (most recent call last):\nModuleNotFoundError: No module named 'lxml'",
  command: 'python worker.py',
};
const dayMs = 24 * 60 * 60 * 1_000;

let store: MemoryStore;
let clock: FixedClock;
let gate: GateMemory;

beforeEach(async () => {
  store = plainStore(['r1']);
  clock = fixedClock(100 * dayMs);
  gate = gateMemory(store, clock, guarded);
  await issueMemory(store).record({ ...failure, fix: 'Add lxml to the requirements.' });
});

const known = (nowMs = clock.nowMs()) =>
  store.read((reader) => readGateKnowledge(reader, guarded.gate, nowMs));

/** A copy of a receipt in the log, as another version or a hand may have written it, with an outcome. */
async function logged(changed: (receipt: DecisionReceipt) => unknown, kind: OutcomeKind): Promise<void> {
  const { receipt } = await gate.fail(failure);
  const id = `${receipt.id.slice(0, -4)}ffff` as DecisionId;
  const copy = { ...(changed(structuredClone(receipt)) as DecisionReceipt), id };
  await store.transact((transaction) => {
    addToGate(transaction, guarded.gate, copy);
    transaction.addOutcome({
      ...{ id: `${id} ${kind}`, decisionId: id, kind, by: 'user', principal: 'user:ada' },
      atMs: clock.nowMs(),
    });
  });
}

const withState = (state: object) => (receipt: DecisionReceipt) => ({
  ...receipt,
  verdict: { ...receipt.verdict, state: { ...receipt.verdict?.state, ...state } },
});

describe('a receipt that cannot be learned from', () => {
  it.each<[string, (receipt: DecisionReceipt) => unknown]>([
    ['a feature that is no number', withState({ features: [Number.NaN, ...new Array<number>(15).fill(0)] })],
    ['missing features', withState({ features: [0.5] })],
    ['missing covariates', withState({ covariates: [] })],
    ['a state of another version', withState({ version: 99 })],
    [
      'an unknown action',
      (receipt) => ({ ...receipt, verdict: { ...receipt.verdict, action: 'shout' as GateAction } }),
    ],
    [
      'a place that is likelier than certain',
      (receipt) => ({
        ...receipt,
        verdict: { ...receipt.verdict, place: { functionChance: 7, fileChance: Number.NaN } },
      }),
    ],
    [
      'a named place that is likelier than certain',
      (receipt) => ({
        ...receipt,
        verdict: { ...receipt.verdict, place: { functionChance: 0.9, fileChance: 0.9, namedChance: 7 } },
      }),
    ],
    ['negative tokens', (receipt) => ({ ...receipt, usedTokens: -5 })],
  ])('is left out: %s; the ledger counts it all the same', async (_, changed) => {
    await logged(changed, 'false_positive');
    expect(known().judged).toBe(0);
    expect(known().learned).toEqual(known().policy.start());
    expect(known().ledger.falsePositives).toBe(1);
    expect((await gate.fail(failure)).receipt.verdict?.policy).toBe('guarded_rscb_mc');
  });

  it('is left out: an outcome of a kind that is not known', async () => {
    await logged((receipt) => receipt, 'applauded' as OutcomeKind);
    expect(known().judged).toBe(0);
    expect(known().ledger.labelled).toBe(0);
  });

  it('is left out: an outcome of a decision that does not exist', async () => {
    await store.transact((transaction) =>
      transaction.addOutcome({
        ...{ id: 'x', decisionId: 'never' as DecisionId, kind: 'false_positive', by: 'user' },
        ...{ principal: 'user:ada', atMs: clock.nowMs() },
      }),
    );
    expect(known().judged).toBe(0);
    const never = { store, decision: 'ffffffff', kind: 'verified', speaker: ada, nowMs: 1 } as const;
    await expect(giveFeedback(never)).rejects.toMatchObject({ code: 'DECISION_NOT_FOUND' });
  });
});

describe('outcomes out of time and order', () => {
  it('counts a judgement once, however often it is said', async () => {
    const { decisionId } = await gate.fail(failure);
    await gate.judge(decisionId, 'verified');
    const once = known();
    await gate.judge(decisionId, 'verified');
    expect(known().learned).toEqual(once.learned);
    expect(known().ledger.labelled).toBe(1);
  });

  it('learns nothing from a word that comes when what was learned with it is forgotten', async () => {
    const { decisionId } = await gate.fail(failure);
    clock.advance(46 * dayMs);
    await gate.judge(decisionId, 'verified');
    expect(known().judged).toBe(0);
  });

  it('keeps the ledger when the clock runs backwards, or once ran ahead', async () => {
    await gate.judge((await gate.fail(failure)).decisionId, 'false_positive');
    const before = known().ledger;
    expect(known(clock.nowMs() - 60 * dayMs).ledger.falsePositives).toBe(before.falsePositives);
    clock.advance(1_000 * dayMs);
    await gate.fail(failure);
    clock.advance(-1_000 * dayMs);
    expect(known().ledger.falsePositives).toBe(before.falsePositives);
    await gate.fail(failure);
    expect(known().ledger.falsePositives).toBe(before.falsePositives);
  });
});

describe('two that decide at once', () => {
  it('share the last place of the ledger', async () => {
    const all = settingsWith({ 'gate.policy': 'guarded_rscb_mc', 'gate.pendingCounts': 'all' });
    for (let i = 0; i < 4; i++) await gate.fail(failure, all);
    const [one, other] = await Promise.all([gate.fail(failure, all), gate.fail(failure, all)]);
    expect(one.shown + other.shown).toBe(1);
    expect(known().ledger.pending).toBe(5);
    const silent = one.shown === 0 ? one : other;
    expect(silent.receipt.considered.some(({ shown }) => shown)).toBe(false);
  });
});

describe('a row of knowledge that is none', () => {
  const key = knowledgeKey(choosePolicy(guarded.gate));

  it.each([
    ['cut off', '{"key":'],
    ['null', 'null'],
    ['without a shape', JSON.stringify({ key, learned: {}, injections: [], judged: {} })],
    [
      'with numbers that are none',
      JSON.stringify({
        key,
        learned: { scores: null, control: { steered: 'x' } },
        injections: [],
        judged: {},
      }),
    ],
    ['with injections that are none', JSON.stringify({ key, learned: {}, injections: [null], judged: {} })],
  ])('is learned again from the log: %s', async (_, body) => {
    await gate.judge((await gate.fail(failure)).decisionId, 'false_positive');
    const before = known();
    await store.transact((transaction) => transaction.putGateKnowledge({ ...transaction.logEnd(), body }));
    expect(known().learned).toEqual(before.learned);
    expect((await gate.fail(failure)).receipt.verdict?.knowledge).toBe('outcomes');
  });

  it('never makes the ledger forget what the log holds', async () => {
    await gate.judge((await gate.fail(failure)).decisionId, 'false_positive');
    await store.transact((transaction) =>
      transaction.putGateKnowledge({ ...transaction.logEnd(), body: '[' }),
    );
    expect(known().ledger).toMatchObject({ falsePositives: 1, labelled: 1 });
  });
});

describe('priors', () => {
  it('that are shipped hold a weight for each thing that is weighed', () => {
    const { risk, same, threshold, scores, place } = shippedPriors;
    expect(risk).toHaveLength(1 + Object.keys(riskSigns).length);
    expect(scores.risk).toHaveLength(rowLength);
    expect([...risk, ...scores.risk, same, threshold, ...Object.values(place)]).toSatisfy((all: number[]) =>
      all.every(Number.isFinite),
    );
  });
});
