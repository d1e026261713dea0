import { describe, expect, it } from 'vitest';
import { type CommitSketch, idOf } from '../../../tests/fakes/commit-history.ts';
import { noFixSource } from '../../../tests/fakes/fix-source.ts';
import { settings as historySettings, plainIndex } from '../../../tests/fakes/history-snapshot.ts';
import { historyOf } from '../../../tests/fakes/opened-history.ts';
import { indexBlob } from '../../codebase/index-blob.ts';
import type { LearnedWeights } from '../../model/answers/file-location.ts';
import type { CodeSymbol } from '../../model/code.ts';
import { locateFiles } from './locate-files.ts';

const texts: Readonly<Record<string, string>> = {
  'src/cache.py': 'class CacheStore:\n    def evict(self):\n        drop the oldest entry of the cache\n',
  'src/queue.py': 'class WorkQueue:\n    def push(self):\n        append a job to the queue\n',
  'src/clock.py': 'class Clock:\n    def now(self):\n        read the time\n',
  'tests/test_cache.py': 'def test_evict():\n    the cache drops its oldest entry\n',
};
const symbols: Readonly<Record<string, string>> = {
  'src/cache.py': 'CacheStore',
  'src/queue.py': 'WorkQueue',
  'src/clock.py': 'Clock',
};
const sketches: readonly CommitSketch[] = [
  { name: 'a', message: 'Add everything', files: ['src/cache.py', 'src/queue.py'] },
  { name: 'b', message: 'Fix stale entries', files: ['src/cache.py', 'tests/test_cache.py'] },
  { name: 'c', message: 'Fix lost jobs after a restart', files: ['src/queue.py'] },
  { name: 'd', message: 'Correct daylight saving', files: ['src/clock.py'] },
];

function codeOf(paths: readonly string[]) {
  const index = plainIndex();
  const blobId = (path: string) => Buffer.from(path).toString('hex').padEnd(40, '0').slice(0, 40);
  const symbolsOf = (path: string): readonly CodeSymbol[] =>
    symbols[path] === undefined ? [] : [{ name: symbols[path], kind: 'class', startLine: 1, endLine: 3 }];
  index.appendBlobs(
    paths.map((path) =>
      indexBlob(blobId(path), texts[path] ?? '', {
        parser: 'syntax',
        symbols: symbolsOf(path),
        imports: [],
        calls: [],
        hasErrors: false,
      }),
    ),
  );
  return index.code(paths.map((path) => ({ path, blobId: blobId(path), mode: '100644' })));
}

const settings = { termLimit: 64, youngRepositoryCommits: 2, weakConfidence: 0, minimumAnswerConfidence: 0 };

async function locate(
  issue: string,
  own: Partial<typeof settings> & {
    explain?: boolean;
    learned?: LearnedWeights;
    opened?: readonly string[];
    edited?: readonly string[];
  } = {},
) {
  const { explain = false, learned, opened, edited, ...changed } = own;
  return await locateFiles({
    history: await historyOf(sketches),
    code: codeOf(Object.keys(texts)),
    skipped: new Map([
      ['huge', 1],
      ['binary', 0],
    ]),
    readTexts: async (paths) => new Map(paths.map((path) => [path, texts[path] ?? ''])),
    issue,
    topK: 2,
    explain,
    learned,
    ...{ opened, edited },
    fixSource: noFixSource,
    historySettings,
    settings: { ...settings, ...changed },
  });
}

describe('locateFiles', () => {
  it('finds a file by its code, with reasons, symbols and a confidence', async () => {
    const { kind, files, skipped } = await locate('CacheStore does not evict the oldest entry');
    expect({ kind, skipped }).toEqual({ kind: 'located', skipped: { huge: 1 } });
    expect(files).toHaveLength(2);
    expect(files[0]).toMatchObject({ path: 'src/cache.py', symbols: [{ name: 'CacheStore', line: 1 }] });
    expect(files[0]?.evidence.length).toBeGreaterThan(0);
    expect(files[0]?.confidence).toBeGreaterThan(files[1]?.confidence ?? 1);
  });

  it('finds a file by what was said when it was changed', async () => {
    const { files } = await locate('jobs are lost after a restart');
    expect(files[0]?.path).toBe('src/queue.py');
    expect(files[0]?.evidence.join()).toContain('past commits nearest to the title');
  });

  it('never names a test', async () => {
    const { files } = await locate('test_evict fails: the cache drops its oldest entry');
    expect(files.map(({ path }) => path)).not.toContain('tests/test_cache.py');
  });

  it('ranks by code alone, without a confidence but with a warning, where the history is short', async () => {
    const { warnings, files } = await locate('CacheStore evict', { youngRepositoryCommits: 100 });
    expect(warnings).toEqual(['sparse_history']);
    expect(files[0]?.path).toBe('src/cache.py');
    expect(files[0]?.confidence).toBeUndefined();
  });

  it('hears nothing of a history that is short', async () => {
    const question = 'jobs are lost after a restart';
    const young = await locate(question, { youngRepositoryCommits: 100 });
    expect(young.files.flatMap(({ evidence }) => evidence).join()).not.toContain('past');
  });

  it('warns when nothing is likely enough', async () => {
    const { warnings } = await locate('the time of zebras', { weakConfidence: 1 });
    expect(warnings).toEqual(['weak_match']);
  });

  it('names no file when neither code nor history knows a word of it', async () => {
    const { kind, files } = await locate('zebras yodel', { weakConfidence: 0.5 });
    expect({ kind, files }).toEqual({ kind: 'none_relevant', files: [] });
  });

  it('gives the values of all features when asked to explain', async () => {
    const { files, strengths } = await locate('src/clock.py is wrong', { explain: true });
    expect(files[0]?.path).toBe('src/clock.py');
    expect(files[0]?.features?.namedPath).toBe(1);
    expect(strengths?.textStrength).toBeGreaterThan(0);
  });

  it('ranks by learned weights, but not where the history lacks what they were learned from', async () => {
    const issue = 'CacheStore does not evict the oldest entry';
    const weights = { titlePath: 0, recentChanges: 9 };
    const learned = { weights, learnedFrom: idOf('d'), learnedAtMs: 0 };
    const own = await locate(issue, { learned });
    expect(own.weights).toBe('learned');
    expect(own.files[0]?.path).toBe('src/queue.py');
    const foreign = await locate(issue, { learned: { ...learned, learnedFrom: idOf('later') } });
    expect(foreign.weights).toBe('shipped');
    expect(foreign.files[0]?.path).toBe('src/cache.py');
  });

  it('answers no file that is open already', async () => {
    const issue = 'CacheStore does not evict the oldest entry';
    const { files } = await locate(issue, { opened: ['src/cache.py', 'src/gone.py'] });
    expect(files.map(({ path }) => path).sort()).toEqual(['src/clock.py', 'src/queue.py']);
    expect(await locate(issue, { opened: ['src/gone.py'] })).toEqual(await locate(issue));
  });

  it.each([
    ['src/queue.py', 'src/cache.py', 'changed in 1 of the 2 commits that changed src/queue.py'],
    ['tests/test_cache.py', 'src/cache.py', 'changed in 1 of the 1 commits that changed tests/test_cache.py'],
  ])('beside %s, which is changed, answers %s first, and why', async (edited, path, words) => {
    const { files, confidence } = await locate('something is wrong', { edited: [edited] });
    expect(files[0]).toMatchObject({ path, evidence: expect.arrayContaining([words]) });
    expect(files.every(({ path: other }) => other !== edited)).toBe(true);
    expect(files[0]?.confidence).toBeGreaterThan(files[1]?.confidence ?? 1);
    expect(confidence).toBeGreaterThanOrEqual(files[0]?.confidence ?? 1);
  });

  it('says where it is unlikely that another file must be changed', async () => {
    const asked = { edited: ['src/clock.py'], minimumAnswerConfidence: 0.99 };
    const { kind, reason } = await locate('CacheStore does not evict', asked);
    expect(kind).toBe('none_relevant');
    expect(reason).toContain('beside those that are changed');
  });

  it('hears nothing of how files changed together where the history is short', async () => {
    const { files } = await locate('CacheStore evict', {
      edited: ['src/queue.py'],
      youngRepositoryCommits: 100,
    });
    expect(files[0]).toMatchObject({ path: 'src/cache.py' });
    expect(files.flatMap(({ evidence }) => evidence).join()).not.toContain('commits');
  });

  it('rejects an empty description', async () => {
    await expect(locate('  \n')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});
