import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { ada, agentIn, type IssueMemory, issueMemory } from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings, settingsWith } from '../../config/settings.ts';
import { startScores } from '../../gate/action-score.ts';
import { knowledgeKey } from '../../gate/fold-log.ts';
import { choosePolicy } from '../../gate/policies.ts';
import type { Recollection } from '../../model/answers/recollection.ts';
import type { GateAction } from '../../model/gate.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { rejectItem } from '../items/review-items.ts';
import { resolveScopes } from '../memory/where-it-holds.ts';
import { recall } from './recall.ts';

const settings = settingsWith({ 'gate.policy': 'full_rscb_mc' });
const missing = (module: string) =>
  `Traceback (most recent call last):\n  File "worker.py", line 3, in <module>\nModuleNotFoundError: No module named '${module}'`;
const failure = { output: missing('lxml'), command: 'python worker.py', exitCode: 1 };

let store: MemoryStore;
let memory: IssueMemory;
let uuids = 0;

beforeEach(() => {
  store = plainStore(['r1']);
  memory = issueMemory(store);
});

/** Knowledge by which this action scores best, as if it alone had always been right. */
async function prefer(action: GateAction): Promise<void> {
  const good = {
    count: 500,
    reward: 2_000,
    verified: 500,
    accepted: 0,
    correct: 0,
    rejected: 0,
    falsePositives: 0,
  };
  const learned = startScores({ risk: [-9, ...new Array<number>(16).fill(0)], actions: { [action]: good } });
  const body = JSON.stringify({
    key: knowledgeKey(choosePolicy(settings.gate)),
    learned,
    injections: [],
    judged: {},
  });
  await store.transact((transaction) => transaction.putGateKnowledge({ ...transaction.logEnd(), body }));
}

async function fail(
  output = failure.output,
  command: string | undefined = failure.command,
  budgetTokens = 600,
) {
  uuids += 1;
  const repositoryId = 'r1' as RepositoryId;
  const uuid = () => `${String(++uuids).padStart(8, '0')}-0000-4000-9000-${String(uuids).padStart(12, '0')}`;
  const answer: Recollection = await recall(
    {
      failure: { output, command, exitCode: 1 },
      moment: 'after_failure',
      speaker: agentIn(`s${uuids}`),
      budgetTokens,
    },
    {
      store,
      clock: fixedClock(2_000_000),
      random: { uuid },
      repositoryId,
      scopes: resolveScopes({ repositoryId, userName: 'ada' }, defaultSettings.memory.v3.scope),
      ancestry: { head: async () => undefined, holds: async () => true },
      settings,
    },
  );
  const receipt = store.read((reader) => reader.decision(answer.decisionId));
  if (receipt?.verdict === undefined) throw new Error('no verdict was recorded');
  return { ...answer, receipt, verdict: receipt.verdict };
}

describe('high_precision_retrieval', () => {
  beforeEach(() => prefer('high_precision_retrieval'));

  it('retrieves once more and shows what every signature speaks for', async () => {
    const known = await memory.record({ ...failure, fix: 'Add lxml to the requirements.' });
    const { memories, verdict } = await fail();
    expect(verdict.action).toBe('high_precision_retrieval');
    expect(verdict.shows).toEqual([known.variant.id]);
    expect(memories.map(({ item }) => item.id)).toEqual([known.variant.id]);
  });

  it('shows nothing that was turned down, however well it fits', async () => {
    const wanted = await memory.record({ ...failure, fix: 'Add lxml to the requirements.' });
    const { verdict } = await fail();
    expect(verdict.overridden).toBeUndefined();
    await rejectItem({ store, id: wanted.variant.id, speaker: ada, nowMs: 3 });
    const emptied = await fail();
    expect(emptied.memories).toEqual([]);
    expect(emptied.verdict.action).not.toBe('high_precision_retrieval');
  });
});

describe('high_recall_retrieval', () => {
  beforeEach(() => prefer('high_recall_retrieval'));

  it('shows several that come near, each marked as unverified, and none of another name', async () => {
    await memory.record({ ...failure, fix: 'Add lxml to the requirements.' });
    for (let i = 0; i < 14; i++)
      // Met by another command, so that none contests the fix of what is at hand.
      await memory.record({
        ...{ output: missing(`other${i}`), command: `python job${i}.py` },
        fix: `Add other${i}.`,
      });
    const { memories, pack, verdict, receipt } = await fail();
    expect(receipt.considered.length).toBeGreaterThan(10);
    expect(verdict.action).toBe('high_recall_retrieval');
    expect(memories.map(({ item }) => item.content)).toEqual(['Add lxml to the requirements.']);
    expect(pack.cards.every(({ isUnverified }) => isUnverified)).toBe(true);
    expect(pack.text.match(/; UNVERIFIED: it may be about another failure\)/g)).toHaveLength(memories.length);
    expect(receipt.usedTokens).toBeLessThanOrEqual(pack.budgetTokens);
  });

  it('is silent where nothing is left, and says what was chosen before', async () => {
    await memory.record({ output: missing('numpy'), command: failure.command, fix: 'Add numpy.' });
    const { memories, verdict } = await fail();
    expect(memories).toEqual([]);
    expect(verdict).toMatchObject({ action: expect.stringMatching(/abstain|no_memory/) });
    expect(verdict.overridden?.action).toBe('high_recall_retrieval');
  });
});

describe('top3_summary', () => {
  beforeEach(() => prefer('top3_summary'));

  it('shows up to three in short: when each applies and what to do', async () => {
    const long = (name: string) =>
      `Add ${name} to the requirements. ${'Then tell everybody why it was missing. '.repeat(30)}`;
    for (const name of ['lxml', 'lxml.etree'])
      await memory.record({ output: missing(name), command: `python ${name}.py`, fix: long(name) });
    const { pack, verdict } = await fail();
    expect(verdict.action).toBe('top3_summary');
    expect(pack.cards.length).toBeGreaterThan(1);
    for (const card of pack.cards) {
      expect(card.actionHint.length).toBeLessThanOrEqual(181);
      expect(card.tokens).toBeLessThan(200);
    }
    expect(pack.text).not.toContain('because:');
    expect(pack.tokens).toBeLessThanOrEqual(pack.budgetTokens);
  });
});

describe('ask_feedback', () => {
  it('puts no question to an agent that did not ask', async () => {
    prefer('ask_feedback');
    await memory.record({ ...failure, fix: 'Add lxml to the requirements.' });
    const { verdict, pack } = await fail();
    expect(pack.text).toBe('');
    expect(verdict.overridden).toEqual({ action: 'ask_feedback', reason: 'nothing_to_ask' });
  });
});
