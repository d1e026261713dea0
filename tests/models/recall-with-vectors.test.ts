import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openHome, openMemory, type Speaker } from '../../src/index.ts';
import { some } from '../effort.ts';
import { type Answering, type FakeProvider, startProvider } from './fake-provider.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };
const secret = ['ghp', 'q8ZpR2vN4tYw6LmK1xJcq8ZpR2vN4tYw6LmK'].join('_');
const keyVariable = 'AFTERWIT_TEST_EMBEDDING_KEY';
const key = ['sk', 'test', 'Zx81Qm42Lr90'].join('-');

/** Texts that mean the like, by words that they do not share. */
const meanings = [
  ['kettle', 'boils'],
  ['deploy', 'release'],
  ['password', 'argon'],
];

function vectorOf(text: string): readonly number[] {
  const parts = meanings.map((words) => Number(words.some((word) => text.includes(word))));
  return [...parts, 0.1, text.length / 10_000];
}

const embeds: Answering = (response, { body }) => {
  const { input } = JSON.parse(body) as { readonly input: readonly string[] };
  response.end(JSON.stringify({ data: input.map((text) => ({ embedding: vectorOf(text) })) }));
};

const notes = [
  'Water boils on the stove in the yard.',
  ...Array.from(
    { length: 15 },
    (_, at) => `Note ${at}: the ${'abcdefghijklmnop'[at]}-team owns folder ${at}.`,
  ),
];
const question = 'how is a kettle used?';

let folder: string;
let provider: FakeProvider | undefined;

let filled: string;

/** Remembered once: every test begins with a copy. */
beforeAll(async () => {
  filled = mkdtempSync(join(tmpdir(), 'afterwit-filled-'));
  execFileSync('git', ['init', '--quiet', join(filled, 'repository')]);
  await using memory = await openMemory({
    ...{ repository: join(filled, 'repository'), home: join(filled, 'home'), speaker: ada },
  });
  for (const content of notes) await memory.remember({ content, scope: 'global' });
});
afterAll(() => rmSync(filled, { recursive: true, force: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-vectors-'));
  execFileSync('git', ['init', '--quiet', join(folder, 'repository')]);
  cpSync(join(filled, 'home'), join(folder, 'home'), { recursive: true });
  process.env[keyVariable] = key;
});

afterEach(async () => {
  delete process.env[keyVariable];
  await provider?.close();
  provider = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const place = () => ({ repository: join(folder, 'repository'), home: join(folder, 'home'), speaker: ada });

async function opened(source: string, settings: Readonly<Record<string, unknown>> = {}) {
  return await openMemory({
    ...place(),
    settings: {
      ...{ 'models.embeddings.source': source, 'models.embeddings.name': 'small' },
      ...{ 'models.embeddings.key': keyVariable, 'judging.timeoutMs': 20_000, ...settings },
    },
  });
}

const shown = (answer: { readonly memories: readonly { readonly item: { readonly content: string } }[] }) =>
  answer.memories.map(({ item }) => item.content);

describe('an endpoint', () => {
  it('finds a memory that shares no word, as a line, and lists in the receipt what it was told', async () => {
    provider = await startProvider(embeds);
    await using memory = await opened(provider.endpoint);
    expect(shown(await memory.recall({ query: question, retrieval: 'words' }))).not.toContain(notes[0]);
    expect(provider.received).toEqual([]);
    const answer = await memory.recall({ query: question });
    expect(shown(answer)[0]).toBe(notes[0]);
    expect(answer.level).toBe('perhaps');
    const { receipt } = await memory.why(answer.decisionId);
    expect(receipt.embedding?.told).toHaveLength(notes.length);
    expect(receipt.embedding?.model).toContain('small');
    expect(provider.received[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  it('is told a text once, and a secret never', async () => {
    provider = await startProvider(embeds);
    await using memory = await opened(provider.endpoint);
    await memory.recall({ query: `${question} ${secret}` });
    const told = provider.received.length;
    const again = await memory.recall({ query: question });
    const bodies = provider.received.map(({ body }) => body);
    expect(bodies.slice(told).join('').match(/stove/g)).toBeNull();
    expect((await memory.why(again.decisionId)).receipt.embedding?.told).toEqual([]);
    expect(bodies.join('')).not.toContain(secret);
    for (const file of readdirSync(join(folder, 'home'), { recursive: true, withFileTypes: true }))
      if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name)).includes(key)).toBe(false);
  });

  it('counts its requests, and asks no more than a day may cost', async () => {
    provider = await startProvider(embeds);
    await using memory = await opened(provider.endpoint, { 'models.dailyCalls': 1 });
    await memory.recall({ query: question });
    const { decisionId } = await memory.recall({ query: question });
    expect((await memory.why(decisionId)).receipt.embedding?.fault).toBe('over_budget');
    expect(provider.received).toHaveLength(1);
    await using home = await openHome({ home: join(folder, 'home') });
    expect((await home.modelCosts()).lines).toMatchObject([{ use: 'embed@1', calls: 1 }]);
  });

  const each = (vector: (text: string, at: number) => unknown): Answering => {
    return (response, { body }) => {
      const { input } = JSON.parse(body) as { readonly input: readonly string[] };
      response.end(JSON.stringify({ embeddings: input.map(vector) }));
    };
  };
  it.each(
    some([
      {
        fault: 'bad_vectors',
        name: 'vectors of several lengths',
        answer: each((_, at) => [1, 2, at].slice(0, at ? 3 : 2)),
      },
      { fault: 'not_json', name: 'a page', answer: (response) => response.end('<html>') },
      {
        fault: 'server_error',
        name: 'a fault with a secret',
        answer: (response) => response.writeHead(500).end(secret),
      },
      { fault: 'timeout', name: 'nothing', answer: () => undefined },
      { fault: 'too_long', name: 'an endless answer', answer: endless },
    ] as const satisfies readonly { fault: string; name: string; answer: Answering }[]),
  )('answers by words where it answers $name', async ({ answer, fault }) => {
    provider = await startProvider(answer);
    const query = 'who owns folder 7?';
    await using memory = await opened(
      provider.endpoint,
      fault === 'timeout' ? { 'judging.timeoutMs': 500 } : {},
    );
    const found = await memory.recall({ query });
    const { receipt } = await memory.why(found.decisionId);
    expect(receipt.embedding).toMatchObject({ fault });
    expect(JSON.stringify(receipt)).not.toContain(secret);
    expect(shown(found)).toEqual(shown(await memory.recall({ query, retrieval: 'words' })));
  });
});

const endless: Answering = (response) => {
  const write = () => {
    while (response.write('1,'.repeat(32_768)));
    response.once('drain', write);
  };
  response.on('close', () => response.removeAllListeners('drain'));
  write();
};

describe('a command', () => {
  const read =
    "import { readFileSync } from 'node:fs'; const { model, input } = JSON.parse(readFileSync(0, 'utf8'));";
  const source = (program: string) => {
    const file = join(folder, 'embed.mjs');
    writeFileSync(file, `${read}\n${program}`);
    return `command:${process.execPath} ${file} ;exit`;
  };

  it('finds by meaning through its input and output, without a shell', async () => {
    const program = `
      const words = ${JSON.stringify(meanings)};
      const vector = (text) => [...words.map((own) => Number(own.some((word) => text.includes(word)))), 0.1];
      console.log('loading…');
      console.log(JSON.stringify({ embeddings: input.map(vector) }));
      if (process.argv[2] !== ';exit' || model !== 'small') process.exit(3);`;
    await using memory = await opened(source(program));
    expect(shown(await memory.recall({ query: question }))[0]).toBe(notes[0]);
  });

  it.each(
    some([
      { fault: 'crashed', name: 'crashes', program: 'process.exit(3);' },
      {
        fault: 'timeout',
        name: 'ends never, with a child',
        program:
          "const { spawn } = await import('node:child_process'); spawn('sleep', ['60'], { stdio: 'inherit' }); setInterval(() => 0, 1000);",
      },
    ]),
  )('answers by words where it $name', async ({ program, fault }) => {
    await using memory = await opened(source(program), {
      'judging.timeoutMs': fault === 'timeout' ? 500 : 20_000,
    });
    const found = await memory.recall({ query: 'who owns folder 7?' });
    expect((await memory.why(found.decisionId)).receipt.embedding).toMatchObject({ fault });
    expect(shown(found)).toEqual(
      shown(await memory.recall({ query: 'who owns folder 7?', retrieval: 'words' })),
    );
  });
});

/** A file of model2vec's form: three words and their vectors. */
function writeStatic(target: string, words: readonly string[], values: readonly number[]): void {
  mkdirSync(target, { recursive: true });
  const body = Buffer.from(Float32Array.from(values).buffer);
  const shape = [words.length, values.length / words.length];
  const header = Buffer.from(
    JSON.stringify({ embeddings: { dtype: 'F32', shape, data_offsets: [0, body.length] } }),
  );
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  writeFileSync(join(target, 'model.safetensors'), Buffer.concat([length, header, body]));
  const vocab = Object.fromEntries(words.map((word, at) => [word, at]));
  const model = { type: 'WordPiece', vocab, unk_token: '[UNK]', continuing_subword_prefix: '##' };
  writeFileSync(join(target, 'tokenizer.json'), JSON.stringify({ model, normalizer: { lowercase: true } }));
}

describe('a file of static vectors', () => {
  it('finds by the mean of the pieces of words, and nothing is counted', async () => {
    const words = ['[UNK]', 'kett', '##le', '##ls', 'boi', 'note', 'team'];
    writeStatic(join(folder, 'static'), words, [9, 9, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1]);
    await using memory = await opened(`file:${join(folder, 'static')}`);
    expect(shown(await memory.recall({ query: question }))[0]).toBe(notes[0]);
    await using home = await openHome({ home: join(folder, 'home') });
    expect((await home.modelCosts()).lines).toEqual([]);
  });

  it('answers by words where it is missing', async () => {
    await using memory = await opened(`file:${join(folder, 'static')}`);
    const found = await memory.recall({ query: 'who owns folder 7?' });
    expect((await memory.why(found.decisionId)).receipt.embedding).toMatchObject({ fault: 'no_file' });
    expect(found.memories.length).toBeGreaterThan(0);
  });
});

describe('a kept vector', () => {
  const count = () => {
    const database = new DatabaseSync(join(folder, 'home', 'cache.db'));
    const found = database.prepare('SELECT count(*) AS count FROM vector').get()?.count;
    database.close();
    return found;
  };

  it('goes with the memory, and all of it by a purge', async () => {
    provider = await startProvider(embeds);
    await using memory = await opened(provider.endpoint);
    await memory.recall({ query: question });
    expect(count()).toBe(notes.length);
    await using home = await openHome({ home: join(folder, 'home'), speaker: ada });
    const { items } = await home.list({ where: 'all' });
    const gone = items.find(({ content }) => content === notes[0]);
    await home.forget({ ids: gone === undefined ? [] : [gone.id] });
    expect(count()).toBe(notes.length - 1);
    await memory.close();
    await home.purge();
    expect(existsSync(join(folder, 'home', 'cache.db'))).toBe(false);
  });

  it('is none of a memory that is forgotten while its vector is computed', async () => {
    let forget: () => Promise<unknown> = async () => undefined;
    provider = await startProvider(
      (response, request) => void forget().then(() => embeds(response, request)),
    );
    await using memory = await opened(provider.endpoint, {});
    await using home = await openHome({ home: join(folder, 'home'), speaker: ada });
    const { items } = await home.list({ where: 'all' });
    const gone = items.filter(({ content }) => content === notes[0]).map(({ id }) => id);
    forget = () => home.forget({ ids: gone });
    expect(shown(await memory.recall({ query: question }))).not.toContain(notes[0]);
    expect(count()).toBe(notes.length - 1);
  });

  it('is computed again where the model gives vectors of another length', async () => {
    provider = await startProvider(embeds);
    await using memory = await opened(provider.endpoint);
    await memory.recall({ query: question });
    await provider.close();
    const { endpoint } = provider;
    provider = await startProvider((response, { body }) => {
      const { input } = JSON.parse(body) as { readonly input: readonly string[] };
      response.end(JSON.stringify({ embeddings: input.map((text) => [...vectorOf(text), 0]) }));
    });
    expect(provider.endpoint).not.toBe(endpoint);
    const database = new DatabaseSync(join(folder, 'home', 'cache.db'));
    database.prepare('UPDATE vector SET model = ?').run(`${new URL(provider.endpoint).host}/small`);
    database.close();
    await using again = await opened(provider.endpoint);
    expect(shown(await again.recall({ query: question }))[0]).toBe(notes[0]);
  });

  /** A database whose beginning is whole and whose pages are not. */
  async function damagePages(cache: string, endpoint: string): Promise<void> {
    await using memory = await opened(endpoint);
    await memory.recall({ query: question });
    await memory.close();
    const file = openSync(cache, 'r+');
    writeSync(file, Buffer.alloc(16_384, 0x5a), 0, 16_384, 1_024);
    closeSync(file);
  }

  const broken: readonly {
    readonly name: string;
    readonly lay: (cache: string, endpoint: string) => unknown;
  }[] = [
    { name: 'no database', lay: (cache) => writeFileSync(cache, 'no database'.repeat(1_000)) },
    { name: 'a database with damaged pages', lay: damagePages },
    { name: 'a pipe', lay: (cache) => execFileSync('mkfifo', [cache]) },
  ];
  it.each(some(broken))(
    'may be $name: the answer is that of words, and forgetting goes on',
    async ({ lay }) => {
      provider = await startProvider(embeds);
      await lay(join(folder, 'home', 'cache.db'), provider.endpoint);
      const before = provider.received.length;
      await using memory = await opened(provider.endpoint);
      const found = await memory.recall({ query: 'who owns folder 7?' });
      expect((await memory.why(found.decisionId)).receipt.embedding).toMatchObject({
        fault: 'INDEX_CORRUPT',
        told: [],
      });
      expect(found.memories.length).toBeGreaterThan(0);
      expect(provider.received).toHaveLength(before);
      await using home = await openHome({ home: join(folder, 'home'), speaker: ada });
      const { items } = await home.list({ where: 'all' });
      await home.forget({ ids: items.slice(0, 1).map(({ id }) => id) });
      expect(existsSync(join(folder, 'home', 'cache.db'))).toBe(false);
    },
  );
});

it('says what is turned on, tries it, and what is kept', async () => {
  provider = await startProvider(embeds);
  await using memory = await opened(provider.endpoint);
  await memory.recall({ query: question });
  const embeddings = { source: provider.endpoint, name: 'small', key: 'none' };
  writeFileSync(join(folder, 'home', 'config.json'), JSON.stringify({ models: { embeddings } }));
  await using home = await openHome({ home: join(folder, 'home') });
  expect(await home.models()).toMatchObject({ provider: 'none', embeddings: { vectors: notes.length } });
  expect(await home.testModel({ embeddings: true })).toMatchObject({ dimensions: 5, prefersMeaning: true });
  await provider.close();
  provider = undefined;
  expect(await home.testModel({ embeddings: true })).toMatchObject({ fault: 'unreachable' });
});

it('asks nothing until it is turned on, nor after a failure', async () => {
  provider = await startProvider(embeds);
  await using memory = await openMemory(place());
  const { decisionId } = await memory.recall({ query: question });
  expect((await memory.why(decisionId)).receipt.embedding).toBeUndefined();
  expect(existsSync(join(folder, 'home', 'cache.db'))).toBe(false);
  await expect(memory.recall({ query: question, retrieval: 'dense' })).rejects.toMatchObject({
    code: 'INVALID_SETTING',
    message: expect.stringContaining('models.embeddings.source'),
  });
  await using on = await opened(provider.endpoint);
  await on.recall({ failure: { command: 'boil', output: 'kettle: dry' }, moment: 'after_failure' });
  expect(provider.received).toEqual([]);
});
