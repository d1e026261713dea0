import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../../tests/effort.ts';
import { type CommitSketch, idOf } from '../../../tests/fakes/commit-history.ts';
import { settings } from '../../../tests/fakes/history-snapshot.ts';
import { historyOf } from '../../../tests/fakes/opened-history.ts';
import { randomHistory, words } from '../../../tests/fakes/random-history.ts';
import { type SearchRequest, searchCommits } from './search-commits.ts';

async function search(
  sketches: readonly CommitSketch[],
  queries: string | readonly string[],
  options: Partial<SearchRequest> = {},
) {
  return await searchCommits({
    history: await historyOf(sketches),
    queries: [queries].flat(),
    settings,
    topK: 10,
    minimumConfidence: 0.01,
    minimumAnswerConfidence: 0,
    fileCount: 0,
    explain: false,
    ...options,
  });
}

const queries = fc
  .array(fc.constantFrom(...words, '#1', '#2'), { minLength: 1, maxLength: 4 })
  .map((all) => all.join(' '));

const sketches: readonly CommitSketch[] = [
  {
    name: 'fix',
    message: 'Close descriptors of the watcher\n\nFixes #7',
    author: 'Grace',
    files: ['src/watch.ts'],
  },
  { name: 'undo', message: `Revert it\n\nThis reverts commit ${idOf('fix')}.`, files: ['src/watch.ts'] },
  { name: 'other', message: 'Polish the handle', files: ['src/handle.ts'] },
];

describe('searchCommits', () => {
  it('gives what is known of a commit', async () => {
    const found = await search(sketches, 'watcher descriptors', { fileCount: 3 });
    expect(found).toMatchObject({ kind: 'relevant', asOf: idOf('other'), commitCount: 3 });
    expect(found.reason).toBeUndefined();
    expect(found.hits).toEqual([
      {
        id: idOf('fix'),
        subject: 'Close descriptors of the watcher',
        message: sketches[0]?.message,
        author: 'Grace',
        committedAtMs: 0,
        files: [{ status: 'modified', path: 'src/watch.ts' }],
        issues: ['#7'],
        revertedBy: idOf('undo'),
        score: expect.any(Number),
        confidence: expect.any(Number),
        matchedWords: expect.arrayContaining(['watcher', 'descriptors']),
      },
    ]);
    expect(found.files).toEqual([{ path: 'src/watch.ts', share: 1, commits: 1 }]);
  });

  it('finds an issue by its name alone, at any confidence that is asked for in earnest', async () => {
    const found = await search(sketches, '#7', { minimumConfidence: settings.search.minimumConfidence });
    expect(found.kind).toBe('relevant');
    expect(found.hits.map(({ id }) => id)).toEqual([idOf('fix')]);
    const own = await search(sketches, 'https://github.com/own/repo/issues/7', { ownSlug: 'own/repo' });
    expect(own.hits.map(({ id }) => id)).toEqual([idOf('fix')]);
  });

  it('says why nothing is relevant, and shows the near misses', async () => {
    const near = await search(sketches, 'watcher', { minimumConfidence: 0.99 });
    expect(near.kind).toBe('none_relevant');
    expect(near.hits.map(({ id }) => id)).toEqual([idOf('fix')]);
    expect(near.reason).toContain('below the required 99 %');
    const short = await search(sketches, 'watcher', { minimumConfidence: 0.99, nearMisses: 0 });
    expect(short).toEqual({ ...near, hits: [] });
    const nothing = await search(sketches, 'zeppelin');
    expect(nothing).toMatchObject({
      kind: 'none_relevant',
      hits: [],
      reason: 'no commit message contains any of these words',
    });
  });

  it('tells matched words as the message writes them', async () => {
    const history = [{ name: 'a', message: 'Crashes in sideEffects', files: ['a.ts'] }];
    const { hits } = await search(history, 'useEffect crashed');
    expect(hits[0]?.matchedWords.toSorted()).toEqual(['Crashes', 'sideEffects']);
  });

  it('refuses a query without text', async () => {
    await expect(search(sketches, [' ', '\n'])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect((await search(sketches, ['', 'watcher'])).hits).toHaveLength(1);
  });

  describe('where the surest commit is not among the best-scored', () => {
    // Long for its words, and so scored low; but it has all of them.
    const sure = { name: 'sure', message: `race token parser ${'pad '.repeat(9)}`, files: ['sure.ts'] };
    const short = ['race', 'token', 'parser'].flatMap((word) =>
      Array.from({ length: 4 }, (_, i) => ({
        name: `${word}${i}`,
        message: word,
        files: [`${word}${i}.ts`],
      })),
    );
    const history = [sure, ...short];
    const query = 'race token parser';

    it('finds it, though one hit is all that was wanted', async () => {
      const all = await search(history, query, { topK: 20, minimumConfidence: 0 });
      const best = all.hits[0];
      expect(best?.id).toBe(idOf('sure'));
      expect(all.hits.every(({ score }) => score >= (best?.score ?? 0))).toBe(true);
      const one = await search(history, query, { topK: 1, minimumConfidence: best?.confidence ?? 0 });
      expect(one).toMatchObject({ kind: 'relevant', hits: [{ id: idOf('sure') }] });
    });

    it('names it as the nearest, when even that is not sure enough', async () => {
      const found = await search(history, query, { minimumConfidence: 0.99 });
      expect(found.hits.map(({ id }) => id)).toHaveLength(3);
      expect(found.hits[0]?.id).toBe(idOf('sure'));
    });
  });

  it('answers "none relevant" exactly when no commit reaches the confidence asked for, however few are wanted', async () => {
    const topKs = fc.integer({ min: 1, max: 4 });
    await fc.assert(
      fc.asyncProperty(
        randomHistory,
        queries,
        fc.nat(24),
        fc.boolean(),
        topKs,
        async (history, query, pick, isAbove, topK) => {
          const everything = await search(history, query, { topK: 100, minimumConfidence: 0 });
          const confidences = everything.hits.map((hit) => hit.confidence);
          const nearest = (await search(history, query, { minimumConfidence: 1 })).hits[0];
          const best = nearest?.confidence ?? 0;
          const minimum = (confidences[pick % confidences.length] ?? 0.1) + (isAbove ? 1e-9 : 0);
          const found = await search(history, query, { topK, minimumConfidence: minimum });
          const isRelevant = everything.hits.length > 0 && best >= minimum;
          expect(found.kind).toBe(isRelevant ? 'relevant' : 'none_relevant');
          expect(found.reason === undefined).toBe(isRelevant);
          expect(found.hits.length).toBeLessThanOrEqual(isRelevant ? topK : 3);
          if (isRelevant) expect(found.hits.every((hit) => hit.confidence >= minimum)).toBe(true);
          else expect(found.hits[0]?.confidence ?? 0).toBeCloseTo(best, 12);
          const shown = found.hits.map((hit) => hit.confidence);
          expect(shown).toEqual(shown.toSorted((a, b) => b - a));
        },
      ),
    );
  });

  it('explains what it shows, and says the same as without', async () => {
    await fc.assert(
      fc.asyncProperty(randomHistory, queries, async (history, query) => {
        const explained = await search(history, query, { explain: true });
        const plain = await search(history, query);
        expect(explained.hits.map(({ explanation: _, evidence: __, ...hit }) => hit)).toEqual(plain.hits);
        for (const hit of explained.hits) expect(hit.explanation?.value).toBeCloseTo(hit.score, 10);
      }),
      { numRuns: times(40) },
    );
  });
});
