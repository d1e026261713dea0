import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings, settingsWith } from '../../config/settings.ts';
import type { RepositoryId } from '../../model/repository.ts';
import { scopeOf } from '../../model/scope.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { recordFailure } from '../failures/record-failure.ts';
import { forgetItems } from '../items/forget-items.ts';
import { recall } from '../recall/recall.ts';
import { recallAfterFailure } from '../recall/recall-after-failure.ts';
import { circumstanceTest } from './known-circumstance.ts';

const repositoryId = 'r1' as RepositoryId;
const command = 'npm test';
/** What every run prints, whether it passes or not. */
const noise = 'tea_cache cannot be found, going on without';
const failing = [noise, 'error: boil_it has no lid', 'error: pour_it needs a lid'].join('\n');

let store: MemoryStore;
let learns: 'on' | 'off';
let uuids: number;

beforeEach(async () => {
  store = plainStore(['r1']);
  learns = 'on';
  uuids = 0;
  await store.transact((transaction) =>
    transaction.addEvidence(repositoryId, [{ kind: 'path', value: '/kettle/.git' }]),
  );
});

const settings = () => settingsWith({ 'failures.learnCircumstance': learns });
const shared = () => ({
  store,
  clock: fixedClock(1_000_000),
  random: {
    uuid: () => `${String(++uuids).padStart(8, '0')}-0000-4000-8000-${String(uuids).padStart(12, '0')}`,
  },
  ancestry: { head: async () => undefined, holds: async () => true },
});
const here = () => ({ ...shared(), repositoryId, scopes: [scopeOf('repo', 'r1')] });

/** A call of the hook. */
const ran = (output: string, session: string, more: { command?: string; exitCode?: number } = {}) =>
  recallAfterFailure(
    { failure: { command, output, exitCode: 0, ...more }, agent: 'claude-code', session },
    () => ({
      ...shared(),
      ...{ files: undefined, worktree: undefined, userName: '', identityDirectory: '/kettle/.git' },
      loadSettings: async () => settings(),
      openAncestry: () => shared().ancestry,
    }),
  );
const record = () =>
  recordFailure(
    {
      fix: 'Put the lid on.',
      failure: { command, output: failing, exitCode: 1 },
      speaker: { kind: 'user', name: 'ada', source: 'cli' },
    },
    {
      ...here(),
      tokens: { count: async (text) => text.length },
      openParser: () => Promise.reject(new Error('no parser expected')),
      settings: defaultSettings.memory,
      learnCircumstance: learns,
    },
  );
const ask = () =>
  recall(
    {
      failure: { command, output: failing, exitCode: 1 },
      moment: 'asked',
      speaker: { kind: 'user', name: 'ada', source: 'cli' },
    },
    { ...here(), settings: settings() },
  );
const test = (of = command) =>
  store.read((reader) =>
    circumstanceTest(reader, { repositoryId, command: of }, { learnCircumstance: learns }),
  );
const leftOut = () => store.read((reader) => reader.decisions(1)[0]?.failure?.circumstanceLines);

describe('circumstance of passing runs', () => {
  it('is learned by the hook, and left out of what a failure says from then on', async () => {
    await record();
    await ran(noise, 's1');
    await ask();
    expect(leftOut()).toBeUndefined();
    expect(await ran(noise, 's2')).toEqual({ kind: 'silent', reason: 'the command did not fail' });
    expect(test()?.(noise)).toBe(true);
    expect(test()?.('error: boil_it has no lid')).toBe(false);
    await ask();
    expect(leftOut()).toBe(1);
  });

  it('is that of one command family', async () => {
    for (const session of ['s1', 's2']) await ran(noise, session);
    expect(test('npm test -- --watch')?.(noise)).toBe(true);
    expect(test('npm run lint')).toBeUndefined();
    expect(test('')).toBeUndefined();
  });

  it.each([
    { name: 'the setting is off', before: () => (learns = 'off') },
    {
      name: 'the repository is paused',
      before: () => store.transact((transaction) => transaction.pause(repositoryId, 1)),
    },
    {
      name: 'the repository is not known',
      before: () => store.transact((transaction) => transaction.removeRepository(repositoryId)),
    },
  ])('is not learned where $name', async ({ before }) => {
    await before();
    for (const session of ['s1', 's2']) await ran(noise, session);
    expect(store.read((reader) => reader.circumstanceSalt())).toBeUndefined();
    expect(store.read((reader) => reader.circumstances(repositoryId))).toEqual([]);
  });

  it.each([
    ['of a command that shows text of others', noise, { command: 'cat kettle.log' }],
    ['of a command that was interrupted', noise, { exitCode: 130 }],
    ['of an output that could not be taken for a failure', 'Boiling\n12 passing', {}],
    ['of a run whose failure a pipe hides', `${failing}\nFAIL tests/boil.test.ts\nTest Files  1 failed`, {}],
  ])('is not learned %s', async (_, output, more) => {
    for (const session of ['s1', 's2']) await ran(output, session, more);
    expect(store.read((reader) => reader.circumstances(repositoryId))).toEqual([]);
  });

  it('is unlearned when nearly only failing runs print it', async () => {
    await record();
    for (const session of ['s1', 's2']) await ran(noise, session);
    for (let at = 0; at < 9; at++) await ran(failing, `f${at}`, { exitCode: 1 });
    expect(test()?.(noise)).toBe(false);
  });
});

describe('forgetting', () => {
  it('a failure forgets what its command taught', async () => {
    const { variant } = await record();
    for (const session of ['s1', 's2']) {
      await ran(noise, session);
      await ran(noise, session, { command: 'npm run lint' });
    }
    await forgetItems(store, { ids: [variant.id], preview: true });
    expect(test()?.(noise)).toBe(true);
    await forgetItems(store, { ids: [variant.id] });
    expect(test()).toBeUndefined();
    expect(test('npm run lint')?.(noise)).toBe(true);
  });
});

describe('a first day', () => {
  it('answers as without learning', async () => {
    await record();
    const answerOf = async () => {
      const { match, memories } = await ask();
      return { match, shown: memories.map(({ item }) => item.id) };
    };
    const learning = await answerOf();
    learns = 'off';
    expect(await answerOf()).toEqual(learning);
  });
});
