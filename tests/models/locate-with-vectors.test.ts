import { execFileSync } from 'node:child_process';
import { closeSync, cpSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMemory } from '../../src/index.ts';
import { type Answering, type FakeProvider, startProvider } from './fake-provider.ts';

const query = 'the timezone of saved dates is wrong';

/** Vectors by which the question lies near the text with UTC, although they share no word. */
const embeds: Answering = (response, { body }) => {
  const { input } = JSON.parse(body) as { readonly input: readonly string[] };
  const isNear = (text: string) => Number(/timezone|UTC/.test(text));
  response.end(JSON.stringify({ embeddings: input.map((text) => [isNear(text), 0.1, text.length / 1e4]) }));
};

let filled: string;
let home: string;
let provider: FakeProvider | undefined;

/** Indexed once: every test begins with a copy of the home. */
beforeAll(async () => {
  filled = mkdtempSync(join(tmpdir(), 'afterwit-near-files-'));
  const repository = join(filled, 'repository');
  execFileSync('git', ['init', '--quiet', repository]);
  for (const [name, documentation, defined] of [
    ['clock', 'Gives UTC.', 'now'],
    ['saved', 'Saved dates of the kettle.', 'saved_dates'],
    ['other', 'Paints.', 'paint'],
  ])
    writeFileSync(
      join(repository, `${name}.py`),
      `"""${documentation}"""\ndef ${defined}():\n    return 1\n`,
    );
  const git = (...given: readonly string[]) =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=ada', '-c', 'user.email=a@b.c', ...given]);
  git('add', '.');
  git('commit', '--quiet', '--message', 'Begin');
  await using memory = await openMemory({ repository, home: join(filled, 'home') });
  await memory.locate(query);
});
afterAll(() => rmSync(filled, { recursive: true, force: true }));

beforeEach(() => {
  home = mkdtempSync(join(filled, 'home-'));
  cpSync(join(filled, 'home'), home, { recursive: true });
});

afterEach(async () => {
  await provider?.close();
  provider = undefined;
});

async function opened(
  source: string,
  settings: Readonly<Record<string, unknown>> = {},
  place: { readonly repository?: string; readonly signal?: AbortSignal } = {},
) {
  return await openMemory({
    ...{ repository: join(filled, 'repository'), home, ...place },
    settings: {
      ...{ 'models.embeddings.source': source, 'models.embeddings.name': 'small' },
      ...{ 'judging.timeoutMs': 20_000, ...settings },
    },
  });
}

it('ranks by words, by vectors or by both, and says what was told', async () => {
  provider = await startProvider(embeds);
  await using memory = await opened(provider.endpoint);
  const first = async (retrieval?: 'words' | 'dense' | 'hybrid') => {
    const { files, embedding } = await memory.locate(query, { explain: true, retrieval });
    return { path: files[0]?.path, embedding };
  };
  expect(await first()).toEqual({ path: 'saved.py', embedding: undefined });
  expect(provider.received).toEqual([]);
  expect(await first('dense')).toMatchObject({ path: 'clock.py', embedding: { told: 5 } });
  expect((await first('hybrid')).path).toMatch(/clock|saved/);
  expect(await first('dense')).toMatchObject({ embedding: { told: 1 } });
});

describe('without vectors', () => {
  const cache = () => join(home, 'cache.db');
  /** A database whose beginning is whole and whose pages are not. */
  async function damagePages(endpoint: string): Promise<void> {
    await using memory = await opened(endpoint);
    await memory.locate(query, { retrieval: 'dense' });
    await memory.close();
    const file = openSync(cache(), 'r+');
    writeSync(file, Buffer.alloc(16_384, 0x5a), 0, 16_384, 1_024);
    closeSync(file);
  }
  it.each([
    {
      name: 'the cache is no database',
      fault: 'INDEX_CORRUPT',
      lay: () => writeFileSync(cache(), 'no database'.repeat(1_000)),
    },
    { name: 'pages of the cache are damaged', fault: 'INDEX_CORRUPT', lay: damagePages },
    {
      name: 'a pipe stands in the place of the cache',
      fault: 'INDEX_CORRUPT',
      lay: () => execFileSync('mkfifo', [cache()]),
    },
    { name: 'the provider fails', fault: 'server_error', down: true },
    { name: 'the file of vectors is missing', fault: 'no_file', source: () => `file:${join(home, 'none')}` },
  ] as const satisfies readonly {
    readonly name: string;
    readonly fault: string;
    readonly lay?: (endpoint: string) => unknown;
    readonly down?: true;
    readonly source?: () => string;
  }[])('is that of words where $name, and says so', async ({ fault, ...laid }) => {
    provider = await startProvider('down' in laid ? (response) => response.writeHead(500).end() : embeds);
    if ('lay' in laid) await laid.lay(provider.endpoint);
    await using memory = await opened('source' in laid ? laid.source() : provider.endpoint);
    const byWords = await memory.locate(query, { explain: true });
    for (const retrieval of ['dense', 'hybrid'] as const) {
      const { files, embedding } = await memory.locate(query, { explain: true, retrieval });
      expect(files.map(({ path }) => path)).toEqual(byWords.files.map(({ path }) => path));
      expect(embedding).toMatchObject({ fault });
    }
  });
});

describe('an embedder that takes its time', () => {
  const commits = 150;
  const timeoutMs = 1_500;
  let repository: string;
  beforeAll(() => {
    repository = join(filled, 'long');
    execFileSync('git', ['init', '--quiet', repository]);
    const change = (at: number) =>
      `commit refs/heads/main\ncommitter ada <a@b.c> ${1_700_000_000 + at} +0000\ndata <<.\nChange ${at}\n.\nM 644 inline clock.py\ndata <<.\ndef now():\n    return ${at}\n.\n`;
    const input = Array.from({ length: commits }, (_, at) => change(at)).join('');
    execFileSync('git', ['-C', repository, 'fast-import', '--quiet'], { input });
    execFileSync('git', ['-C', repository, 'symbolic-ref', 'HEAD', 'refs/heads/main']);
    execFileSync('git', ['-C', repository, 'reset', '--hard', '--quiet']);
  });

  it('is waited for no longer than the setting says, and goes on from there the next time', async () => {
    let requests = 0;
    // Every other request hangs.
    provider = await startProvider((...asked) => requests++ % 2 === 0 && embeds(...asked));
    await using memory = await opened(provider.endpoint, { 'judging.timeoutMs': timeoutMs }, { repository });
    await memory.locate(query);
    const told: number[] = [];
    const startedAtMs = performance.now();
    for (let round = 0; round < 3; round++) {
      const { embedding, files } = await memory.locate(query, { retrieval: 'dense', explain: true });
      expect(files[0]?.path).toBe('clock.py');
      if (round < 2) expect(embedding).toMatchObject({ fault: 'timeout' });
      else expect(embedding).not.toHaveProperty('fault');
      told.push(embedding?.told ?? 0);
    }
    // One batch of 64 comes in each round; 152 texts with the question.
    expect(told).toEqual([128, 89, 26]);
    expect(performance.now() - startedAtMs).toBeLessThan(2 * timeoutMs + 5_000);
  });

  it('ends where the user stops it', async () => {
    provider = await startProvider(() => undefined);
    const stop = new AbortController();
    await using memory = await opened(provider.endpoint, {}, { repository, signal: stop.signal });
    await memory.locate(query);
    const locating = memory.locate(query, { retrieval: 'dense' });
    await expect.poll(() => provider?.received.length).toBe(1);
    const stoppedAtMs = performance.now();
    stop.abort();
    await expect(locating).rejects.toMatchObject({ code: 'INTERRUPTED' });
    expect(performance.now() - stoppedAtMs).toBeLessThan(2_000);
  });
});
