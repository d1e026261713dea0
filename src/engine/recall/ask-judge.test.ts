import { beforeEach, describe, expect, it } from 'vitest';
import { anyRandom } from '../../../tests/fakes/any-random.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { settingsWith } from '../../config/settings.ts';
import type { RedactedText } from '../../model/brands.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { Judge, JudgeQuestion, JudgeVerdict } from '../../ports/judge.ts';
import type { MemoryStore, MemoryTransaction } from '../../ports/memory-store.ts';
import { remember } from '../items/remember.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { resolveScopes } from '../memory/where-it-holds.ts';
import type { RecallMemoriesRequest } from './moments.ts';
import { recall } from './recall.ts';

type Values = Parameters<typeof settingsWith>[0];
type Verdict = Omit<JudgeVerdict, 'id'>;

const ada: Speaker = { kind: 'user', name: 'ada', source: 'cli' };
const neutral: Verdict = {
  ...{ actionShift: 0.5, necessity: 0.5, expectedOutcomeUplift: 0.5, negativeTransferRisk: 0 },
  confidence: 0.5,
};
const [boils, foams] = [
  'The kettle whistles at a hundred degrees when it boils.',
  'The kettle whistles at a hundred degrees when it foams.',
];
const question = 'When does the kettle whistle?';

let store: MemoryStore;
let nowMs: number;
let asked: JudgeQuestion[];

beforeEach(() => {
  store = plainStore(['r1']);
  nowMs = 1_000_000;
  asked = [];
});

function dependencies(judge?: Judge, values: Values = {}): RecallDependencies {
  const settings = settingsWith(values);
  const repositoryId = 'r1' as RepositoryId;
  return {
    ...{ store, repositoryId, settings, judge, clock: { nowMs: () => nowMs }, random: anyRandom },
    scopes: resolveScopes({ repositoryId, userName: 'ada' }, settings.memory.v3.scope),
    ancestry: { head: async () => undefined, holds: async () => true },
  };
}

async function say(content: string, speaker = ada, scope?: 'user') {
  nowMs += 1_000;
  await remember(
    { content, speaker, type: 'constraint', ...(scope === undefined ? {} : { scope }) },
    {
      ...dependencies(),
      tokens: { count: async (text) => Math.ceil(text.length / 4) },
      openParser: () => Promise.reject(new Error('no parser expected')),
      settings: settingsWith({}).memory,
    },
  );
}

/** Judges each unit by its text, alike every time. */
function judgeBy(verdictOf: (text: string) => Partial<Verdict>): Judge {
  return {
    name: 'fake',
    judge: async (about) => {
      asked.push(about);
      return about.units.map(({ id, text }) => ({ id, ...neutral, ...verdictOf(text) }));
    },
  };
}

async function ask(judge?: Judge, values: Values = {}, request: Partial<RecallMemoriesRequest> = {}) {
  const answer = await recall(
    { query: question, moment: 'asked', speaker: ada, ...request },
    dependencies(judge, values),
  );
  const receipt = store.read((reader) => reader.decision(answer.decisionId));
  return { contents: answer.memories.map(({ item }) => String(item.content)), receipt };
}

const boilsFirst = judgeBy((text) => ({ actionShift: text.includes('boils') ? 1 : 0 }));

describe('a judge of what is asked for', () => {
  it('puts a near tie in its order, and the receipt keeps the ledger without a text', async () => {
    await say(boils);
    await say(foams);
    expect((await ask()).contents).toEqual([foams, boils]);
    const { contents, receipt } = await ask(boilsFirst);
    expect(contents).toEqual([boils, foams]);
    expect(asked.map(({ task, units }) => [task, units.length])).toEqual([[question, 2]]);
    expect(receipt?.judgement).toMatchObject({ judge: 'fake', reasons: ['near_tie'], result: 'judged' });
    const [first, second] = receipt?.judgement?.ledger ?? [];
    expect(first?.state).toBe('supported');
    expect(second?.utility).toBeGreaterThan(first?.utility ?? 1);
    expect(JSON.stringify(receipt?.judgement)).not.toMatch(/kettle/i);
  });

  it('is not heard for being sure', async () => {
    await say(boils);
    await say(foams);
    const sure = judgeBy((text) => ({ confidence: text.includes('boils') ? 1 : 0 }));
    const { contents, receipt } = await ask(sure);
    const [foaming, boiling] = receipt?.judgement?.ledger ?? [];
    expect([foaming?.confidence, boiling?.confidence]).toEqual([0, 1]);
    expect(foaming?.utility).toBe(boiling?.utility);
    expect(contents).toEqual([foams, boils]);
  });

  it.each<[string, Judge['judge'], Values, string]>([
    ['throws', () => Promise.reject(new Error('429')), {}, 'failed'],
    [
      'throws at once',
      () => {
        throw new Error('no key');
      },
      {},
      'failed',
    ],
    ['answers in words', async () => 'the first' as never, {}, 'unusable'],
    ['is late', () => new Promise(() => {}), { 'judging.timeoutMs': 1 }, 'too_late'],
  ])('that %s leaves the order as it was', async (_, judge, values, result) => {
    await say(boils);
    await say(foams);
    let signal: AbortSignal | undefined;
    const { contents, receipt } = await ask(
      {
        name: 'broken',
        judge: (about) => {
          signal = about.signal;
          return judge(about);
        },
      },
      values,
    );
    expect(contents).toEqual([foams, boils]);
    expect(receipt?.judgement?.result).toBe(result);
    expect(receipt?.judgement?.ledger.map(({ state }) => state)).toEqual(['deferred', 'deferred']);
    expect(signal?.aborted).toBe(result === 'too_late');
  });

  it('decides between two that rule each other out and are believed alike, and not against trust', async () => {
    const npm = 'Install packages with npm in the kettle.';
    const pnpm = 'Install packages with pnpm in the kettle, not npm.';
    const query = { query: 'How are packages installed in the kettle?' };
    const agent: Speaker = { kind: 'agent', name: 'agent', source: 'mcp' };
    for (const [speaker, kept] of [
      [ada, npm],
      [agent, pnpm],
    ] as const) {
      store = plainStore(['r1']);
      await say(npm, speaker, speaker === ada ? 'user' : undefined);
      await say(pnpm);
      const preferNpm = judgeBy((text) => ({ actionShift: text.includes('pnpm') ? 0 : 1 }));
      const { contents, receipt } = await ask(preferNpm, {}, query);
      if (speaker === ada) {
        expect(receipt?.judgement?.reasons).toContain('conflict');
        expect(receipt?.judgement?.ledger.map(({ state }) => state)).toEqual(['limited', 'limited']);
      }
      expect(contents[0]).toBe(kept);
    }
  });

  it.each<[string, Values, Partial<RecallMemoriesRequest>]>([
    ['where the order is clear', {}, { query: 'What does the kettle do when it foams?' }],
    ['where recall is silent', {}, { query: 'Which harbour has a lantern?' }],
    ['where words alone decide', { 'memory.v3.rerank.enabled': false }, {}],
    ['after a failure', {}, { query: undefined, failure: { output: `Error: ${boils}`, exitCode: 1 } }],
    ['unasked', {}, { moment: 'after_failure', failure: { output: `Error: ${boils}`, exitCode: 1 } }],
  ])('is not asked %s', async (_, values, request) => {
    await say(boils);
    await say(foams);
    const { receipt } = await ask(boilsFirst, { 'judging.tieMargin': 0.02, ...values }, request);
    expect(asked).toEqual([]);
    expect(receipt?.judgement).toBeUndefined();
  });

  it.each<[string, (item: MemoryItem, transaction: MemoryTransaction) => void, readonly string[]]>([
    ['forgotten', ({ id }, transaction) => transaction.removeItem(id), [foams]],
    ['put away', (item, transaction) => transaction.updateItem({ ...item, status: 'archived' }), [foams]],
    ['quarantined', (item, transaction) => transaction.updateItem({ ...item, quarantined: true }), [foams]],
    [
      'made to say otherwise',
      (item, transaction) => transaction.updateItem({ ...item, content: `${boils} Or not.` as RedactedText }),
      [foams, `${boils} Or not.`],
    ],
  ])('knows nothing of what was %s while it thought', async (_, change, left) => {
    for (const fails of [false, true]) {
      store = plainStore(['r1']);
      await say(boils);
      await say(foams);
      const slow: Judge = {
        name: 'slow',
        judge: async (about) => {
          await store.transact((transaction) => {
            for (const item of transaction.items({})) if (item.content === boils) change(item, transaction);
          });
          if (fails) throw new Error('429');
          return boilsFirst.judge(about);
        },
      };
      expect((await ask(slow)).contents).toEqual(left);
    }
  });

  it('is told nothing of what may not be shown', async () => {
    await say(boils);
    await say(foams);
    const hidden = 'The kettle whistles at a hundred degrees when it is descaled.';
    await say(hidden);
    await store.transact((transaction) => {
      for (const item of transaction.items({}))
        if (item.content === hidden) transaction.updateItem({ ...item, quarantined: true });
    });
    await ask(boilsFirst);
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(asked)).not.toContain('descaled');
  });
});
