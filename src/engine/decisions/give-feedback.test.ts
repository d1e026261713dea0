import { beforeEach, describe, expect, it } from 'vitest';
import { anyRandom } from '../../../tests/fakes/any-random.ts';
import { type FixedClock, fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { ada, agentIn, type IssueMemory, issueMemory } from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings } from '../../config/settings.ts';
import type { ItemId } from '../../model/brands.ts';
import type { OutcomeKind } from '../../model/decision.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { forgetItems } from '../items/forget-items.ts';
import { approveItem } from '../items/review-items.ts';
import { reviewQueue } from '../items/review-queue.ts';
import { resolveScopes } from '../memory/where-it-holds.ts';
import { recall } from '../recall/recall.ts';
import { giveFeedback } from './give-feedback.ts';

const failure = {
  output: "ModuleNotFoundError: No module named 'lxml'",
  command: 'python worker.py',
  exitCode: 1,
};

let store: MemoryStore;
let memory: IssueMemory;
let clock: FixedClock;
let id: ItemId;

beforeEach(async () => {
  store = plainStore(['r1']);
  memory = issueMemory(store);
  clock = fixedClock(2_000_000);
  const { variant } = await memory.record({ ...failure, fix: 'Add lxml to the requirements.' });
  id = variant.id;
});

let uuids = 0;
function look(moment: 'asked' | 'after_failure', speaker: Speaker = agentIn('s1')) {
  const repositoryId = 'r1' as RepositoryId;
  return recall(
    { failure, moment, speaker },
    {
      store,
      clock,
      random: {
        uuid: () => `${String(++uuids).padStart(8, '0')}-0000-4000-9000-${String(uuids).padStart(12, '0')}`,
      },
      repositoryId,
      scopes: resolveScopes({ repositoryId, userName: 'ada' }, defaultSettings.memory.v3.scope),
      ancestry: { head: async () => undefined, holds: async () => true },
      settings: defaultSettings,
    },
  );
}

const shownTo = async (moment: 'asked' | 'after_failure', speaker?: Speaker) =>
  (await look(moment, speaker)).memories.map(({ item, warnings }) => [item.id, ...warnings]);
const say = (decision: string, kind: OutcomeKind, speaker: Speaker) => {
  clock.advance(1);
  return giveFeedback({ store, decision, kind, speaker, nowMs: clock.nowMs() });
};
const told = () => store.read((reader) => reader.outcomesAbout([id]).get(id) ?? []);

describe('a rejected memory', () => {
  it('is shown in no session once a person rejected it, until that person verifies it', async () => {
    const { decisionId } = await look('after_failure');
    await say(decisionId, 'rejected', ada);
    await say(decisionId, 'verified', agentIn('s1'));
    for (const moment of ['asked', 'after_failure'] as const)
      expect(await shownTo(moment, agentIn('s2'))).toEqual([]);
    const { leftOut } = await look('asked', ada);
    expect(leftOut).toMatchObject([{ item: { id }, reasons: ['rejected_before'] }]);
    await say(decisionId, 'verified', ada);
    expect(await shownTo('after_failure', agentIn('s2'))).toEqual([[id]]);
  });

  it('is served again when a person vouches for it', async () => {
    const { decisionId } = await look('after_failure');
    await say(decisionId, 'false_positive', ada);
    clock.advance(5);
    await approveItem(
      { store, id, speaker: ada, nowMs: clock.nowMs() },
      { tokens: { count: async () => 9 }, random: anyRandom },
    );
    expect(await shownTo('after_failure', agentIn('s2'))).toEqual([[id]]);
  });

  it('waits for a person once an agent did, and is shown in other sessions as before', async () => {
    const { decisionId } = await look('after_failure');
    await say(decisionId, 'rejected', agentIn('s1'));
    await say(decisionId, 'false_positive', agentIn('s1'));
    expect(await shownTo('after_failure', agentIn('s2'))).toEqual([[id]]);
    expect(await shownTo('asked', agentIn('s2'))).toEqual([[id]]);
    const waiting = () => store.read((reader) => reviewQueue(reader, { limit: 9 })).entries;
    expect(waiting()).toMatchObject([{ item: { id }, reason: 'doubted_by_agent' }]);
    clock.advance(5);
    await approveItem(
      { store, id, speaker: ada, nowMs: clock.nowMs() },
      { tokens: { count: async () => 9 }, random: anyRandom },
    );
    expect(waiting()).toEqual([]);
  });

  it('is judged by an agent of its own session, by 8 digits, or by the whole id', async () => {
    const { decisionId } = await look('after_failure', agentIn('s1'));
    const judge = (decision: string, session: string) =>
      giveFeedback({ store, decision, kind: 'verified', speaker: agentIn(session), nowMs: clock.nowMs() });
    await expect(judge(decisionId.slice(0, 4), 's1')).rejects.toMatchObject({ code: 'DECISION_NOT_FOUND' });
    await expect(judge(decisionId.slice(0, 8), 's2')).rejects.toMatchObject({ code: 'DECISION_NOT_FOUND' });
    expect((await judge(decisionId.slice(0, 8), 's1')).kind).toBe('recorded');
    expect((await judge(decisionId, 's2')).kind).toBe('known');
  });

  it('is not shown in the session that rejected it, even when asked', async () => {
    const { decisionId } = await look('after_failure');
    await say(decisionId, 'rejected', agentIn('s1'));
    expect(await shownTo('asked', agentIn('s1'))).toEqual([]);
    clock.advance(7 * 60 * 60 * 1_000);
    expect(await shownTo('asked', agentIn('s1'))).toEqual([]);
  });

  it('lowers what is near to it in that session, and there only', async () => {
    const other = await memory.record({
      output: "ModuleNotFoundError: No module named 'lxml'",
      command: 'python worker.py',
      fix: 'Start the worker with the interpreter of its own environment.',
    });
    const fitOf = async (speaker: Speaker) => {
      const { decisionId } = await look('asked', speaker);
      const receipt = store.read((reader) => reader.decision(decisionId));
      return receipt?.considered.find(({ itemId }) => itemId === other.variant.id)?.comparison?.value ?? 0;
    };
    const before = await fitOf(agentIn('s1'));
    const { decisionId } = await look('asked', agentIn('s1'));
    await giveFeedback({
      store,
      decision: decisionId,
      item: id,
      kind: 'rejected',
      speaker: agentIn('s1'),
      nowMs: clock.nowMs(),
    });
    expect(await fitOf(agentIn('s1'))).toBeLessThan(before);
    expect(await fitOf(agentIn('s2'))).toBeCloseTo(before);
  });
});

describe('feedback', () => {
  it('is counted once however often it is repeated, and heard when it is changed', async () => {
    const { decisionId } = await look('after_failure');
    const kinds: OutcomeKind[] = [
      'accepted',
      'accepted',
      'rejected',
      'rejected',
      'accepted',
      'ignored',
      'accepted',
    ];
    const receipts = [];
    for (const kind of kinds) receipts.push((await say(decisionId, kind, ada)).kind);
    expect(receipts).toEqual(['recorded', 'known', 'recorded', 'known', 'recorded', 'known', 'known']);
    expect(told().map(({ kind, session }) => [kind, session])).toEqual([
      ['accepted', 's1'],
      ['rejected', 's1'],
      ['accepted', 's1'],
    ]);
    expect(new Set(told().map((outcome) => outcome.id)).size).toBe(3);
  });

  it.each([undefined, null, 'useful', 7])('is one of the words there are, and not %s', async (kind) => {
    const { decisionId } = await look('asked');
    const said = say(decisionId, kind as OutcomeKind, ada);
    await expect(said).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(store.read((reader) => reader.outcomesOf(decisionId))).toEqual([]);
  });

  it('is kept when the memory was forgotten meanwhile, and before', async () => {
    const { decisionId } = await look('after_failure');
    await say(decisionId, 'false_positive', agentIn('s1'));
    await forgetItems(store, { ids: [id] });
    const receipt = await say(decisionId, 'false_positive', ada);
    expect(receipt).toEqual({ kind: 'recorded', outcome: expect.objectContaining({ itemId: id }) });
    expect(told().map(({ by }) => by)).toEqual(['agent', 'user']);
  });

  it.each([
    ['ffffffff', 'verified', 'DECISION_NOT_FOUND'],
    ['\0', 'verified', 'DECISION_NOT_FOUND'],
    ['', 'verified', 'DECISION_NOT_FOUND'],
  ] as const)('on %j is refused', async (decision, kind, code) => {
    await expect(say(decision, kind, ada)).rejects.toMatchObject({ code });
    expect(told()).toEqual([]);
  });
});
