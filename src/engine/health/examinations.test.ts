import { describe, expect, it } from 'vitest';
import { commitHistory, idOf } from '../../../tests/fakes/commit-history.ts';
import { fakeGitReader } from '../../../tests/fakes/fake-git-reader.ts';
import { fakeIndexStore } from '../../../tests/fakes/fake-index-store.ts';
import { itemId, memoryItem } from '../../../tests/fakes/memory-item.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings, settingsWith } from '../../config/settings.ts';
import type { AgentAnswers, AgentOnMachine } from '../../model/answers/setup-report.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { Scope } from '../../model/provenance.ts';
import type { KnownRepository, RepositoryId } from '../../model/repository.ts';
import type { MemoryStore, MemoryUpkeep } from '../../ports/memory-store.ts';
import { diagnose, type ExaminationRequest, examinations } from './examinations.ts';

const repository: KnownRepository = {
  id: 'own' as RepositoryId,
  name: 'kettle',
  createdAtMs: 0,
  evidence: [],
};
const plain = plainStore();
await plain.transact((transaction) => transaction.addRepository(repository));
const store: MemoryStore & Pick<MemoryUpkeep, 'recovered' | 'examine'> = {
  examine: () => undefined,
  recovered: undefined,
  transact: async () => {
    throw new Error('doctor writes nothing');
  },
  read: (work) => plain.read(work),
  close: () => {},
};

const sketches = [{ name: 'a' }, { name: 'b' }];

function indexed(count = sketches.length) {
  const indexStore = fakeIndexStore();
  indexStore.open().append(commitHistory(sketches).slice(0, count));
  return indexStore;
}

/** The checks of `doctor` on a healthy home with the changes of the test. */
async function doctor(changes: Partial<ExaminationRequest> = {}) {
  const { healthy, checks } = await diagnose(
    examinations({
      git: fakeGitReader(sketches),
      store,
      indexStore: indexed(),
      home: '/home',
      homeIsWritable: () => true,
      settingWarnings: [],
      settings: defaultSettings,
      userName: 'ada',
      identify: async () => repository,
      findLookalike: () => undefined,
      nodeVersion: '24.0.0',
      whyUnread: async () => undefined,
      hookSilences: () => ({ sinceMs: 0, tooLate: 0, faults: 0, times: [] }),
      otherStates: () => [],
      agents: [],
      askAgent: async () => ({}),
      lastSeenMs: () => undefined,
      nowMs: () => 7 * 86_400_000,
      ...changes,
    }),
  );
  return { healthy, checks, of: (name: string) => checks.find((check) => check.name === name) };
}

describe('doctor', () => {
  it('tells of another state that is kept, and how to bring back what it holds', async () => {
    const kept = '/home/memory.db.replaced-2026-11-23T02-00-00.000Z';
    const { of, healthy } = await doctor({ otherStates: () => [kept] });
    expect(healthy).toBe(true);
    expect(of('memory')).toMatchObject({
      result: 'ok',
      message: expect.stringContaining(`another state of it is kept, the last as ${kept}`),
      remedy: expect.stringContaining('"afterwit import FILE --mine"'),
    });
  });

  it('has a line for each agent, of what answered when it was called', async () => {
    const codex = { agent: 'codex', name: 'Codex', found: true, connected: true } as const;
    const of = async (answers: AgentAnswers, agent: AgentOnMachine = codex) => {
      const told = await doctor({ agents: [agent], askAgent: async () => answers });
      return { healthy: told.healthy, ...told.of('Codex') };
    };
    const good = { hooks: { tookMs: 41.4 }, tools: { tookMs: 300, count: 9 } };
    expect(await of(good)).toMatchObject({
      result: 'ok',
      message: 'hooks answered in 41 ms, tools listed: 9; never seen yet',
    });
    expect(await of({ ...good, hooks: { tookMs: 9, fault: 'it ended with 1' } })).toMatchObject({
      healthy: false,
      result: 'problem',
      message: expect.stringContaining('its hook gave no answer: it ended with 1'),
      remedy: expect.stringContaining('afterwit setup --agent codex'),
    });
    expect(await of({ tools: { tookMs: 9, fault: 'it listed no tools' } })).toMatchObject({
      result: 'problem',
    });
    expect(await of(good, { ...codex, hooksToReview: 6 })).toMatchObject({
      healthy: true,
      result: 'warning',
      message: expect.stringContaining('6 hooks wait for your review: open Codex and say /hooks'),
    });
    const seen = await doctor({ agents: [codex], lastSeenMs: () => 86_400_000 });
    expect(seen.of('Codex')?.message).toMatch(/; last seen .*1970-01-02/);
    expect((await of({})).message).toContain('set up in this project, whose settings are not tried out');
  });

  it('tells of hooks that gave up, with counts', async () => {
    const { of, healthy } = await doctor({
      hookSilences: () => ({
        sinceMs: 0,
        tooLate: 25,
        faults: 1,
        times: [],
        lastAtMs: 86_400_000,
        lastReason: 'too late',
      }),
    });
    expect(healthy).toBe(true);
    expect(of('hooks')).toMatchObject({
      result: 'warning',
      message: expect.stringMatching(
        /^In the last 7 days, of 26 calls with something to decide, 25 gave up for lack of time and 1 ended with a fault; the last one .*1970-01-02.* \(too late\)\.$/,
      ),
    });
  });

  it('finds a healthy house healthy, and looks at everything', async () => {
    const { healthy, checks } = await doctor();
    expect(healthy).toBe(true);
    expect(checks.map(({ name, result }) => `${name} ${result}`)).toEqual(
      [
        'node',
        'git',
        'home',
        'settings',
        'memory',
        'scopes',
        'hooks',
        'repository',
        'clone',
        'index',
        'parser',
      ].map((name) => `${name} ok`),
    );
  });

  it('goes on after a check that fails, and tells the fault with its code', async () => {
    const git = fakeGitReader(sketches);
    git.version = async () => {
      throw new AfterwitError('GIT_NOT_FOUND', 'Git could not be started. Install it.');
    };
    const identify = async () => {
      throw new TypeError('unforeseen');
    };
    const { healthy, checks, of } = await doctor({ git, identify });
    expect(healthy).toBe(false);
    expect(checks).toHaveLength(11);
    expect(of('git')).toMatchObject({
      result: 'problem',
      message: 'Git could not be started. Install it. (GIT_NOT_FOUND)',
    });
    expect(of('repository')).toMatchObject({ result: 'problem', message: 'unforeseen' });
  });

  it('calls a home that cannot be written a problem, and unknown settings a warning', async () => {
    const { healthy, of } = await doctor({
      homeIsWritable: () => false,
      settingWarnings: ['history.typo', 'x'],
    });
    expect(healthy).toBe(false);
    expect(of('home')).toMatchObject({ result: 'problem', remedy: expect.stringContaining('AFTERWIT_HOME') });
    expect(of('settings')).toMatchObject({ result: 'warning', message: 'history.typo x' });
  });

  it('tells of memories of a workspace that is not read here, and of none that is', async () => {
    const shared = plainStore();
    const item = memoryItem({ id: itemId(1), scope: 'workspace:shop' as Scope });
    await shared.transact((transaction) => transaction.putItem(item, new Map()));
    const of = async (changes: Parameters<typeof settingsWith>[0]) => {
      const settings = settingsWith(changes);
      return (await doctor({ store: { ...store, read: (work) => shared.read(work) }, settings })).of(
        'scopes',
      );
    };
    expect(await of({})).toMatchObject({
      result: 'warning',
      message: '1 memory of workspace:shop is not read here.',
      remedy: expect.stringContaining('memory.v3.scope.workspace'),
    });
    const named = { 'memory.v3.scope.mode': 'workspace', 'memory.v3.scope.workspace': 'shop' };
    expect(await of(named)).toMatchObject({ result: 'ok' });
  });

  it('calls scopes a problem that cannot be read, for nothing is recalled then', async () => {
    const settings = settingsWith({ 'memory.v3.scope.mode': 'workspace' });
    const { healthy, of } = await doctor({ settings });
    expect(healthy).toBe(false);
    expect(of('settings')).toMatchObject({
      result: 'problem',
      message: expect.stringContaining('memory.v3.scope.workspace'),
    });
  });

  it('tells that the memory was restored, and where the rest is', async () => {
    const recovered = {
      damage: 'page 7',
      asidePath: '/home/aside',
      restoredFrom: '/home/backup',
      backedUpAtMs: 0,
    };
    const { healthy, of } = await doctor({ store: { ...store, recovered } });
    expect(healthy).toBe(true);
    expect(of('memory')).toMatchObject({ result: 'warning', remedy: expect.stringContaining('/home/aside') });
    expect(of('memory')?.message).toContain('1970-01-01');
  });

  it('tells of damage in the memory, and how to get a whole one back', async () => {
    const { healthy, of } = await doctor({ store: { ...store, examine: () => 'a row of items' } });
    expect(healthy).toBe(false);
    expect(of('memory')).toMatchObject({ result: 'problem', remedy: expect.stringContaining('restore') });
    expect(of('memory')?.message).toContain('a row of items');
  });

  it('tells which repository this clone looks like, and how a person joins them, and finds nothing wrong with it', async () => {
    const other = { ...repository, id: 'other' as RepositoryId, name: 'teapot' };
    const findLookalike = () => ({ repository: other, shared: ['root'] as const, itemCount: 3 });
    const { of } = await doctor({ findLookalike });
    expect(of('repository')).toMatchObject({
      result: 'ok',
      message: expect.stringContaining('teapot (other)'),
      remedy: expect.stringContaining('repo link other'),
    });
  });

  it.each([
    ['empty', fakeGitReader([]), 'no commit'],
    ['shallow', fakeGitReader(sketches, { shallow: true }), 'shallow'],
    ['partial', fakeGitReader(sketches, { partial: true }), 'partial'],
  ])('warns of a clone that is %s', async (_, git, word) => {
    const { healthy, of } = await doctor({ git });
    expect(healthy).toBe(true);
    expect(of('clone')).toMatchObject({ result: 'warning', message: expect.stringContaining(word) });
  });

  it('says where no code is read, and why', async () => {
    const { healthy, of } = await doctor({ whyUnread: async () => 'cannot find syntax-worker.js' });
    expect(healthy).toBe(true);
    expect(of('parser')).toMatchObject({
      result: 'warning',
      message: expect.stringContaining('cannot find syntax-worker.js'),
    });
  });

  it('looks into the index: absent, behind, with gaps, damaged', async () => {
    expect((await doctor({ indexStore: fakeIndexStore() })).of('index')).toMatchObject({ result: 'warning' });
    expect((await doctor({ indexStore: indexed(1) })).of('index')?.message).toContain('behind HEAD');
    const gaps = indexed();
    gaps.open().complete(idOf('b'), [{ id: idOf('gone'), part: 'commit', reason: 'missing object' }]);
    expect((await doctor({ indexStore: gaps })).of('index')).toMatchObject({
      result: 'warning',
      message: expect.stringContaining('missing object'),
    });
    const replaced = indexed();
    Object.assign(replaced, { aside: () => '/home/index.corrupt' });
    expect((await doctor({ indexStore: replaced })).of('index')).toMatchObject({
      result: 'warning',
      message: expect.stringContaining('/home/index.corrupt'),
    });
    const damaged = indexed();
    const index = damaged.open();
    Object.assign(index, { findDamage: () => 'page 3 is torn' });
    const { healthy, of } = await doctor({ indexStore: damaged });
    expect(healthy).toBe(false);
    expect(of('index')).toMatchObject({
      result: 'problem',
      message: expect.stringContaining('page 3 is torn'),
    });
  });
});
