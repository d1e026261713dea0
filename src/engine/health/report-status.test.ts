import { describe, expect, it } from 'vitest';
import { type CommitSketch, commitHistory, idOf, msPerDay } from '../../../tests/fakes/commit-history.ts';
import { fakeGitReader } from '../../../tests/fakes/fake-git-reader.ts';
import { type FakeIndexStore, fakeIndexStore } from '../../../tests/fakes/fake-index-store.ts';
import type { KnownRepository, RepositoryId, RepositoryLocation } from '../../model/repository.ts';
import { reportStatus } from './report-status.ts';

const repository: KnownRepository = {
  id: '2f1c4b9e-8a53-4a0e-9d0b-6f1d0c3b7a55' as RepositoryId,
  name: 'kettle',
  createdAtMs: 0,
  evidence: [],
};
const sketches: readonly CommitSketch[] = [
  { name: 'a', message: 'Start (#1)', files: ['a.ts'] },
  { name: 'side', parents: ['a'], message: `This reverts commit ${idOf('a')}.`, author: 'Grace' },
  { name: 'merge', parents: ['a', 'side'] },
];

const nothingKnown = {
  memories: { here: 0, fixes: 0, waiting: 0 },
  connected: [],
  hooksToReview: 0,
  hooks: { sinceMs: 0, tooLate: 0, faults: 0, times: [] },
  files: { bytes: 0 },
} as const;

function status(
  indexStore: FakeIndexStore,
  place: Partial<RepositoryLocation> = {},
  history = sketches,
  changes: Partial<Parameters<typeof reportStatus>[0]> = {},
) {
  const git = fakeGitReader(history, place);
  const request = { git, indexStore, repository, version: '1.2.3', home: '/home', settingWarnings: [] };
  return reportStatus({ ...request, ...nothingKnown, ...changes });
}

function indexed(count: number, options: { readonly isComplete: boolean }): FakeIndexStore {
  const store = fakeIndexStore();
  const commits = commitHistory(sketches).slice(0, count);
  const index = store.open();
  index.append(commits);
  const last = commits.at(-1);
  if (options.isComplete && last !== undefined) index.complete(last.record.id, []);
  return store;
}

describe('reportStatus', () => {
  it('points to the first thing to do, and builds nothing', () => {
    const store = fakeIndexStore();
    const found = status(store);
    expect(found).toMatchObject({
      version: '1.2.3',
      home: '/home',
      index: { state: 'absent', commitCount: 0 },
    });
    expect(found.repository).toEqual({
      id: repository.id,
      name: 'kettle',
      path: '/clone',
      head: idOf('merge'),
      shallow: false,
      partial: false,
    });
    expect(found.history).toBeUndefined();
    expect(found.nextSteps.map(({ command }) => command)).toEqual(['afterwit index']);
    expect(store.existing()).toBeUndefined();
  });

  it('counts what the index knows when it is current', () => {
    const store = indexed(3, { isComplete: true });
    store.open().storeTree(idOf('merge'), [{ path: 'a.ts', mode: '100644', blobId: '0'.repeat(40) }]);
    const found = status(store);
    expect(found.index).toMatchObject({ state: 'current', commitCount: 3, unreadableCount: 0 });
    expect(found.history).toEqual({
      commitCount: 3,
      mergeCount: 1,
      authorCount: 2,
      firstCommitAtMs: 0,
      lastCommitAtMs: 2 * msPerDay,
      issueLinkCount: 1,
      revertCount: 1,
      fileCount: 1,
    });
    expect(found.nextSteps.map(({ command }) => command).join()).toContain('search-commits');
  });

  it('tells an interrupted index from one that is behind', () => {
    expect(status(indexed(2, { isComplete: false })).index.state).toBe('partial');
    const behind = status(indexed(2, { isComplete: true }));
    expect(behind.index.state).toBe('behind');
    expect(behind.history).toBeUndefined();
  });

  it('says what is missing: commits that cannot be read, history that was not cloned', () => {
    const store = indexed(3, { isComplete: true });
    store.open().complete(idOf('merge'), [{ id: idOf('gone'), part: 'commit', reason: 'missing object' }]);
    const found = status(store, { shallow: true });
    expect(found.index.unreadableCount).toBe(1);
    const commands = found.nextSteps.map(({ command }) => command);
    expect(commands).toEqual(expect.arrayContaining(['afterwit doctor', 'git fetch --unshallow']));
  });

  it.each([
    ['absent', fakeIndexStore()],
    ['current', indexed(3, { isComplete: true })],
  ])('says how a person joins it to what it looks like, its index being %s', (_, indexStore) => {
    const other = { ...repository, id: 'other' as RepositoryId, name: 'teapot' };
    const lookalike = { repository: other, shared: ['root'], itemCount: 3 } as const;
    const git = fakeGitReader(sketches);
    const here = { git, indexStore, repository, version: '1.2.3', home: '/home', settingWarnings: [] };
    const request = { ...here, ...nothingKnown };
    expect(reportStatus({ ...request, lookalike }).nextSteps.at(-1)).toEqual({
      command: 'afterwit repo link other',
      why: expect.stringContaining('teapot'),
    });
    expect(JSON.stringify(reportStatus(request).nextSteps)).not.toContain('repo link');
  });

  it('can tell of a repository without commits', () => {
    const found = status(fakeIndexStore(), {}, []);
    expect(found.repository.head).toBeUndefined();
    expect(found.index.state).toBe('absent');
  });

  it('sends to the doctor when settings were not obeyed', () => {
    const [first, ...rest] = status(fakeIndexStore(), {}, sketches, {
      settingWarnings: ['x', 'y'],
    }).nextSteps;
    expect(first).toEqual({ command: 'afterwit doctor', why: 'some settings were not obeyed' });
    expect(rest.map(({ command }) => command)).toEqual(['afterwit index']);
  });

  const commandsOf = (
    changes: Partial<Parameters<typeof reportStatus>[0]>,
    paths: readonly string[] = [],
  ) => {
    const store = indexed(3, { isComplete: true });
    const tree = paths.map((path) => ({ path, mode: '100644', blobId: '0'.repeat(40) }) as const);
    store.open().storeTree(idOf('merge'), tree);
    return status(store, {}, sketches, changes).nextSteps.map(({ command }) => command);
  };

  it('advises nothing that was done: agents that are connected, a memory that holds something', () => {
    const atFirst = commandsOf({});
    expect(atFirst.join('\n')).toMatch(/^afterwit setup[\s\S]*afterwit remember/);
    expect(atFirst.join('\n')).not.toMatch(/recall|review|doctor/);
    const later = commandsOf({ connected: ['claude-code'], memories: { here: 3, fixes: 1, waiting: 2 } });
    expect(later.join('\n')).not.toMatch(/setup|remember/);
    expect(later.slice(0, 2)).toEqual(['afterwit review', 'afterwit recall "what you want to know"']);
  });

  it('sends to the doctor when hooks gave up', () => {
    const hooks = { sinceMs: 0, tooLate: 1, faults: 0, times: [] };
    expect(commandsOf({ hooks })[0]).toBe('afterwit doctor');
  });

  it.each([
    [['pyproject.toml'], 'pytest'],
    [['docs/package.json', 'Cargo.toml'], 'cargo test'],
    [['README.md'], 'make test'],
  ])('names a command that may fail here: %j', (paths, command) => {
    expect(commandsOf({}, paths).join('\n')).toContain(`--command "${command}"`);
  });
});
