import { beforeEach, describe, expect, it } from 'vitest';
import { type FixedClock, fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { type GateMemory, gateMemory } from '../../../tests/fakes/gate-memory.ts';
import { type IssueMemory, issueMemory } from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import type { FixDeeds } from '../../capture/judge-followed.ts';
import { settingsWith } from '../../config/settings.ts';
import type { RecordedFailure } from '../../model/answers/failure-answers.ts';
import type { DecisionId, DecisionReceipt } from '../../model/decision.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { readGateKnowledge } from './gate-knowledge.ts';
import { labelDecisions } from './label-decisions.ts';

const silent = settingsWith({ 'gate.policy': 'never_inject' });
const guarded = settingsWith({ 'gate.policy': 'guarded_rscb_mc' });
const failure = {
  output: "Traceback (most recent call last):\nModuleNotFoundError: No module named 'lxml'",
  command: 'python worker.py',
};

let store: MemoryStore;
let clock: FixedClock;
let memory: IssueMemory;
let gate: GateMemory;
let known: RecordedFailure;

beforeEach(async () => {
  store = plainStore(['r1']);
  clock = fixedClock(1_000_000_000);
  memory = issueMemory(store);
  gate = gateMemory(store, clock, silent);
  known = await memory.record({ ...failure, fix: 'Add lxml to the requirements.' });
});

const ran = (command: string): FixDeeds => ({ edits: [], commands: [command] });
const shared = { path: 'requirements.txt', added: ['lxml==5.2'], removed: [] };
const label = (receipt: DecisionReceipt, fixed: RecordedFailure, changes: { done?: FixDeeds } = {}) => {
  if (receipt.failure === undefined || receipt.session === undefined) throw new Error('no failure');
  return labelDecisions(store, {
    session: receipt.session,
    failure: receipt.failure,
    variantId: fixed.variant.id,
    done: { edits: [], commands: ['pip install lxml'] },
    atMs: clock.nowMs() + 1,
    ...changes,
  });
};
const kindsOf = (id: string) =>
  store.read((reader) => reader.outcomesOf(id as DecisionId).map(({ kind }) => kind));
const judged = () => store.read((reader) => readGateKnowledge(reader, guarded.gate, clock.nowMs()).judged);

describe('labelDecisions', () => {
  it('calls a silence missed where the real fix is what would have been shown, and the gate learns it', async () => {
    const { receipt } = await gate.fail(failure);
    expect(receipt.verdict?.shadow).toBe(known.variant.id);
    const outcomes = await label(receipt, known);
    expect(outcomes).toMatchObject([{ kind: 'missed', by: 'inference', principal: 'inference:own-lines' }]);
    expect(judged()).toBe(1);
  });

  it('calls it right where the failure was mended otherwise', async () => {
    store = plainStore(['r1']);
    memory = issueMemory(store);
    gate = gateMemory(store, clock, silent);
    await memory.record({ ...failure, fix: 'Run `pip install lxml` first, then `python worker.py`.' });
    const { receipt } = await gate.fail(failure);
    const other = await memory.record({ output: 'error: another', command: 'make', fix: 'Unrelated.' });
    await label(receipt, other, { done: { edits: [shared], commands: [] } });
    expect(kindsOf(receipt.id)).toEqual(['correct_abstain']);
  });

  it('says nothing where the command that it names stood in the line that failed', async () => {
    store = plainStore(['r1']);
    memory = issueMemory(store);
    gate = gateMemory(store, clock, silent);
    await memory.record({ ...failure, fix: 'Use `python3`, not `python`: run `python3 worker.py`.' });
    const { receipt } = await gate.fail(failure);
    const other = await memory.record({ output: 'error: another', command: 'make', fix: 'Unrelated.' });
    const done = { ...ran('python3 other.py'), failed: 'python3 worker.py' };
    await label(receipt, other, { done });
    expect(kindsOf(receipt.id)).toEqual([]);
    await label(receipt, other, { done: { ...done, failed: 'python worker.py' } });
    expect(kindsOf(receipt.id)).toEqual(['missed']);
  });

  it('says nothing where the candidate names neither line nor command', async () => {
    const { receipt } = await gate.fail(failure);
    const other = await memory.record({ output: 'error: another', command: 'make', fix: 'Unrelated.' });
    await label(receipt, other, { done: { edits: [shared], commands: [] } });
    expect(kindsOf(receipt.id)).toEqual([]);
  });

  it('says nothing of what was shown: that is told by what the session did', async () => {
    const shown = await gate.fail(failure, guarded);
    expect(shown.shown).toBe(1);
    expect(await label(shown.receipt, known)).toEqual([]);
  });

  it('adds nothing a second time, nor to a decision that was judged', async () => {
    const first = await gate.fail(failure);
    await gate.judge(first.decisionId, 'correct_abstain');
    await label(first.receipt, known);
    expect(kindsOf(first.receipt.id)).toEqual(['correct_abstain']);
    const second = await gate.fail(failure);
    await label(second.receipt, known);
    expect(await label(second.receipt, known)).toEqual([]);
  });

  it('leaves decisions of other sessions and other failures alone', async () => {
    const { receipt } = await gate.fail(failure);
    const other = await gate.fail({ output: 'error: port 3000 is already in use', command: 'npm start' });
    await labelDecisions(store, {
      ...{ session: 'another', variantId: known.variant.id, done: ran('make') },
      ...{ failure: known.variant.body?.kind === 'variant' ? known.variant.body.failure : neverThere() },
      atMs: clock.nowMs() + 1,
    });
    expect(kindsOf(receipt.id)).toEqual([]);
    await label(other.receipt, known);
    expect(kindsOf(receipt.id)).toEqual([]);
  });

  it('is overruled by what a person says later: what was learned is learned again', async () => {
    const { receipt } = await gate.fail(failure, guarded);
    await label(receipt, known);
    const before = store.read((reader) => readGateKnowledge(reader, guarded.gate, clock.nowMs()));
    await gate.judge(receipt.id, 'false_positive');
    const after = store.read((reader) => readGateKnowledge(reader, guarded.gate, clock.nowMs()));
    expect(after.ledger).toMatchObject({ falsePositives: 1, labelled: 1 });
    expect(after.learned).not.toEqual(before.learned);
    expect(after.judged).toBe(1);
  });
});

function neverThere(): never {
  throw new Error('no variant');
}
