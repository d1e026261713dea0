import { beforeEach, describe, expect, it } from 'vitest';
import { anyRandom } from '../../../tests/fakes/any-random.ts';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings, settingsWith } from '../../config/settings.ts';
import { metricNames, metrics } from '../../model/answers/gate-report.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { Meter } from '../../ports/system.ts';
import { remember } from '../items/remember.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { recall } from '../recall/recall.ts';
import { countedOf, countMetrics, tellMeter } from './count-rates.ts';
import { explainDecision } from './read-decisions.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'cli' };
let store: MemoryStore;
let told: [string, string, number][];

const meter: Meter = {
  createCounter: (name) => ({ add: (value) => told.push(['add', name, value]) }),
  createHistogram: (name) => ({ record: (value) => told.push(['record', name, value]) }),
};

beforeEach(() => {
  store = plainStore();
  told = [];
});

function dependencies(own: Meter = meter): RecallDependencies {
  return {
    ...{ store, clock: fixedClock(9_000), random: anyRandom, settings: defaultSettings },
    scopes: ['global' as RecallDependencies['scopes'][number]],
    ancestry: { head: async () => undefined, holds: async () => true },
    tellMetrics: tellMeter(own),
  };
}

async function say(content: string, own?: Meter, scope: 'global' | 'user' = 'global') {
  return await remember(
    { content, type: 'constraint', scope, speaker: ada },
    {
      ...dependencies(own),
      tokens: { count: async () => 20 },
      openParser: () => Promise.reject(new Error('no parser expected')),
      settings: settingsWith({}).memory,
    },
  );
}

const ask = (query: string, own?: Meter) =>
  recall({ query, moment: 'asked', speaker: ada }, dependencies(own));
const sumOf = (name: string) =>
  told.filter(([, own]) => own === name).reduce((sum, [, , value]) => sum + value, 0);

describe('the metrics of the Memory V3 record', () => {
  it('have its ten names', () => {
    expect(metricNames.map((name) => name.slice('memory.v3.'.length))).toEqual([
      ...['extraction.calls', 'extraction.fallback.count', 'rerank.calls', 'rerank.skipped'],
      ...['retrieval.candidate_count', 'retrieval.final_count', 'contradiction.detected', 'items.superseded'],
      ...['scope.mismatch.filtered', 'token.overhead'],
    ]);
  });

  it('are told as they happen, and counted the same from what is stored', async () => {
    await say('Install packages with npm in the kettle.');
    const { supersedes } = await say('Install packages with pnpm in the kettle, not npm.');
    expect(supersedes).toHaveLength(1);
    const { memories, pack } = await ask('How are packages installed in the kettle?');
    await ask('What colour has the moon over Riga?');
    expect(sumOf('memory.v3.items.superseded')).toBe(1);
    expect(sumOf('memory.v3.retrieval.final_count')).toBe(memories.length);
    expect(sumOf('memory.v3.token.overhead')).toBe(pack.tokens);
    const counted = store.read((reader) => countMetrics(reader, reader.decisionsSince(0, countedOf), 0));
    expect(counted).toMatchObject({
      answers: 2,
      medianTokens: 0,
      contradictoryPacks: { count: 0, of: 1 },
      repeatedFailures: { of: 0 },
    });
    for (const name of metricNames) expect([name, counted.metrics[name]]).toEqual([name, sumOf(name)]);
    expect(
      store.read((reader) => countMetrics(reader, reader.decisionsSince(10_000, countedOf), 10_000)),
    ).toMatchObject({ answers: 0 });
  });

  it('count as a contradiction what waits for a person, too', async () => {
    await say('Never paint the kettle of the tower.');
    await say('Paint the kettle of the tower.');
    const name = 'memory.v3.contradiction.detected';
    expect(sumOf(name)).toBe(1);
    expect(
      store.read((reader) => countMetrics(reader, reader.decisionsSince(0, countedOf), 0)).metrics[name],
    ).toBe(1);
    expect(
      store.read((reader) => countMetrics(reader, reader.decisionsSince(10_000, countedOf), 10_000)).metrics[
        name
      ],
    ).toBe(0);
  });

  it('say how much of what was asked in vain holds elsewhere', async () => {
    await say('The kettle of the tower is green.', meter, 'user');
    const { receipt } = explainDecision(
      store,
      (await ask('What colour is the kettle of the tower?')).decisionId,
    );
    expect(receipt).toMatchObject({ considered: [], elsewhere: 1 });
    expect(sumOf('memory.v3.scope.mismatch.filtered')).toBe(1);
    await say('The kettle of the tower is green, as everybody knows.');
    const { decisionId, memories } = await ask('What colour is the kettle of the tower?');
    expect(memories).toHaveLength(1);
    expect(explainDecision(store, decisionId).receipt).not.toHaveProperty('elsewhere');
  });

  it('are measured by an instrument of their kind', async () => {
    await ask('anything');
    for (const [method, name] of told)
      expect([name, method]).toEqual([
        name,
        metrics[name as keyof typeof metrics].kind === 'each' ? 'record' : 'add',
      ]);
    expect(told.length).toBeGreaterThan(0);
  });

  it('fail no answer', async () => {
    const fail = () => {
      throw new Error('no exporter');
    };
    const broken: Meter = {
      createCounter: () => ({ add: fail }),
      createHistogram: () => ({ record: fail }),
    };
    await say('The kettle is blue.', broken);
    expect((await ask('Is the kettle blue?', broken)).memories).toHaveLength(1);
  });
});
