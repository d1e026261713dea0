import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMemory } from '../../src/index.ts';
import { type Answering, type FakeProvider, startProvider } from './fake-provider.ts';

/** Vectors by which the question lies near the text with UTC, although they share no word. */
const embeds: Answering = (response, { body }) => {
  const { input } = JSON.parse(body) as { readonly input: readonly string[] };
  const isNear = (text: string) => Number(/timezone|UTC/.test(text));
  response.end(JSON.stringify({ embeddings: input.map((text) => [isNear(text), 0.1, text.length / 1e4]) }));
};

let folder: string;
let provider: FakeProvider | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-near-commits-'));
  const git = (...given: readonly string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=ada', '-c', 'user.email=a@b.c', ...given]);
  git('init', '--quiet');
  for (const subject of ['Keep the saved kettle warm', 'Write everything down in UTC', 'Paint the lid']) {
    writeFileSync(join(folder, 'kettle.py'), subject);
    git('add', 'kettle.py');
    git('commit', '--quiet', '--message', subject);
  }
});

afterEach(async () => {
  await provider?.close();
  provider = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const query = 'the timezone of saved dates';

async function opened(source: string) {
  return await openMemory({
    ...{ repository: folder, home: join(folder, 'home') },
    settings: { 'models.embeddings.source': source, 'models.embeddings.name': 'small' },
  });
}

it('finds commits by what they mean, where that is asked for, and says what was told', async () => {
  provider = await startProvider(embeds);
  await using memory = await opened(provider.endpoint);
  const byWords = await memory.searchCommits(query);
  expect(provider.received).toEqual([]);
  expect(byWords.hits[0]?.subject).toBe('Keep the saved kettle warm');
  const dense = await memory.searchCommits(query, { retrieval: 'dense' });
  expect(dense.hits[0]?.subject).toBe('Write everything down in UTC');
  expect(dense).toMatchObject({ kind: byWords.kind, confidence: byWords.confidence, embedding: { told: 4 } });
  const both = await memory.searchCommits([query, 'dates'], { retrieval: 'hybrid' });
  expect(both.hits.map(({ subject }) => subject)).toContain('Write everything down in UTC');
  expect(both.embedding?.told).toBe(1);
});

it('is the search of words where vectors do not come', async () => {
  provider = await startProvider((response) => response.writeHead(500).end());
  await using memory = await opened(provider.endpoint);
  const byWords = await memory.searchCommits(query);
  const { embedding, ...dense } = await memory.searchCommits(query, { retrieval: 'dense' });
  expect(dense).toEqual(byWords);
  expect(embedding).toMatchObject({ fault: 'server_error' });
});

it('says how to turn vectors on', async () => {
  await using memory = await opened('none');
  await expect(memory.searchCommits(query, { retrieval: 'dense' })).rejects.toMatchObject({
    code: 'INVALID_SETTING',
  });
});
