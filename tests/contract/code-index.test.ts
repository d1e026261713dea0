import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { indexBlob } from '../../src/codebase/index-blob.ts';
import { scoreBigrams } from '../../src/locate/score-code.ts';
import type { CodeSnapshot, IndexedBlob } from '../../src/ports/repository-index.ts';
import { times } from '../effort.ts';
import { fixedClock } from '../fakes/fixed-clock.ts';
import { indexFactories, removeIndexFolders } from '../fakes/index-factories.ts';
import { InMemoryRepositoryIndex } from '../in-memory/in-memory-repository-index.ts';

const blobIdOf = (name: string) => Buffer.from(name).toString('hex').padEnd(40, '0').slice(0, 40);
const entryOf = (path: string, blob: string) => ({ mode: '100644', blobId: blobIdOf(blob), path });
const blobOf = (name: string, text: string): IndexedBlob =>
  indexBlob(blobIdOf(name), text, {
    parser: 'syntax',
    symbols: [
      {
        name: `${name}Thing`,
        kind: 'class',
        startLine: 1,
        endLine: 1,
        bases: ['Base'],
        documentation: 'A thing.',
      },
    ],
    imports: [],
    calls: [],
    hasErrors: false,
  });

afterEach(removeIndexFolders);

describe.each(Object.entries(indexFactories))('code index (%s)', (_, open) => {
  it('shows a tree through its blobs, whatever paths they have', () => {
    const index = open();
    index.appendBlobs([blobOf('a', 'race in the watcher'), blobOf('b', 'watcher watcher stops')]);
    index.completeBlobs();
    const both = index.code([
      entryOf('x.py', 'a'),
      entryOf('y.py', 'b'),
      entryOf('copy.py', 'a'),
      entryOf('z.py', 'c'),
    ]);
    expect(both.files.map(({ path }) => path)).toEqual(['x.py', 'y.py', 'copy.py']);
    expect([both.blobCount, both.chunkCount]).toEqual([2, 2]);
    expect(both.postings('chunk', 'watcher')?.frequencies).toEqual(Uint16Array.of(1, 2));
    expect(both.files.map(({ blob }) => both.blobIdOf(blob))).toEqual(['a', 'b', 'a'].map(blobIdOf));
    expect(both.structureOf(both.files[1]?.blob ?? -1).symbols[0]?.name).toBe('bThing');
    expect(both.outlineOf(both.files[1]?.blob ?? -1)).toEqual([
      { name: 'bThing', kind: 'class', startLine: 1, endLine: 1 },
    ]);
    const one = index.code([entryOf('y.py', 'b')]);
    expect(one.postings('chunk', 'race')).toBeUndefined();
    expect(one.postings('definition', 'thing')?.ordinals.length).toBe(1);
    index.close();
  });

  it('counts skipped blobs and does not ask for them again', () => {
    const index = open();
    const empty = {
      structure: blobOf('s', '').structure,
      chunks: [],
      definitions: new Map(),
      tokens: new Uint16Array(),
    };
    index.appendBlobs([{ blobId: blobIdOf('s'), skipped: 'binary', ...empty }]);
    index.completeBlobs();
    expect(index.unknownBlobs([blobIdOf('s'), blobIdOf('t'), blobIdOf('t')])).toEqual([blobIdOf('t')]);
    const code = index.code([entryOf('s.py', 's')]);
    expect(code.files).toEqual([]);
    expect(code.skipped).toEqual(new Map([['binary', 1]]));
    index.close();
  });

  it('has nothing to say of an empty tree', () => {
    const index = open();
    const code = index.code([]);
    expect([code.files.length, code.chunkCount, code.blobCount, code.averageChunkLength]).toEqual([
      0, 0, 0, 0,
    ]);
    expect(code.postings('chunk', 'any')).toBeUndefined();
    index.close();
  });

  it('is equal to the plain index on random code, however it was batched', () => {
    const text = fc
      .array(fc.constantFrom('alpha', 'betaGamma', 'delta', 'race', '\n'), { maxLength: 40 })
      .map((words) => words.join(' '));
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 6, maxLength: 6 }),
        fc.integer({ min: 1, max: 6 }),
        fc.subarray(names),
        (texts, size, shown) => {
          const blobs = names.map((name, position) => blobOf(name, texts[position] ?? ''));
          const index = open();
          for (let start = 0; start < blobs.length; start += size) {
            index.appendBlobs(blobs.slice(Math.max(0, start - 1), start + size));
            index.completeBlobs();
          }
          const plain = new InMemoryRepositoryIndex(fixedClock());
          plain.appendBlobs(blobs);
          const entries = shown.map((name) => entryOf(`${name}.py`, name));
          const code = index.code(entries);
          expect(summary(code)).toEqual(summary(plain.code(entries)));
          const [first, ...others] = entries.toReversed();
          expect(summary(index.code(first ? [first] : [], index.code(others.toReversed())))).toEqual(
            summary(code),
          );
          index.close();
        },
      ),
      { numRuns: times(40) },
    );
  });
});

function summary(code: CodeSnapshot) {
  const blobs = [...new Set(code.files.map(({ blob }) => blob))];
  return {
    files: code.files,
    counts: [
      code.blobCount,
      code.chunkCount,
      code.averageBlobLength,
      code.averageChunkLength,
      code.averageDefinitionLength,
    ],
    structures: blobs.map((blob) => code.structureOf(blob)),
    outlines: blobs.map((blob) => code.outlineOf(blob)),
    bigrams: blobs.map((blob) => scoreBigrams(code, 'alpha delta race beta gamma', blobs)[blob]),
    postings: ['alpha', 'gamma', '=betagamma', 'rac', 'race'].map((term) => code.postings('chunk', term)),
    definitions: code.postings('definition', 'thing'),
    lines: blobs.flatMap((blob) =>
      [...code.chunkBlobs.keys()]
        .filter((chunk) => code.chunkBlobs[chunk] === blob)
        .map((chunk) => code.chunkStartLines[chunk]),
    ),
  };
}
