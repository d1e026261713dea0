import { afterEach, describe, expect, it } from 'vitest';
import { codeView } from '../../../tests/fakes/code-view.ts';
import { type CommitSketch, idOf, msPerDay, renamed } from '../../../tests/fakes/commit-history.ts';
import { plainIndex, settings } from '../../../tests/fakes/history-snapshot.ts';
import { indexFactories, removeIndexFolders } from '../../../tests/fakes/index-factories.ts';
import { historyOf } from '../../../tests/fakes/opened-history.ts';
import type { RepositoryIndex } from '../../ports/repository-index.ts';
import { findSummaries, viewSummary } from './summaries.ts';

const sketches: readonly CommitSketch[] = [
  { name: 'a', message: 'decoder: surrogates', files: ['old.ts', 'main.ts'] },
  { name: 'b', message: 'decoder again', files: ['old.ts', 'main.ts'] },
  { name: 'c', message: 'unrelated', files: ['other.ts', 'README'] },
  { name: 'd', message: 'move', files: [renamed('old.ts', 'src/stream.ts')] },
  { name: 'e', message: 'notes', files: ['other.ts'] },
];
const code = codeView({
  'src/stream.ts': { documentation: 'Reads streams.', symbols: [{ name: 'read' }] },
  'main.ts': { documentation: 'Starts the program.' },
  'other.ts': {},
  'fresh.ts': { documentation: 'Never committed.' },
});

async function view(path: string, name = 'e') {
  return await viewSummary({ history: await historyOf(sketches, name), code, path, settings });
}

describe('viewSummary', () => {
  it('joins what the file says and what history says, under all its names', async () => {
    const summary = await view('src/stream.ts');
    expect(summary).toMatchObject({
      path: 'src/stream.ts',
      language: 'typescript',
      purpose: 'Reads streams.',
      exports: [{ name: 'read' }],
      themes: [{ word: 'decoder', commits: 2 }],
      changesWith: [{ path: 'main.ts', share: 2 / 3 }],
      changes: 3,
      lastChangedAtMs: 3 * msPerDay,
      asOf: idOf('e'),
    });
    expect(summary.heat).toBeGreaterThan(0);
    expect(await view('old.ts')).toEqual(summary);
  });

  it('knows files that are no code, and code that no commit has touched', async () => {
    expect(await view('README')).toMatchObject({ path: 'README', exports: [], changes: 1 });
    expect(await view('fresh.ts')).toMatchObject({
      purpose: 'Never committed.',
      changes: 0,
      heat: 0,
      themes: [],
    });
  });

  it('sees nothing later than its commit', async () => {
    expect(await view('other.ts', 'c')).toMatchObject({ changes: 1, asOf: idOf('c') });
  });

  it('names files of that name elsewhere when there is none', async () => {
    await expect(view('lib/stream.ts')).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: expect.stringContaining('Did you mean src/stream.ts?'),
      data: { path: 'lib/stream.ts', suggestions: ['src/stream.ts'] },
    });
    await expect(view('gone.ts')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(view('')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND', data: { suggestions: [] } });
  });
});

describe('findSummaries', () => {
  async function search(query: string, summaryFileLimit = 10, topK = 10) {
    const history = await historyOf(sketches);
    return await findSummaries({
      history,
      code: { ...code },
      query,
      topK,
      settings: { history: settings, codebase: { summaryFileLimit } },
    });
  }

  it('finds hot files by what they are for or by what their commits were about', async () => {
    const found = await search('streams');
    expect(found).toMatchObject({ kind: 'relevant', fileCount: 3, asOf: idOf('e') });
    expect(found.hits[0]?.summary).toEqual(await view('src/stream.ts'));
    expect((await search('decoder')).hits.map(({ summary }) => summary.path).sort()).toEqual([
      'main.ts',
      'src/stream.ts',
    ]);
  });

  it('looks at the hottest only, and only at code', async () => {
    expect(await search('streams', 1)).toMatchObject({ kind: 'relevant', fileCount: 1 });
    expect(await search('starts the program', 1)).toMatchObject({ kind: 'none_relevant', hits: [] });
    expect((await search('README')).hits).toEqual([]);
  });

  it('says when nothing is relevant, and why', async () => {
    expect(await search('kubernetes')).toMatchObject({
      kind: 'none_relevant',
      reason: 'no summary contains any of these words',
    });
  });

  it('refuses a query without text', async () => {
    await expect(search(' \n')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

describe('summaries of a commit', () => {
  afterEach(removeIndexFolders);
  const settingsOf = { history: settings, codebase: { summaryFileLimit: 9 } };
  const ask = async (index?: RepositoryIndex, name = 'e') =>
    await findSummaries({
      ...{ history: await historyOf(sketches, name, index), code: { ...code, commit: idOf(name) } },
      ...{ query: 'reads streams', topK: 3, settings: settingsOf },
    });

  it.each(Object.entries(indexFactories))('are kept for the next process (%s)', async (_, open) => {
    const index = open();
    const first = await ask(index);
    expect(first.hits.map(({ summary }) => summary.path)).toEqual(['src/stream.ts']);
    const { snapshot, ...history } = await historyOf(sketches, 'e', index);
    const never = { ...history, snapshot, files: () => Promise.reject(new Error('made again')) };
    const asked = { query: 'reads streams', topK: 3, coupled: false, settings: settingsOf };
    const { hits } = await findSummaries({ ...asked, history: never, code: { ...code } });
    expect(hits.map(({ summary }) => summary.path)).toEqual(['src/stream.ts']);
    await expect(ask(index, 'd')).resolves.toMatchObject({ asOf: idOf('d') });
    expect(await ask(index)).toEqual(first);
    index.close();
  });

  it('are not kept of a clone that lacks the code now', async () => {
    const index = plainIndex();
    const history = await historyOf(sketches, 'e', index);
    const without = { history, code: codeView({}), query: 'reads streams', topK: 3, settings: settingsOf };
    expect((await findSummaries(without)).hits).toEqual([]);
    expect((await ask(index)).hits).toHaveLength(1);
  });
});
