import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import type { RepositoryEvidence } from '../../../src/model/repository.ts';
import type { MemoryStore } from '../../../src/ports/memory-store.ts';
import { times } from '../../effort.ts';
import { anyCharacter } from '../../fakes/any-character.ts';
import { addExample, evidence, idsIn, makeFolder, openStore, repositoryId } from './example-store.ts';
import { storeFactories } from './store-factories.ts';

describe.each(storeFactories)('memory store: $name', ({ open, lasts }) => {
  const folder = makeFolder();
  let store: MemoryStore;

  beforeEach(() => {
    folder.renew();
    store = open(folder.path);
  });

  afterEach(() => {
    store.close();
    folder.remove();
  });

  it('knows nothing at first', () => {
    expect(store.read((reader) => reader.repositories())).toEqual([]);
    expect(store.read((reader) => reader.repository(repositoryId('a')))).toBeUndefined();
    expect(store.read((reader) => reader.repositoriesWith(evidence('path', '/a')))).toEqual([]);
  });

  it('gives back what was written, evidence included', async () => {
    await addExample(store, 'a');
    const expected = {
      id: 'a',
      name: 'a',
      createdAtMs: 1,
      evidence: [
        evidence('path', '/clones/a/.git'),
        evidence('remote', 'example.org/a'),
        evidence('root', 'root-of-a'),
      ],
    };
    expect(store.read((reader) => reader.repository(repositoryId('a')))).toEqual(expected);
    expect(store.read((reader) => reader.repositories())).toEqual([expected]);
    expect(store.read((reader) => reader.repositoriesWith(evidence('remote', 'example.org/a')))).toEqual([
      expected,
    ]);
    expect(store.read((reader) => reader.repositoriesWith(evidence('root', 'example.org/a')))).toEqual([]);
  });

  it('sees its own writes inside a transaction, and reads there too', async () => {
    await store.transact((transaction) => {
      transaction.addRepository({ id: repositoryId('a'), name: 'a', createdAtMs: 1 });
      expect(transaction.repositories().map(({ id }) => id)).toEqual(['a']);
      expect(idsIn(store)).toEqual(['a']);
    });
  });

  it('undoes everything when the work throws, and passes the error on', async () => {
    await addExample(store, 'a');
    const failure = new Error('changed my mind');
    const work = store.transact((transaction) => {
      transaction.addRepository({ id: repositoryId('b'), name: 'b', createdAtMs: 1 });
      transaction.removeRepository(repositoryId('a'));
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(idsIn(store)).toEqual(['a']);
  });

  it('refuses asynchronous work, and what such work still tries to write later', async () => {
    let finishLate: Promise<void> = Promise.resolve();
    const work = store.transact((transaction) => {
      transaction.addRepository({ id: repositoryId('early'), name: 'early', createdAtMs: 1 });
      finishLate = Promise.resolve().then(() =>
        transaction.addRepository({ id: repositoryId('late'), name: 'late', createdAtMs: 1 }),
      );
      return finishLate;
    });
    const late = expect(finishLate.then(() => work)).rejects.toMatchObject({ code: 'INTERNAL' });
    await expect(work).rejects.toMatchObject({ code: 'INTERNAL' });
    await late;
    await expect(finishLate).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(idsIn(store)).toEqual([]);
  });

  it('keeps an acknowledged write when another task of the process rolls back', async () => {
    const kept = addExample(store, 'kept');
    const dropped = store.transact((transaction) => {
      transaction.addRepository({ id: repositoryId('dropped'), name: 'dropped', createdAtMs: 1 });
      throw new Error('roll back');
    });
    const alsoKept = addExample(store, 'also-kept');
    const outcomes = await Promise.allSettled([kept, dropped, alsoKept]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(idsIn(store)).toEqual(['kept', 'also-kept']);
  });

  it('lets a transaction ask for another one, which runs after it', async () => {
    let inner: Promise<void> = Promise.resolve();
    await store.transact((transaction) => {
      inner = addExample(store, 'second');
      transaction.addRepository({ id: repositoryId('first'), name: 'first', createdAtMs: 1 });
    });
    await inner;
    expect(idsIn(store)).toEqual(['first', 'second']);
  });

  it('adds evidence once, however often it is told', async () => {
    await addExample(store, 'a');
    const again = [evidence('remote', 'example.org/a'), evidence('path', '/clones/a/.git')];
    await store.transact((transaction) => transaction.addEvidence(repositoryId('a'), again));
    expect(store.read((reader) => reader.repository(repositoryId('a'))?.evidence)).toHaveLength(3);
  });

  it('moves a path to the repository it is added to; remotes and roots are shared', async () => {
    await addExample(store, 'a');
    await addExample(store, 'b');
    const ofA = store.read((reader) => reader.repository(repositoryId('a'))?.evidence ?? []);
    await store.transact((transaction) => transaction.addEvidence(repositoryId('b'), ofA));
    const idsWith = (one: RepositoryEvidence) =>
      store.read((reader) => reader.repositoriesWith(one).map(({ id }) => id));
    expect(idsWith(evidence('path', '/clones/a/.git'))).toEqual(['b']);
    expect(idsWith(evidence('remote', 'example.org/a'))).toEqual(['a', 'b']);
    expect(idsWith(evidence('root', 'root-of-a'))).toEqual(['a', 'b']);
  });

  it('moves a directory likewise, and tells it from a path of the same letters', async () => {
    await addExample(store, 'a');
    await addExample(store, 'b');
    const directory = evidence('directory', '1:23:456');
    for (const id of ['a', 'b'])
      await store.transact((transaction) =>
        transaction.addEvidence(repositoryId(id), [directory, directory]),
      );
    const idsWith = (one: RepositoryEvidence) =>
      store.read((reader) => reader.repositoriesWith(one).map(({ id }) => id));
    expect(idsWith(directory)).toEqual(['b']);
    expect(idsWith(evidence('path', '1:23:456'))).toEqual([]);
    const ofB = () => store.read((reader) => reader.repository(repositoryId('b'))?.evidence ?? []);
    expect(ofB().map(({ kind }) => kind)).toEqual(['directory', 'path', 'remote', 'root']);
    await store.transact((transaction) => transaction.removeEvidence(repositoryId('b'), directory));
    expect(ofB().map(({ kind }) => kind)).toEqual(['path', 'remote', 'root']);
  });

  it('removes one piece of evidence, or a repository with all of it', async () => {
    await addExample(store, 'a');
    await store.transact((transaction) =>
      transaction.removeEvidence(repositoryId('a'), evidence('root', 'root-of-a')),
    );
    expect(store.read((reader) => reader.repository(repositoryId('a'))?.evidence)).toHaveLength(2);
    await store.transact((transaction) => transaction.removeRepository(repositoryId('a')));
    expect(idsIn(store)).toEqual([]);
    expect(store.read((reader) => reader.repositoriesWith(evidence('remote', 'example.org/a')))).toEqual([]);
  });

  it('lists repositories in the order they came, whatever the clock said', async () => {
    for (const [id, createdAtMs] of [
      ['c', 3_000],
      ['a', -1_000],
      ['b', 2_000],
    ] as const) {
      await store.transact((transaction) =>
        transaction.addRepository({ id: repositoryId(id), name: id, createdAtMs }),
      );
    }
    expect(idsIn(store)).toEqual(['c', 'a', 'b']);
  });

  it('gives back any text unchanged: NUL, lone surrogates, control characters', async () => {
    await store.transact((transaction) =>
      transaction.addRepository({ id: repositoryId('a'), name: 'a', createdAtMs: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 40 }), fc.boolean(), async (text, lone) => {
        const one = evidence('path', lone ? `${text}\udcff` : text);
        await store.transact((transaction) => transaction.addEvidence(repositoryId('a'), [one]));
        expect(
          store.read((reader) => reader.repositoriesWith(one).flatMap((found) => found.evidence)),
        ).toContainEqual(one);
        await store.transact((transaction) => transaction.removeEvidence(repositoryId('a'), one));
      }),
      { numRuns: times(50) },
    );
  });

  it('can be used again after it was closed', async () => {
    await addExample(store, 'a');
    store.close();
    store.close();
    if (lasts) expect(idsIn(store)).toEqual(['a']);
    else idsIn(store);
  });
});

describe('memory in a folder', () => {
  it('is not made by reading', () => {
    const folder = makeFolder();
    const home = join(folder.path, 'home');
    const store = openStore(home);
    expect(idsIn(store)).toEqual([]);
    store.close();
    expect(existsSync(home)).toBe(false);
    folder.remove();
  });

  it('is shared by all stores of the folder, and follows it when it is deleted or replaced', async () => {
    const folder = makeFolder();
    const home = join(folder.path, 'home');
    const [one, other] = [openStore(home), openStore(home)];
    await addExample(one, 'a');
    expect(idsIn(other)).toEqual(['a']);
    folder.remove();
    expect(idsIn(other)).toEqual([]);
    await addExample(other, 'b');
    expect(idsIn(one)).toEqual(['b']);
    one.close();
    other.close();
    folder.remove();
  });

  it('tells a writer that waits too long, and serves it afterwards', async () => {
    const folder = makeFolder();
    const store = openStore(folder.path, 50);
    await addExample(store, 'a');
    const writer = openDatabase(join(folder.path, 'memory.db'), {
      subject: 'memory',
      synchronous: 'full',
      busyTimeoutMs: 50,
    });
    writer.exec('BEGIN IMMEDIATE');
    await expect(addExample(store, 'b')).rejects.toMatchObject({ code: 'MEMORY_BUSY' });
    expect(idsIn(store)).toEqual(['a']);
    writer.exec('ROLLBACK');
    await addExample(store, 'b');
    expect(idsIn(store)).toEqual(['a', 'b']);
    writer.close();
    store.close();
    folder.remove();
  });
});
