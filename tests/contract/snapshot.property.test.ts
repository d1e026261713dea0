import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { examineCommit } from '../../src/engine/history/examine-commit.ts';
import { coupleFiles, rankHotspots } from '../../src/engine/history/file-history.ts';
import { searchCommits } from '../../src/engine/history/search-commits.ts';
import { readFileView } from '../../src/engine/snapshot/history-reader.ts';
import type { RepositoryIndex } from '../../src/ports/repository-index.ts';
import { times } from '../effort.ts';
import { type CommitSketch, commitHistory, idOf } from '../fakes/commit-history.ts';
import { fakeGitReader } from '../fakes/fake-git-reader.ts';
import { settings } from '../fakes/history-snapshot.ts';
import { indexFactories, removeIndexFolders } from '../fakes/index-factories.ts';
import { files, randomHistory, words } from '../fakes/random-history.ts';

const queries = ['watcher race', 'parser\ntoken cache', 'timeout #1', '#2', [...words].join(' ')];

/** Every answer the engine can give as of a commit. */
async function answers(index: RepositoryIndex, sketches: readonly CommitSketch[], name: string) {
  const git = fakeGitReader(sketches);
  const snapshot = index.at(idOf(name));
  const history = { snapshot, files: () => readFileView(git, index, snapshot) };
  const common = {
    history,
    settings,
    topK: 5,
    minimumConfidence: 0.05,
    minimumAnswerConfidence: 0,
    fileCount: 5,
    explain: true,
  };
  const faultCode = (fault: { readonly code: string }) => fault.code;
  const examine = ({ name: commit }: CommitSketch) =>
    examineCommit({
      git,
      snapshot,
      commit: idOf(commit),
      patchLimits: { fileBytes: 100, totalBytes: 100 },
    }).catch(faultCode);
  return {
    counts: snapshot.count(),
    searches: await Promise.all(
      queries.map((query) => searchCommits({ ...common, queries: [query].flat() })),
    ),
    fused: await searchCommits({ ...common, queries }),
    hotspots: await rankHotspots(history, settings, 10),
    coupled: await Promise.all(
      files.map((path) => coupleFiles(history, path, settings, 10).catch(faultCode)),
    ),
    examined: await Promise.all(sketches.map(examine)),
    prefixes: sketches.map((commit) => snapshot.ordinalOfPrefix(idOf(commit.name).slice(0, 7))),
  };
}

/** Appends in batches of the given sizes, tidying up after each. */
function fill(index: RepositoryIndex, sketches: readonly CommitSketch[], sizes: readonly number[]): void {
  const commits = commitHistory(sketches);
  let start = index.state().commitCount;
  for (let round = 0; start < commits.length; round++) {
    const batch = commits.slice(start, start + (sizes[round % sizes.length] ?? 1));
    index.append(batch);
    index.complete(batch.at(-1)?.record.id ?? idOf(''), []);
    start += batch.length;
  }
}

const batchSizes = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 4 });

describe.each(Object.entries(indexFactories))('a snapshot (%s)', (_, open) => {
  afterEach(removeIndexFolders);

  it('never depends on later commits: whatever is appended, every answer stays the same', async () => {
    await fc.assert(
      fc.asyncProperty(randomHistory, fc.nat(), batchSizes, async (sketches, cut, sizes) => {
        const before = sketches.slice(0, 1 + (cut % sketches.length));
        const name = before.at(-1)?.name ?? '';
        const index = open();
        fill(index, before, sizes);
        const then = await answers(index, before, name);
        fill(index, sketches, sizes);
        const now = await answers(index, sketches, name);
        index.close();
        expect({
          ...now,
          examined: now.examined.slice(0, before.length),
          prefixes: now.prefixes.slice(0, before.length),
        }).toEqual(then);
        // Of what came later it knows nothing at all.
        expect(new Set(now.examined.slice(before.length))).toEqual(
          new Set(sketches.length > before.length ? ['COMMIT_NOT_FOUND'] : []),
        );
      }),
      { numRuns: times(30) },
    );
  });

  it('is the same however the commits came in: in one batch, in many, or twice', async () => {
    await fc.assert(
      fc.asyncProperty(randomHistory, batchSizes, async (sketches, sizes) => {
        const name = sketches.at(-1)?.name ?? '';
        const whole = open();
        fill(whole, sketches, [sketches.length]);
        const pieces = open();
        fill(pieces, sketches, sizes);
        pieces.append(commitHistory(sketches));
        expect(pieces.state().commitCount).toBe(sketches.length);
        expect(await answers(pieces, sketches, name)).toEqual(await answers(whole, sketches, name));
        whole.close();
        pieces.close();
      }),
      { numRuns: times(30) },
    );
  });
});
