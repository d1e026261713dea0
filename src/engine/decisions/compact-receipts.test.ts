import { beforeEach, describe, expect, it } from 'vitest';
import { type FixedClock, fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { type GateMemory, gateMemory } from '../../../tests/fakes/gate-memory.ts';
import { issueMemory } from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { settingsWith } from '../../config/settings.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { readGateKnowledge } from './gate-knowledge.ts';
import { replayGate } from './replay-gate.ts';

const settings = settingsWith({ 'gate.policy': 'guarded_rscb_mc', 'gate.receiptDays': 31 });
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
  gate = gateMemory(store, clock, settings);
  const memory = issueMemory(store);
  for (let i = 0; i < 6; i++)
    await memory.record({
      output: failure.output.replace('lxml', `lxml${i || ''}`),
      command: failure.command,
      fix: `Add lxml${i}.`,
    });
});

const receipts = () => store.read((reader) => reader.decisionsAfter(0).map(({ receipt }) => receipt));
const bytesOf = (value: unknown) => JSON.stringify(value).length;

async function live(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const { decisionId, shown } = await gate.fail(failure);
    await gate.judge(decisionId, shown > 0 ? 'verified' : 'missed');
  }
}

describe('receipts', () => {
  it('are compacted after their days, and no earlier', async () => {
    await live(16);
    const before = receipts();
    clock.advance(30 * dayMs);
    await live(16);
    expect(receipts().some(({ isCompacted }) => isCompacted)).toBe(false);
    clock.advance(2 * dayMs);
    await live(16);
    const after = receipts();
    expect(after.map(({ isCompacted = false }) => isCompacted)).toEqual([
      ...new Array<boolean>(16).fill(true),
      ...new Array<boolean>(32).fill(false),
    ]);
    expect(bytesOf(after.slice(0, 16))).toBeLessThan(bytesOf(before) / 2);
  });

  it('keep what was decided, from which numbers and what was shown', async () => {
    await live(16);
    const [before] = receipts();
    clock.advance(60 * dayMs);
    await live(16);
    const [after] = receipts();
    expect(after?.verdict?.state).toEqual(before?.verdict?.state);
    expect(after?.verdict?.action).toBe(before?.verdict?.action);
    expect(after?.failure).toEqual(before?.failure);
    const shown = (receipt: typeof before) =>
      receipt?.considered.map(({ itemId, shown: isShown, strength }) => ({ itemId, isShown, strength }));
    expect(shown(after)).toEqual(shown(before));
    expect(after?.considered.every(({ score }) => score.parts.length === 0)).toBe(true);
  });

  it('can be learned from again, and a replay says that it passes them over', async () => {
    await live(16);
    clock.advance(33 * dayMs);
    await live(16);
    const known = () => store.read((reader) => readGateKnowledge(reader, settings.gate, clock.nowMs()));
    const before = known();
    await store.transact((transaction) =>
      transaction.putGateKnowledge({ decisionSequence: 0, outcomeSequence: 0, body: '{' }),
    );
    expect(known().learned).toEqual(before.learned);
    expect(known().ledger).toEqual(before.ledger);
    const replay = store.read((reader) => replayGate(reader, settings.gate));
    expect(replay).toMatchObject({ passedOver: 16, replayed: 16, same: 16 });
  });
});
