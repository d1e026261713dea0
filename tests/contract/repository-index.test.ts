import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  changeStatuses,
  type HistorySnapshot,
  type IndexedCommit,
  noPath,
  type RepositoryIndex,
} from '../../src/ports/repository-index.ts';
import { times } from '../effort.ts';
import { commitHistory, idOf } from '../fakes/commit-history.ts';
import { clock, indexFactories, removeIndexFolders } from '../fakes/index-factories.ts';
import { randomHistory, words } from '../fakes/random-history.ts';
import { InMemoryRepositoryIndex } from '../in-memory/in-memory-repository-index.ts';

afterEach(removeIndexFolders);

describe.each(Object.entries(indexFactories))('repository index (%s)', (_, open) => {
  const filled = (commits: readonly IndexedCommit[], batches = 1): RepositoryIndex => {
    const index = open();
    const size = Math.ceil(commits.length / batches);
    for (let start = 0; start < commits.length; start += size)
      index.append(commits.slice(start, start + size));
    const last = commits.at(-1);
    if (last !== undefined) index.complete(last.record.id, []);
    return index;
  };

  it('gives back commits, their files and their renames', () => {
    const index = filled(
      commitHistory([
        {
          name: 'a',
          message: 'Add parser\n\nBody',
          author: 'Grace',
          files: [{ status: 'added', path: 'p.ts' }],
        },
        { name: 'b', files: [{ status: 'renamed', path: 'q\n\udcff.ts', previousPath: 'p.ts' }] },
      ]),
    );
    const snapshot = index.at(idOf('b'));
    expect(snapshot.stored(0)).toEqual({
      ordinal: 0,
      id: idOf('a'),
      author: 'Grace',
      message: 'Add parser\n\nBody',
      authoredAtMs: 0,
      committedAtMs: 0,
    });
    expect(snapshot.changesOf(1)).toEqual([
      { status: 'renamed', path: 'q\n\udcff.ts', previousPath: 'p.ts' },
    ]);
    expect(snapshot.path(snapshot.pathId('q\n\udcff.ts') ?? -1)).toBe('q\n\udcff.ts');
    expect(snapshot.pathId('never')).toBeUndefined();
    expect(snapshot.parentsOf(1)).toEqual([idOf('a')]);
    index.close();
  });

  it('shows a snapshot only its own history, term statistics included', () => {
    const index = filled(
      commitHistory([
        { name: 'root', message: 'watcher' },
        { name: 'left', parents: ['root'], message: 'watcher watcher' },
        { name: 'right', parents: ['root'], message: 'watcher race' },
        { name: 'merge', parents: ['left', 'right'], message: 'join' },
        { name: 'later', message: 'watcher' },
      ]),
    );
    const right = index.at(idOf('right'));
    expect(right.commitCount).toBe(2);
    expect([0, 1, 2].map((ordinal) => right.includes(ordinal))).toEqual([true, false, true]);
    expect([...(right.postings('watcher')?.ordinals ?? [])]).toEqual([0, 2]);
    expect(right.averageDocumentLength).toBe(1.5);
    expect(right.ordinalOf(idOf('left'))).toBeUndefined();
    expect(index.at(idOf('root')).postings('race')).toBeUndefined();
    const merge = index.at(idOf('merge'));
    expect(merge.isMerge(3)).toBe(true);
    expect([...(merge.postings('watcher')?.frequencies ?? [])]).toEqual([1, 2, 1]);
    expect(index.at(idOf('later')).commitCount).toBe(5);
    index.close();
  });

  it('links issues and commits both ways', () => {
    const index = filled(
      commitHistory([
        { name: 'bad', message: 'Speed up, see #7' },
        { name: 'undo', message: `Revert "Speed up"\n\nThis reverts commit ${idOf('bad')}.` },
        { name: 'redo', message: `Fixes #7: follow-up to ${idOf('undo')}` },
      ]),
    );
    const snapshot = index.at(idOf('redo'));
    expect(snapshot.commitsOfIssue('#7')).toEqual([
      { ordinal: 0, closes: false },
      { ordinal: 2, closes: true },
    ]);
    expect(index.at(idOf('undo')).commitsReferringTo(idOf('bad'))).toEqual([
      { ordinal: 1, relation: 'reverts' },
    ]);
    expect(snapshot.commitsReferringTo(idOf('undo'))).toEqual([{ ordinal: 2, relation: 'fixes' }]);
    expect(index.at(idOf('bad')).commitsReferringTo(idOf('bad'))).toEqual([]);
    expect(snapshot.ordinalOfPrefix(idOf('undo').slice(0, 7))).toBe(1);
    expect(snapshot.ordinalOfPrefix('')).toBeUndefined();
    index.close();
  });

  it('is idempotent and reports what it holds', () => {
    const commits = commitHistory([{ name: 'a' }, { name: 'b', parents: ['a', 'gone'] }, { name: 'c' }]);
    const index = filled(commits);
    index.append(commits);
    expect(index.state()).toMatchObject({
      commitCount: 3,
      heads: [idOf('c')],
      missingParents: [idOf('gone')],
      updatedAtMs: clock.nowMs(),
    });
    expect(index.unknown([idOf('x'), idOf('a'), idOf('y')])).toEqual([idOf('x'), idOf('y')]);
    index.complete(idOf('b'), [{ id: idOf('gone'), part: 'commit', reason: 'missing' }]);
    expect(index.state().heads).toEqual([idOf('b'), idOf('c')]);
    expect(index.state().unreadable).toEqual([{ id: idOf('gone'), part: 'commit', reason: 'missing' }]);
    index.close();
  });

  it('keeps trees by commit', () => {
    const index = filled(commitHistory([{ name: 'a' }, { name: 'b' }]));
    expect(index.at(idOf('b')).tree()).toBeUndefined();
    const entries = [
      { mode: '100644', blobId: 'ab'.repeat(20), path: 'tab\tand\nnewline \udc80' },
      { mode: '160000', blobId: 'cd'.repeat(20), path: 'module' },
    ];
    index.storeTree(idOf('b'), entries);
    expect(index.at(idOf('b')).tree()).toEqual(entries);
    expect(index.at(idOf('a')).tree()).toBeUndefined();
    index.close();
  });

  it('knows the ids of the paths of a tree, those too that came after it was stored', () => {
    const [a, b] = commitHistory([
      { name: 'a', files: ['one'] },
      { name: 'b', files: ['two'] },
    ]);
    if (a === undefined || b === undefined) throw new Error('a history of two has two');
    const index = filled([a]);
    const entries = ['two', 'one'].map((path) => ({ mode: '100644', blobId: 'ab'.repeat(20), path }));
    index.storeTree(idOf('a'), entries);
    index.append([b]);
    const snapshot = index.at(idOf('b'));
    expect(index.at(idOf('a')).tree()).toEqual(entries);
    for (const path of ['one', 'two']) expect(snapshot.path(snapshot.pathId(path) ?? -1)).toBe(path);
    index.close();
  });

  it('keeps what was made of a history by commit and name', () => {
    const index = filled(commitHistory([{ name: 'a' }, { name: 'b' }]));
    expect(index.at(idOf('b')).kept('names 1')).toBeUndefined();
    index.at(idOf('b')).keep('names 1', ['caf\u00e9', { deep: 1 }]);
    expect(index.at(idOf('b')).kept('names 1')).toEqual(['caf\u00e9', { deep: 1 }]);
    expect(index.at(idOf('b')).kept('names 2')).toBeUndefined();
    expect(index.at(idOf('a')).kept('names 1')).toBeUndefined();
    expect(index.findDamage()).toBeUndefined();
    index.close();
  });

  it('lets one indexer in at a time', () => {
    const index = open();
    const lease = index.acquireLease();
    expect(lease).toBeDefined();
    expect(index.acquireLease()).toBeUndefined();
    lease?.release();
    expect(index.acquireLease()).toBeDefined();
    index.close();
  });

  it('refuses a commit it does not hold', () => {
    const index = filled(commitHistory([{ name: 'a' }]));
    expect(() => index.at(idOf('zz'))).toThrow(expect.objectContaining({ code: 'COMMIT_NOT_INDEXED' }));
    index.close();
  });

  it('passes over a commit that comes twice, in one batch too', () => {
    const [a, b] = commitHistory([{ name: 'a' }, { name: 'b' }]);
    if (a === undefined || b === undefined) throw new Error('a history of two has two');
    const index = open();
    index.append([a, b, a]);
    index.append([b]);
    expect(index.state().commitCount).toBe(2);
    expect(index.at(idOf('b')).stored(1).id).toBe(idOf('b'));
    index.close();
  });

  it('holds commits and trees that have no files', () => {
    const index = filled(commitHistory([{ name: 'a', message: '' }]));
    index.storeTree(idOf('a'), []);
    const snapshot = index.at(idOf('a'));
    expect(snapshot.changesOf(0)).toEqual([]);
    expect(snapshot.stored(0).message).toBe('');
    expect(snapshot.tree()).toEqual([]);
    expect([...snapshot.changes.offsets]).toEqual([0, 0]);
    expect(snapshot.averageDocumentLength).toBe(0);
    index.close();
  });

  it('reports a commit that cannot be read once, however often it was tried', () => {
    const gone = { id: idOf('gone'), part: 'commit', reason: 'missing' } as const;
    const [a] = commitHistory([{ name: 'a', parents: ['gone'] }]);
    if (a === undefined) throw new Error('a history of one has one');
    const index = open();
    index.append([{ ...a, record: { ...a.record, unreadable: { part: 'changes', reason: 'no tree' } } }]);
    index.complete(idOf('a'), [gone]);
    index.complete(idOf('a'), [gone]);
    expect(index.state().unreadable).toEqual([{ id: idOf('a'), part: 'changes', reason: 'no tree' }, gone]);
    index.close();
  });

  it('is equal to the plain index on random histories, however they were batched', () => {
    fc.assert(
      fc.property(randomHistory, fc.integer({ min: 1, max: 12 }), fc.nat(), (sketches, batches, pick) => {
        const commits = commitHistory(sketches);
        const index = filled(commits, batches);
        const plain = new InMemoryRepositoryIndex(clock);
        plain.append(commits);
        const target = commits[pick % commits.length]?.record.id ?? idOf('');
        expect(summary(index.at(target), words)).toEqual(summary(plain.at(target), words));
        index.close();
      }),
      { numRuns: times(60) },
    );
  });
});

function summary(snapshot: HistorySnapshot, words: readonly string[]) {
  const ordinals = [...Array(snapshot.ordinalCount).keys()];
  return {
    commitCount: snapshot.commitCount,
    visible: ordinals.map((ordinal) => snapshot.includes(ordinal)),
    merges: ordinals.map((ordinal) => snapshot.isMerge(ordinal)),
    times: [...snapshot.times],
    lengths: [...snapshot.documentLengths],
    average: snapshot.averageDocumentLength,
    files: ordinals.map((ordinal) => snapshot.changesOf(ordinal)),
    parents: ordinals.map((ordinal) => snapshot.parentsOf(ordinal)),
    parentOrdinals: ordinals.map((ordinal) => snapshot.parentOrdinalsOf(ordinal)),
    pointedAtBy: ordinals.map((ordinal) => snapshot.commitsReferringTo(snapshot.stored(ordinal).id)),
    issues: ['#1', '#2', '#3'].map((issue) => snapshot.commitsOfIssue(issue)),
    changes: changeTexts(snapshot, ordinals),
    counts: snapshot.count(),
    postings: words.map((word) => {
      const list = snapshot.postings(word);
      return list === undefined ? undefined : [[...list.ordinals], [...list.frequencies]];
    }),
  };
}

/** Path ids differ between indexes, so the columns are compared by what they stand for. */
function changeTexts(snapshot: HistorySnapshot, ordinals: readonly number[]): readonly (readonly string[])[] {
  const { offsets, pathIds, previousPathIds, statuses } = snapshot.changes;
  const textOf = (i: number) => {
    const previous = previousPathIds[i] ?? noPath;
    const before = previous === noPath ? '' : snapshot.path(previous);
    return `${changeStatuses[statuses[i] ?? 0]} ${before} ${snapshot.path(pathIds[i] ?? 0)}`;
  };
  return ordinals.map((ordinal) => {
    const start = offsets[ordinal] ?? 0;
    return Array.from({ length: (offsets[ordinal + 1] ?? 0) - start }, (_, i) => textOf(start + i));
  });
}
