import { beforeEach, describe, expect, it } from 'vitest';
import { type FixedClock, fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { type GateMemory, gateMemory } from '../../../tests/fakes/gate-memory.ts';
import { issueMemory } from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { type Settings, settingsWith } from '../../config/settings.ts';
import type { OutcomeKind } from '../../model/decision.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { countRates, reportGate } from './count-rates.ts';
import { resetGateKnowledge } from './gate-knowledge.ts';
import { evaluatePolicies, replayGate } from './replay-gate.ts';

const guarded = settingsWith({ 'gate.policy': 'guarded_rscb_mc' });
const missing = (module: string) => ({
  output: `Traceback (most recent call last):\nModuleNotFoundError: No module named '${module}'`,
  command: 'python worker.py',
});
const dayMs = 24 * 60 * 60 * 1_000;

let store: MemoryStore;
let clock: FixedClock;
let gate: GateMemory;

beforeEach(async () => {
  store = plainStore(['r1']);
  clock = fixedClock(1_000_000_000);
  gate = gateMemory(store, clock, guarded);
  await issueMemory(store).record({ ...missing('lxml'), fix: 'Add lxml to the requirements.' });
});

/** Shown and judged, shown and not, silent, contradicted: all that a log can hold. */
async function live(settings: Settings = guarded): Promise<void> {
  const judge = ({ decisionId, shown }: { decisionId: string; shown: number }, kind: OutcomeKind) =>
    gate.judge(decisionId, shown > 0 ? kind : 'missed');
  const first = await gate.fail(missing('lxml'), settings);
  await judge(first, 'verified');
  const second = await gate.fail(missing('lxml'), settings);
  const other = await gate.fail(missing('numpy'), settings);
  await gate.judge(other.decisionId, 'correct_abstain');
  await judge(second, 'accepted');
  await gate.fail(missing('lxml'), settings);
  await judge(first, 'false_positive');
  await gate.fail(missing('lxml'), settings);
  clock.advance(2 * dayMs);
  await gate.fail(missing('lxml'), settings);
}

describe('gate replay', () => {
  it.each(['guarded_rscb_mc', 'full_rscb_mc', 'plain_rule', 'never_inject'] as const)(
    'decides the log of %s as it was decided, whatever was said afterwards',
    async (policy) => {
      const settings = settingsWith({ 'gate.policy': policy });
      await live(settings);
      const { replayed, same, changed, ofOthers } = store.read((reader) => replayGate(reader, settings.gate));
      expect(changed).toEqual([]);
      expect({ replayed, same, ofOthers }).toEqual({ replayed: 6, same: 6, ofOthers: 0 });
    },
  );

  it('decides the same with what is held back at random', async () => {
    const settings = settingsWith({ 'gate.holdBackShare': 0.5 });
    for (let i = 0; i < 12; i++) await gate.fail(missing('lxml'), settings);
    const { same, replayed } = store.read((reader) => replayGate(reader, settings.gate));
    expect(same).toBe(replayed);
    const reasons = store.read((reader) =>
      reader.decisions(20).map(({ verdict }) => verdict?.overridden?.reason),
    );
    expect(reasons).toContain('held_back');
    expect(reasons).toContain(undefined);
    const propensities = store.read((reader) =>
      reader.decisions(20).map(({ verdict }) => verdict?.propensity),
    );
    expect(new Set(propensities)).toEqual(new Set([0.5]));
  });

  it('says where another policy decides otherwise', async () => {
    await live();
    const never = settingsWith({ 'gate.policy': 'never_inject' });
    const { ofOthers, changed } = store.read((reader) => replayGate(reader, never.gate));
    expect(ofOthers).toBe(6);
    expect(changed.map(({ before }) => before)).toContain('top1_resolution');
    expect(changed.every(({ now }) => now === 'abstain' || now === 'no_memory')).toBe(true);
  });
});

describe('stats', () => {
  it('counts what was shown, what came of it, and why nothing was', async () => {
    await live();
    const statistics = store.read((reader) =>
      countRates(reader, {
        settings: guarded.gate,
        nowMs: clock.nowMs(),
        sinceMs: 0,
        hooks: { tooLate: 2, faults: 0 },
      }),
    );
    expect(statistics).toMatchObject({
      decisions: 6,
      injections: { of: 6 },
      falsePositives: { count: 1, of: 2 },
      helped: { count: 1, of: 2 },
      missed: { count: 0, of: 1 },
      hooks: { tooLate: 2 },
    });
    const { injections, unlabelled, silences, falsePositives } = statistics;
    expect(unlabelled).toMatchObject({ count: injections.count - 2, of: injections.count });
    expect(silences.reduce((sum, { count }) => sum + count, 0)).toBe(6 - injections.count);
    expect(falsePositives.low).toBeGreaterThan(0.05);
    expect(falsePositives.high).toBeLessThan(0.95);
  });

  it('leaves out what was decided before', async () => {
    await live();
    const { decisions } = store.read((reader) =>
      countRates(reader, {
        ...{ settings: guarded.gate, nowMs: clock.nowMs(), hooks: { tooLate: 0, faults: 0 } },
        sinceMs: clock.nowMs() - dayMs,
      }),
    );
    expect(decisions).toBe(1);
  });
});

describe('gate show and reset', () => {
  it('tells its numbers, its ledger and how many decisions were judged', async () => {
    await live();
    const report = store.read((reader) => reportGate(reader, guarded.gate, clock.nowMs()));
    expect(report).toMatchObject({
      policy: 'guarded_rscb_mc',
      knowledge: 'outcomes',
      judged: 3,
      ledger: { falsePositives: 1, labelled: 2 },
    });
    expect(report.numbers.length).toBeGreaterThan(4);
    expect(report.bytes).toBeLessThan(1_000_000);
  });

  it('forgets what was learned, and nothing that the ledger holds', async () => {
    await live();
    const before = store.read((reader) => reportGate(reader, guarded.gate, clock.nowMs()));
    const forgotten = await store.transact((transaction) => resetGateKnowledge(transaction, guarded.gate));
    expect(forgotten).toBe(3);
    const after = store.read((reader) => reportGate(reader, guarded.gate, clock.nowMs()));
    expect(after).toMatchObject({ knowledge: 'priors', judged: 0 });
    expect(after.ledger).toEqual(before.ledger);
    // Also where it is learned again from the log: another policy leaves those outcomes aside too.
    const full = settingsWith({ 'gate.policy': 'full_rscb_mc' });
    expect(store.read((reader) => reportGate(reader, full.gate, clock.nowMs())).judged).toBe(0);
    const again = await gate.fail(missing('lxml'));
    await gate.judge(again.decisionId, again.shown > 0 ? 'verified' : 'missed');
    expect(store.read((reader) => reportGate(reader, guarded.gate, clock.nowMs())).judged).toBe(1);
  });
});

describe('gate evaluate', () => {
  it('estimates from the judged decisions, and says on how many each estimate rests', async () => {
    await live();
    const { judged, leftOut, isDeterministic, policies } = store.read((reader) =>
      evaluatePolicies(reader, guarded.gate),
    );
    expect({ judged, leftOut, isDeterministic }).toEqual({ judged: 3, leftOut: 3, isDeterministic: true });
    const of = (name: string) => policies.find(({ policy }) => policy === name);
    expect(of('guarded_rscb_mc')?.matched).toBe(3);
    expect(of('never_inject')?.matched).toBe(1);
    expect(of('never_inject')?.effectiveSampleSize).toBe(1);
  });

  it('weighs by the chance that was held back', async () => {
    const settings = settingsWith({ 'gate.holdBackShare': 0.5 });
    for (let i = 0; i < 40; i++) {
      const { decisionId, shown } = await gate.fail(missing('lxml'), settings);
      await gate.judge(decisionId, shown > 0 ? 'verified' : 'missed');
    }
    const { policies, logged, isDeterministic } = store.read((reader) =>
      evaluatePolicies(reader, settings.gate),
    );
    const plain = policies.find(({ policy }) => policy === 'plain_rule');
    const never = policies.find(({ policy }) => policy === 'never_inject');
    expect(isDeterministic).toBe(false);
    expect(plain?.snips.value).toBeGreaterThan(logged.value);
    expect(never?.snips.value).toBeCloseTo(0);
    expect(plain?.snips.low).toBeGreaterThan(never?.snips.high ?? 0);
  });

  it('says nothing of an empty log', () => {
    const { judged, logged } = store.read((reader) => evaluatePolicies(reader, guarded.gate));
    expect(judged).toBe(0);
    expect(logged.value).toBeNaN();
  });
});
