import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHome, openMemory, type Speaker } from '../../src/index.ts';
import { some } from '../effort.ts';
import { type Answering, type FakeProvider, spoken, startProvider } from './fake-provider.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };
const query = 'When does the kettle whistle?';
const keyVariable = 'AFTERWIT_TEST_MODEL_KEY';
const key = ['sk', 'test', 'Zx81Qm42Lr90'].join('-');

let folder: string;
let provider: FakeProvider | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-models-'));
  execFileSync('git', ['init', '--quiet', join(folder, 'repository')]);
  process.env[keyVariable] = key;
});

afterEach(async () => {
  delete process.env[keyVariable];
  await provider?.close();
  provider = undefined;
  rmSync(folder, { recursive: true, force: true });
});

interface Note {
  readonly id: string;
  readonly text: string;
}

/** A judge that prefers notes about boiling. */
const prefersBoiling: Answering = (response, { body }) => {
  const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: string }[] };
  const { notes } = JSON.parse(messages.at(-1)?.content ?? '') as { readonly notes: readonly Note[] };
  const judged = notes.map(({ id, text }) => {
    const share = text.includes('boils') ? 1 : 0;
    return {
      ...{ id, no_context_action: 'wait', with_context_action: 'listen', reason: 'It says when.' },
      ...{ action_shift: share, necessity: share, expected_outcome_uplift: share },
      ...{ negative_transfer_risk: 0, confidence: 0.5, supported_by: [], contradicted_by: [] },
    };
  });
  response.end(JSON.stringify(spoken.openai(JSON.stringify({ notes: judged }))));
};

async function asked(answer: Answering, settings: Readonly<Record<string, unknown>> = {}) {
  provider = await startProvider(answer);
  await using memory = await openMemory({
    ...{ repository: join(folder, 'repository'), home: join(folder, 'home'), speaker: ada },
    settings: {
      ...{ 'models.provider': 'openai', 'models.name': 'qwen3', 'models.endpoint': provider.endpoint },
      ...{ 'models.key': keyVariable, 'judging.timeoutMs': 1_000, ...settings },
    },
  });
  await memory.remember({ content: 'The kettle whistles at a hundred degrees when it foams.' });
  await memory.remember({ content: 'The kettle whistles at a hundred degrees when it boils.' });
  const answered = await memory.recall({ query });
  const { receipt } = await memory.why(answered.decisionId);
  return { answered, judgement: receipt.judgement, received: provider.received };
}

it('has a near tie judged by the language model that the user turned on, and lists what was sent', async () => {
  const { answered, judgement, received } = await asked(prefersBoiling);
  expect(answered.memories[0]?.item.content).toContain('boils');
  expect(judgement).toMatchObject({ judge: 'openai/qwen3', result: 'judged' });
  expect(judgement?.ledger).toHaveLength(2);
  expect(received).toHaveLength(1);
});

it.each([
  {
    name: 'is down',
    said: { result: 'failed', fault: 'server_error' },
    answer: (response) => response.writeHead(500).end(),
  },
  { name: 'says nothing', said: { result: 'too_late' }, answer: () => undefined },
  {
    name: 'answers about other notes',
    said: { result: 'failed', fault: 'wrong_schema' },
    answer: (response) => response.end(JSON.stringify(spoken.openai('{"notes": []}'))),
  },
] as const satisfies readonly { name: string; said: object; answer: Answering }[])(
  'answers as without a model where it $name',
  async ({ answer, said }) => {
    const { answered, judgement } = await asked(answer);
    expect(judgement).toMatchObject(said);
    await provider?.close();
    const { answered: without, judgement: none } = await asked(prefersBoiling, { 'models.provider': 'none' });
    expect(none).toBeUndefined();
    expect(answered.memories.map(({ item }) => item.content)).toEqual(
      without.memories.map(({ item }) => item.content),
    );
  },
);

it('asks nothing after a failure, nor where a turn may ask nothing', async () => {
  const { judgement, received } = await asked(prefersBoiling, { 'memory.v3.maxLlmCallsPerTurn': 0 });
  expect(judgement).toMatchObject({ result: 'failed', fault: 'over_turn' });
  expect(received).toEqual([]);
  await using memory = await openMemory({
    ...{ repository: join(folder, 'repository'), home: join(folder, 'home'), speaker: ada },
    settings: { 'models.provider': 'openai', 'models.name': 'qwen3', 'models.endpoint': provider?.endpoint },
  });
  await memory.recall({
    failure: { command: 'boil', output: 'kettle: not whistling' },
    moment: 'after_failure',
  });
  expect(received).toEqual([]);
});

it.each([
  { version: 2, finishReason: 'stop', usage: { inputTokens: 40, outputTokens: 2 } },
  {
    version: 3,
    finishReason: { unified: 'stop' },
    usage: { inputTokens: { total: 40 }, outputTokens: { total: 2 } },
  },
])(
  'asks a model object of the AI SDK of version $version, within the same limits',
  async ({ version: _, ...told }) => {
    let options: { readonly prompt: readonly { readonly content: unknown }[] } | undefined;
    const model = {
      ...{ provider: 'acme', modelId: 'small' },
      doGenerate: async (given: unknown) => {
        options = given as typeof options;
        return { content: [{ type: 'text', text: '{"notes": 1}' }], ...told };
      },
    };
    const place = { repository: join(folder, 'repository'), home: join(folder, 'home'), speaker: ada };
    await using memory = await openMemory({ ...place, model });
    await memory.remember({ content: 'The kettle whistles at a hundred degrees when it foams.' });
    await memory.remember({ content: 'The kettle whistles at a hundred degrees when it boils.' });
    const { decisionId } = await memory.recall({ query });
    expect(JSON.stringify(options?.prompt)).toContain('kettle');
    expect((await memory.why(decisionId)).receipt.judgement).toMatchObject({
      ...{ judge: 'acme/small', result: 'failed', fault: 'wrong_schema' },
    });
    await using home = await openHome({ home: join(folder, 'home') });
    expect((await home.modelCosts()).lines).toMatchObject([
      { calls: 1, faults: 1, inputTokens: 40, outputTokens: 2 },
    ]);
  },
);

it('writes its key nowhere', async () => {
  const { received } = await asked(prefersBoiling);
  expect(received[0]?.headers.authorization).toBe(`Bearer ${key}`);
  expect(received[0]?.body).not.toContain(key);
  for (const file of readdirSync(join(folder, 'home'), { recursive: true, withFileTypes: true }))
    if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name)).includes(key)).toBe(false);
});

it.each(
  some([
    { settings: { 'models.endpoint': 'http://example.invalid/v1' }, message: /https:\/\// },
    { settings: { 'models.endpoint': 'file:///etc/passwd' }, message: /https:\/\// },
    { settings: { 'models.name': 'none' }, message: /afterwit config set models\.name/ },
    { settings: { 'models.key': 'sk-abc' }, message: /not the key itself/ },
  ]),
)(
  'says in words what is wrong with $settings, and answers as without a model',
  async ({ settings, message }) => {
    const { judgement, received } = await asked(prefersBoiling, settings);
    expect(judgement).toMatchObject({ result: 'failed', fault: 'INVALID_SETTING' });
    expect(received).toEqual([]);
    const models = { provider: 'openai', name: 'qwen3', ...nested(settings) };
    writeFileSync(join(folder, 'home', 'config.json'), JSON.stringify({ models }));
    await using home = await openHome({ home: join(folder, 'home') });
    for (const ask of [home.models, home.testModel])
      await expect(ask()).rejects.toMatchObject({
        code: 'INVALID_SETTING',
        message: expect.stringMatching(message),
      });
  },
);

function nested(settings: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name.replace('models.', ''), value]),
  );
}

it('says what is asked, where, and what it cost', async () => {
  provider = await startProvider((response) => response.writeHead(404).end(key));
  const models = {
    provider: 'openai',
    name: 'qwen3',
    endpoint: provider.endpoint,
    key: keyVariable,
    inputPrice: 2,
  };
  mkdirSync(join(folder, 'home'));
  writeFileSync(join(folder, 'home', 'config.json'), JSON.stringify({ models }));
  await using home = await openHome({ home: join(folder, 'home') });
  expect(await home.modelCosts()).toMatchObject({ lines: [] });
  expect(existsSync(join(folder, 'home', 'cache.db'))).toBe(false);
  const preview = await home.testModel({ preview: true });
  expect(preview).toMatchObject({ name: 'judge@1', text: expect.stringContaining('port 5432') });
  expect(provider.received).toEqual([]);
  expect(await home.testModel()).toMatchObject({ model: 'openai/qwen3', calls: 1, fault: 'rejected' });
  expect(await home.models()).toMatchObject({
    ...{ model: 'openai/qwen3', where: provider.endpoint, today: { calls: 1 } },
    key: { from: `the variable ${keyVariable}`, isThere: true },
  });
  const [line] = (await home.modelCosts()).lines;
  expect(line).toMatchObject({ use: 'judge@1', calls: 1, faults: 1 });
  expect(line?.cost).toBeCloseTo(((line?.inputTokens ?? 0) * 2) / 1e6);
  expect(JSON.stringify(await home.models())).not.toContain(key);
});

it.each(
  some([
    { name: 'garbage', lay: (path: string) => writeFileSync(path, 'no database'.repeat(1_000)) },
    { name: 'a folder', lay: (path: string) => mkdirSync(path) },
    { name: 'a pipe', lay: (path: string) => execFileSync('mkfifo', [path]) },
  ]),
)(
  'where $name lies in place of the ledger, nothing is asked and forgetting goes on',
  async ({ name, lay }) => {
    mkdirSync(join(folder, 'home'));
    const path = join(folder, 'home', 'cache.db');
    lay(path);
    const { judgement, received } = await asked(prefersBoiling);
    expect(judgement).toMatchObject({ result: 'failed', fault: 'INDEX_CORRUPT' });
    expect(received).toEqual([]);
    await using home = await openHome({ home: join(folder, 'home'), speaker: ada });
    const told = expect.stringContaining('Delete it: it holds what language models were asked');
    await expect(home.modelCosts()).rejects.toMatchObject({ code: 'INDEX_CORRUPT', message: told });
    const { items } = await home.list({ where: 'all' });
    const forgetting = home.forget({ ids: items.map(({ id }) => id) });
    if (name === 'a folder') return await expect(forgetting).rejects.toThrow();
    expect((await forgetting).items).toHaveLength(2);
    expect(existsSync(path)).toBe(false);
  },
);
