import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../src/adapters/sqlite/memory/open-memory-store.ts';
import { confirmRepository, identifyRepository } from '../../src/engine/repositories/identify-repository.ts';
import { linkRepository, splitRepository } from '../../src/engine/repositories/link-repository.ts';
import { findLookalike } from '../../src/engine/repositories/match-repository.ts';
import { type Speaker, scopeOf } from '../../src/model/provenance.ts';
import type { RepositoryId } from '../../src/model/repository.ts';
import type { MemoryStore } from '../../src/ports/memory-store.ts';
import { itemId, memoryItem } from '../fakes/memory-item.ts';
import { type CloneFacts, type FakeClone, fakeClone } from './fake-clone.ts';

const remote = 'example.org/owner/project';
const ada: Speaker = { kind: 'user', name: 'ada', source: 'cli' };

describe('the identity of a repository', () => {
  let store: MemoryStore;
  /** Paths at which nothing lies any more. */
  let gone: Set<string>;
  let identifiers: number;

  beforeEach(() => {
    gone = new Set();
    identifiers = 0;
    store = openMemoryStore({ directory: ':memory:', clock: { nowMs: () => 0 } });
  });

  afterEach(() => store.close());

  const requestFor = (git: FakeClone) => ({
    store,
    git,
    clock: { nowMs: () => 1_000 },
    random: { uuid: () => `id-${++identifiers}` },
    holdsGitDirectory: (path: string) => !gone.has(path),
  });

  const identify = (facts: CloneFacts) => identifyRepository(requestFor(fakeClone(facts)));
  const confirm = (facts: CloneFacts) => confirmRepository(requestFor(fakeClone(facts)));
  const idOf = async (facts: CloneFacts) => (await identify(facts)).repository.id;
  const split = (facts: CloneFacts) => splitRepository({ ...requestFor(fakeClone(facts)), speaker: ada });
  const link = (facts: CloneFacts, id: string, speaker = ada) =>
    linkRepository({ store, git: fakeClone(facts), id, speaker });
  const known = () => store.read((reader) => reader.repositories());
  const lookalikeOf = (id: RepositoryId) =>
    store.read((reader) => findLookalike(reader, id, (path) => !gone.has(path)));

  const original: CloneFacts = { path: '/a/project', remotes: [remote], roots: ['r1'] };

  it('is new once, with a name for people and all evidence noted', async () => {
    const { repository, hint } = await identify(original);
    expect(hint).toBeUndefined();
    expect(repository).toEqual({
      id: 'id-1',
      name: 'project',
      createdAtMs: 1_000,
      evidence: [
        { kind: 'path', value: '/a/project/.git' },
        { kind: 'remote', value: remote },
        { kind: 'root', value: 'r1' },
      ],
    });
  });

  it('is known by path afterwards, without starting git', async () => {
    await identify(original);
    const git = fakeClone(original);
    const { repository } = await identifyRepository(requestFor(git));
    expect(repository.id).toBe('id-1');
    expect(git.gatherings()).toBe(0);
  });

  it.each([
    { facts: { path: '/a/work tree' }, name: 'work tree' },
    { facts: { path: '/a/b', remotes: ['example.org/owner/name'] }, name: 'name' },
    { facts: { path: '/a/b', remotes: ['file:/elsewhere/c'] }, name: 'b' },
    { facts: { path: '/a/b.git' }, name: 'b' },
  ])('is named $name', async ({ facts, name }) => {
    expect((await identify(facts)).repository.name).toBe(name);
  });

  describe('joins nothing by what a stranger can copy, and hints at', () => {
    const looksLike = async (facts: CloneFacts) => {
      const before = known().map(({ id }) => id);
      const { repository, hint } = await identify(facts);
      expect(before).not.toContain(repository.id);
      return hint?.id;
    };

    it('a clone of the same remote with history in common', async () => {
      expect(await idOf(original)).toBe('id-1');
      const clone = { path: '/b/copy', remotes: ['example.org/else', remote], roots: ['r2', 'r1'] };
      expect(await looksLike(clone)).toBe('id-1');
      expect(known()[0]?.evidence).not.toContainEqual({ kind: 'path', value: '/b/copy/.git' });
    });

    it('a clone that is gone from its path, without remotes', async () => {
      const before = await idOf({ path: '/a/local', roots: ['r1'] });
      gone.add('/a/local/.git');
      expect(await looksLike({ path: '/b/local', roots: ['r1'] })).toBe(before);
    });

    it('a clone without remotes that is gone from its path, where this one has a remote', async () => {
      const before = await idOf({ path: '/a/local', roots: ['r1'] });
      gone.add('/a/local/.git');
      expect(await looksLike({ ...original, path: '/b/local' })).toBe(before);
    });

    it.each(['file:/a/project', 'file:/a/project/.git'])(
      'the repository that is its remote %s',
      async (from) => {
        const before = await idOf({ path: '/a/project', roots: ['r1'] });
        expect(await looksLike({ path: '/b/project', remotes: [from], roots: ['r1'] })).toBe(before);
      },
    );

    it('a local clone of it that was seen first', async () => {
      const before = await idOf({ path: '/b/project', remotes: ['file:/a/project'], roots: ['r1'] });
      expect(await looksLike({ path: '/a/project', roots: ['r1'] })).toBe(before);
    });

    it('the oldest of several, and one that is gone from its path before those', async () => {
      const oldest = await idOf(original);
      const second = await idOf({ ...original, path: '/b/project' });
      expect(await looksLike({ ...original, path: '/c/project' })).toBe(oldest);
      gone.add('/b/project/.git');
      expect(await looksLike({ ...original, path: '/d/project' })).toBe(second);
    });

    it('the same ever after, told of the later one only', async () => {
      const { repository } = await identify(original);
      const { repository: copy } = await identify({ ...original, path: '/b/project' });
      const again = await identify({ ...original, path: '/b/project' });
      expect(again).toEqual({ repository: copy });
      expect(lookalikeOf(copy.id)).toEqual({ repository, shared: ['root', 'remote'], itemCount: 0 });
      expect(lookalikeOf(repository.id)).toBeUndefined();
    });

    it.each<CloneFacts>([
      { path: '/a/project', remotes: [remote], roots: ['r1'] },
      { path: '/a/project', remotes: ['file:/z/project'], roots: ['r1'] },
      { path: '/a/project', roots: ['r1', 'r2'] },
      { path: '/a/project', remotes: [remote] },
      { path: '/a/project' },
    ])('a known repository of which all that can be copied agrees: %j', async (facts) => {
      for (const isGone of [false, true]) {
        const before = await idOf(facts);
        if (isGone) gone.add('/a/project/.git');
        for (const step of [identify, confirm]) {
          const { repository } = await step({ ...facts, path: '/z/project' });
          expect(repository.id).not.toBe(before);
        }
      }
    });
  });

  describe('knows a directory again wherever it is moved', () => {
    const home: CloneFacts = { ...original, directory: '1:23:456' };

    it.each<[string, Partial<CloneFacts>]>([
      ['as it was', {}],
      ['with other remotes', { remotes: ['example.org/else'] }],
      ['without a root that can be read', { roots: [] }],
      ['with one root more', { roots: ['r1', 'r2'] }],
    ])('%s', async (_, changes) => {
      const before = await idOf(home);
      gone.add('/a/project/.git');
      expect(await identify({ ...home, ...changes, path: '/b/project' })).toMatchObject({
        repository: { id: before },
      });
      expect(known()).toHaveLength(1);
    });

    it('and what is put in its former place is another one', async () => {
      const before = await idOf(home);
      gone.add('/a/project/.git');
      await identify({ ...home, path: '/b/project' });
      gone.delete('/a/project/.git');
      const { repository, hint } = await identify({ ...original, directory: '1:24:999' });
      expect(repository.id).toBe('id-2');
      expect(hint?.id).toBe(before);
    });

    it('and leaves places alone of which it is not certain that it was moved from there', async () => {
      await identify(home);
      await identify({ ...original, path: '/c/project' });
      await link({ ...original, path: '/c/project' }, 'id-1');
      for (const path of ['/a/project/.git', '/c/project/.git']) gone.add(path);
      expect(await idOf({ ...home, path: '/b/project' })).toBe('id-1');
      expect(await idOf({ ...original, path: '/c/project' })).toBe('id-1');
    });

    it('but not one with another history, nor one born later under the same number', async () => {
      const before = await idOf(home);
      gone.add('/a/project/.git');
      expect(await idOf({ ...home, path: '/b/project', roots: ['r9'] })).not.toBe(before);
      expect(await idOf({ ...home, path: '/c/project', directory: '1:23:457' })).not.toBe(before);
    });

    it('after a split too: the directory goes with the clone', async () => {
      await identify(home);
      const own = await split(home);
      expect(own.id).toBe('id-2');
      gone.add('/a/project/.git');
      expect(await idOf({ ...home, path: '/moved/project' })).toBe('id-2');
    });
  });

  describe('keeps apart', () => {
    it('forks: the same history at different remotes', async () => {
      await identify(original);
      const fork = await identify({ ...original, path: '/b/fork', remotes: ['example.org/me/project'] });
      expect(fork.repository.id).toBe('id-2');
      expect(fork.hint).toBeUndefined();
    });

    it('a fork whose original is gone from its path', async () => {
      await identify(original);
      gone.add('/a/project/.git');
      expect(await idOf({ ...original, path: '/b/fork', remotes: ['example.org/me/project'] })).toBe('id-2');
    });

    it('copies without remotes that both exist, with a hint', async () => {
      await identify({ path: '/a/local', roots: ['r1'] });
      const copy = await identify({ path: '/b/local', roots: ['r1'] });
      expect(copy.repository.id).toBe('id-2');
      expect(copy.hint?.id).toBe('id-1');
    });

    it('a shallow clone, with a hint at the repository of its remote', async () => {
      await identify(original);
      const shallow = await identify({ path: '/b/shallow', remotes: [remote] });
      expect(shallow.repository.id).toBe('id-2');
      expect(shallow.hint?.id).toBe('id-1');
    });

    it('a clone that looks like several others, without a hint', async () => {
      await identify(original);
      await identify({ path: '/b/shallow', remotes: [remote] });
      expect((await identify({ path: '/c/shallow', remotes: [remote] })).hint).toBeUndefined();
    });

    it('a new history under the name of an old remote, with a hint', async () => {
      await identify(original);
      const rewritten = await identify({ ...original, path: '/b/project', roots: ['r9'] });
      expect(rewritten.repository.id).toBe('id-2');
      expect(rewritten.hint?.id).toBe('id-1');
    });

    it('empty repositories', async () => {
      await identify({ path: '/a/empty' });
      gone.add('/a/empty/.git');
      expect(await identify({ path: '/b/empty' })).toMatchObject({ repository: { id: 'id-2' } });
    });
  });

  describe('when confirmed', () => {
    it('takes note of evidence that came later, so that other clones are told what they look like', async () => {
      await identify({ path: '/a/project' });
      const { repository } = await confirm({ ...original, directory: '1:23:456' });
      expect(repository.id).toBe('id-1');
      expect((await identify({ ...original, path: '/b/project' })).hint?.id).toBe('id-1');
      expect(await idOf({ ...original, path: '/c/project', directory: '1:23:456' })).toBe('id-1');
    });

    it('writes nothing when nothing is new', async () => {
      await identify(original);
      const readOnly: MemoryStore = {
        read: (work) => store.read(work),
        transact: () => Promise.reject(new Error('no write expected')),
        close: () => {},
      };
      const request = { ...requestFor(fakeClone(original)), store: readOnly };
      expect((await confirmRepository(request)).repository.id).toBe('id-1');
    });

    it('gives up a path where another repository lies now', async () => {
      await identify(original);
      const other = { path: '/a/project', remotes: ['example.org/other'], roots: ['r7'] };
      expect((await confirm(other)).repository).toMatchObject({ id: 'id-2', name: 'other' });
      expect(await idOf(other)).toBe('id-2');
      expect(known()[0]?.evidence.some(({ kind }) => kind === 'path')).toBe(false);
      expect((await identify({ ...original, path: '/b/project' })).hint?.id).toBe('id-1');
    });

    it('stays with its repository when its history was rewritten', async () => {
      await identify(original);
      expect((await confirm({ ...original, roots: ['r9'] })).repository.id).toBe('id-1');
    });
  });

  describe('corrected by a person', () => {
    it('link: takes the first digits of an id, where they are enough and of one alone', async () => {
      identifiers = 1_000_000;
      await identify(original);
      const clone = { path: '/b/project', roots: ['r1'] };
      await identify(clone);
      await expect(link(clone, 'id-1000')).rejects.toMatchObject({ code: 'REPOSITORY_NOT_FOUND' });
      await expect(link(clone, 'id-10000')).rejects.toMatchObject({ code: 'REPOSITORY_NOT_FOUND' });
      expect((await link(clone, 'id-1000001')).id).toBe('id-1000001');
    });

    it('link: the clone and its evidence go over, and a repository left without clones is forgotten', async () => {
      await identify(original);
      const shallow = { path: '/b/shallow', remotes: [remote, 'example.org/mirror'] };
      await identify(shallow);
      const linked = await link(shallow, 'id-1');
      expect(linked.id).toBe('id-1');
      expect(linked.evidence).toContainEqual({ kind: 'remote', value: 'example.org/mirror' });
      expect(await idOf(shallow)).toBe('id-1');
      expect(known().map(({ id }) => id)).toEqual(['id-1']);
    });

    it('link: memories of the repository that is left go along, those known already once', async () => {
      await identify(original);
      const shallow = { path: '/b/shallow', remotes: [remote] };
      await identify(shallow);
      const at = (number: number, repository: string, fingerprint: string) =>
        memoryItem({ id: itemId(number), scope: scopeOf('repo', repository), fingerprint, trust: 'agent' });
      await store.transact((transaction) => {
        for (const item of [at(1, 'id-1', 'a'), at(2, 'id-2', 'a'), at(3, 'id-2', 'b')]) {
          transaction.putItem(item, new Map([['kettle', 1]]));
        }
      });
      await link(shallow, 'id-1');
      const scopes = [scopeOf('repo', 'id-1')];
      const items = store.read((reader) => reader.items({}));
      expect(items.map(({ id, scope }) => [id, scope])).toEqual([
        [itemId(3), 'repo:id-1'],
        [itemId(1), 'repo:id-1'],
      ]);
      expect(store.read((reader) => reader.documentFrequencies(scopes, ['npm']))).toEqual(
        new Map([['npm', 2]]),
      );
    });

    it('link: a repository that has other clones stays', async () => {
      await identify(original);
      await identify({ path: '/b/other', remotes: ['example.org/other'], roots: ['r2'] });
      await identify({ path: '/c/other', remotes: ['example.org/other'], roots: ['r2'] });
      await link({ path: '/c/other' }, 'id-2');
      await link({ path: '/c/other' }, 'id-1');
      expect(known().map(({ id }) => id)).toEqual(['id-1', 'id-2']);
      expect(await idOf({ path: '/b/other' })).toBe('id-2');
    });

    it('link: to its own repository changes nothing', async () => {
      await identify(original);
      expect((await link(original, 'id-1')).id).toBe('id-1');
      expect(known()).toHaveLength(1);
    });

    it('link: an unknown repository is an error, and nothing is changed', async () => {
      await identify(original);
      const before = known();
      await expect(link(original, 'nonsense')).rejects.toMatchObject({ code: 'REPOSITORY_NOT_FOUND' });
      expect(known()).toEqual(before);
    });

    it('split: the clone keeps its new repository, also when confirmed', async () => {
      const clone = { ...original, path: '/b/project' };
      await identify(original);
      await identify(clone);
      await link(clone, 'id-1');
      const own = await split(clone);
      expect(own.id).toBe('id-3');
      expect(await idOf(clone)).toBe('id-3');
      expect((await confirm(clone)).repository.id).toBe('id-3');
      expect(await idOf(original)).toBe('id-1');
    });

    it.each<Speaker>([
      { kind: 'agent', name: 'claude-code', source: 'mcp' },
      { kind: 'unknown', name: 'ada', source: 'cli' },
      { kind: 'unknown', name: 'ada', source: 'library' },
    ])('by no other speaker: $kind through $source', async (speaker) => {
      await identify(original);
      const clone = { ...original, path: '/b/project' };
      await identify(clone);
      const before = known();
      await expect(link(clone, 'id-1', speaker)).rejects.toMatchObject({ code: 'NEEDS_PERSON' });
      const splitting = splitRepository({ ...requestFor(fakeClone(clone)), speaker });
      await expect(splitting).rejects.toMatchObject({ code: 'NEEDS_PERSON' });
      expect(known()).toEqual(before);
    });
  });

  it('is given once when two tasks see a clone for the first time', async () => {
    const [one, other] = await Promise.all([idOf(original), idOf(original)]);
    expect(one).toBe(other);
    expect(known()).toHaveLength(1);
  });

  it('in a home that cannot be written: known clones work, unknown ones say why not', async () => {
    await identify(original);
    const failure = Object.assign(new Error('read only'), { code: 'HOME_NOT_WRITABLE' });
    const readOnly: MemoryStore = {
      read: (work) => store.read(work),
      transact: () => Promise.reject(failure),
      close: () => {},
    };
    const at = (facts: CloneFacts) =>
      identifyRepository({ ...requestFor(fakeClone(facts)), store: readOnly });
    expect((await at(original)).repository.id).toBe('id-1');
    await expect(at({ path: '/new' })).rejects.toMatchObject({ code: 'HOME_NOT_WRITABLE' });
  });
});
