import { beforeEach, describe, expect, it } from 'vitest';
import { type FixedClock, fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { ada, agentIn, type IssueMemory, issueMemory } from '../../../tests/fakes/issue-memory.ts';
import { itemId } from '../../../tests/fakes/memory-item.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings, type Settings, settingsWith } from '../../config/settings.ts';
import type { FailureScore } from '../../failures/matching/score-failure.ts';
import type { MatchStrength, OutcomeKind } from '../../model/decision.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { giveFeedback } from '../decisions/give-feedback.ts';
import { resolveScopes } from '../memory/where-it-holds.ts';
import { candidateEvidence } from './candidate.ts';
import { recall } from './recall.ts';

const guarded = settingsWith({ 'gate.policy': 'guarded_rscb_mc' });
const failure = {
  output: "Traceback (most recent call last):\nModuleNotFoundError: No module named 'lxml'",
  command: 'python worker.py',
  exitCode: 1,
};
const dayMs = 24 * 60 * 60 * 1_000;

let store: MemoryStore;
let memory: IssueMemory;
let clock: FixedClock;
let uuids = 0;

beforeEach(async () => {
  store = plainStore(['r1']);
  memory = issueMemory(store);
  clock = fixedClock(2_000_000);
  await memory.record({ ...failure, fix: 'Add lxml to the requirements.' });
});

/** Each in a session of its own: what was shown in one is not shown there again. */
async function fail(settings: Settings = guarded, output = failure.output, command = failure.command) {
  uuids += 1;
  const repositoryId = 'r1' as RepositoryId;
  const uuid = () => `${String(++uuids).padStart(8, '0')}-0000-4000-9000-${String(uuids).padStart(12, '0')}`;
  const { decisionId, memories } = await recall(
    { failure: { ...failure, output, command }, moment: 'after_failure', speaker: agentIn(`s${uuids}`) },
    {
      store,
      clock,
      random: { uuid },
      repositoryId,
      scopes: resolveScopes({ repositoryId, userName: 'ada' }, defaultSettings.memory.v3.scope),
      ancestry: { head: async () => undefined, holds: async () => true },
      settings,
    },
  );
  const receipt = store.read((reader) => reader.decision(decisionId));
  return { decisionId, shown: memories.length, verdict: receipt?.verdict, considered: receipt?.considered };
}

async function judge(decision: string, kind: OutcomeKind): Promise<void> {
  clock.advance(1);
  await giveFeedback({ store, decision, kind, speaker: ada, nowMs: clock.nowMs() });
}

describe('guarded_rscb_mc in the engine', () => {
  it('shows the same failure from a cold start, and leaves everything in the receipt', async () => {
    const { shown, verdict, considered } = await fail();
    expect(shown).toBe(1);
    expect(verdict).toMatchObject({ policy: 'guarded_rscb_mc', knowledge: 'priors', state: { version: 1 } });
    expect(verdict?.state?.features).toHaveLength(16);
    expect(verdict?.risk).toBeLessThan(0.1);
    expect(verdict?.actionScores[0]?.score.parts).toHaveLength(2);
    expect(considered?.[0]?.evidence).toMatchObject({ conflicts: false });
  });

  it('is silent about another name, and says what it would have shown', async () => {
    const { shown, verdict } = await fail(guarded, failure.output.replace('lxml', 'numpy'));
    expect(shown).toBe(0);
    expect(verdict).toMatchObject({ action: 'no_memory', shadow: expect.any(String) });
    expect(verdict?.risk).toBeGreaterThan(0.3);
  });

  it('goes on with the very same failure while no card was judged', async () => {
    for (let i = 0; i < 7; i++) expect((await fail()).shown).toBe(1);
    expect((await fail()).verdict?.ledger).toMatchObject({ pending: 7 });
  });

  it('stops at the ledger while no card was judged if all pending ones count, and goes on two days later', async () => {
    const all = settingsWith({ 'gate.policy': 'guarded_rscb_mc', 'gate.pendingCounts': 'all' });
    const shown = [];
    for (let i = 0; i < 7; i++) shown.push((await fail(all)).shown);
    expect(shown).toEqual([1, 1, 1, 1, 1, 0, 0]);
    const { verdict } = await fail(all);
    expect(verdict).toMatchObject({ action: 'abstain', ledger: { pending: 5 } });
    expect(verdict?.overridden?.reason).toBe('ledger_closed');
    clock.advance(2 * dayMs);
    expect((await fail(all)).shown).toBe(1);
  });

  it('learns from what came of it, and names its knowledge', async () => {
    await judge((await fail()).decisionId, 'verified');
    expect((await fail()).verdict).toMatchObject({ knowledge: 'outcomes', ledger: { labelled: 1 } });
  });
});

describe('plain_rule under the ledger', () => {
  const plain = settingsWith({ 'gate.policy': 'plain_rule', 'gate.falsePositiveAllowance': 1 });

  it('does not wait for judgements, and stops once too many were wrong, until they are thirty days old', async () => {
    const decisions = [];
    for (let i = 0; i < 8; i++) decisions.push(await fail(plain));
    expect(decisions.map(({ shown }) => shown)).toEqual(new Array(8).fill(1));
    await memory.record({
      output: 'error: port 3000 is already in use',
      command: 'npm start',
      fix: 'Stop the other server.',
    });
    for (const { decisionId } of decisions.slice(0, 2)) await judge(decisionId, 'false_positive');
    const other = () => fail(plain, 'error: port 3000 is already in use', 'npm start');
    expect((await other()).shown).toBe(0);
    clock.advance(31 * dayMs);
    expect((await other()).shown).toBe(1);
  });
});

const comparison: FailureScore = {
  ...{ id: itemId(1), value: 0.6, evidence: {}, conflicting: ['nightly'], replaced: 0 },
  ...{ isOtherCause: false, sharesName: true },
  messages: () => undefined,
  sharedFrames: 0,
  explain: () => ({ value: 0.6, description: '', parts: [] }),
};

it.each<[MatchStrength, boolean]>([
  ['same', false],
  ['similar', true],
])('holds a name and a place that differ against what is %s: %s', (strength, isHeld) => {
  const sameness = { likeness: 1, strength, isOther: true } as const;
  expect(candidateEvidence({ item: { source: 'cli' }, comparison, sameness })).toMatchObject({
    conflicts: isHeld,
    isOther: isHeld,
  });
});

it.each<[MatchStrength, boolean]>([
  ['same', false],
  ['similar', true],
])('takes a fix that was read from a session for another failure where it is %s: %s', (strength, isOther) => {
  const candidate = { strength, comparison, sameness: { likeness: 0.8, strength } };
  expect(candidateEvidence({ ...candidate, item: { source: 'transcript' } })).toMatchObject({ isOther });
  expect(candidateEvidence({ ...candidate, item: { source: 'cli' } })).toMatchObject({ isOther: false });
});

it.each([
  [1, 0.5],
  [3, 0.75],
])('is the less sure of equal stacks the fewer frames they share: %s', (sharedFrames, stack) => {
  const candidate = { comparison: { ...comparison, evidence: { frames: 1 }, sharedFrames } };
  const sameness = { likeness: 0, strength: 'similar' } as const;
  expect(candidateEvidence({ ...candidate, item: { source: 'cli' }, sameness })?.stack).toBe(stack);
});
