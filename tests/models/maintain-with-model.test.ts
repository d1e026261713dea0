import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHome, openMemory, type Speaker } from '../../src/index.ts';
import { some } from '../effort.ts';
import { type Answering, type FakeProvider, spoken, startProvider } from './fake-provider.ts';

const dayMs = 86_400_000;
const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };
const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
const older = `Use npm to install packages. The token is ${secret}.`;
const newer = `Use pnpm to install packages. The token is ${secret}.`;

const clock = { nowMs: () => nowMs };
let folder: string;
let repository: string;
let provider: FakeProvider | undefined;
let nowMs: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-upkeep-'));
  repository = mkdtempSync(join(tmpdir(), 'afterwit-upkeep-repository-'));
  execFileSync('git', ['init', '--quiet', repository]);
  nowMs = Date.UTC(2026, 1, 3);
});

afterEach(async () => {
  await provider?.close();
  provider = undefined;
  for (const each of [folder, repository]) rmSync(each, { recursive: true, force: true });
});

const says =
  (value: unknown): Answering =>
  (response) =>
    void response.end(JSON.stringify(spoken.openai(JSON.stringify(value))));

/** A home whose user turned a model on. */
async function opened(answer: Answering, own: Readonly<Record<string, unknown>> = {}) {
  provider = await startProvider(answer);
  const models = { provider: 'openai', name: 'm', endpoint: provider.endpoint, key: 'none', ...own };
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ models }));
  return await openHome({
    ...{ home: folder, repository, speaker: ada, clock },
  });
}

async function withDoubt(answer: Answering, own?: Readonly<Record<string, unknown>>) {
  const home = await opened(answer, own);
  await using memory = await openMemory({ home: folder, repository, speaker: ada, clock });
  const remember = async (content: string) =>
    (await memory.remember({ content, type: 'constraint', scope: 'global' })).item.id;
  const before = await remember(older);
  nowMs += 2 * dayMs;
  const after = await remember(newer);
  return { home, before, after };
}

it('retires what a newer memory likely replaced, where the model says so, and a person takes it back', async () => {
  const { home, before, after } = await withDoubt(says({ replaced: ['p1'] }));
  await using _ = home;
  expect((await home.review({})).entries.map(({ item }) => item.id)).toEqual([after]);
  const { asked } = await home.maintain({ askModel: true });
  expect(asked).toMatchObject({ model: 'openai/m', calls: 1, retired: [{ id: before, by: after }] });
  expect((await home.show(before)).item).toMatchObject({ status: 'superseded', supersededById: after });
  // It is as trusted as before, and waits for no review.
  expect((await home.show(after)).item).toMatchObject({ status: 'active', trust: 'user' });
  expect((await home.review({})).entries).toEqual([]);
  await home.approve(before);
  expect((await home.show(before)).item.status).toBe('active');
});

it.each(
  some([
    ['says that both hold', says({ replaced: [] }), undefined],
    ['names another pair', says({ replaced: ['p9'] }), 'wrong_schema'],
    ['answers no JSON', (response) => void response.end(JSON.stringify(spoken.openai('Sure!'))), 'not_json'],
    ['fails', (response) => void response.writeHead(500).end(secret), 'server_error'],
  ] as const satisfies readonly (readonly [string, Answering, string | undefined])[]),
)('leaves it to a person where the model %s', async (_, answer, fault) => {
  const { home, before } = await withDoubt(answer);
  await using __ = home;
  const { asked } = await home.maintain({ askModel: true });
  expect(asked).toEqual({ model: 'openai/m', calls: 1, retired: [], ...(fault ? { fault } : {}) });
  expect((await home.show(before)).item.status).toBe('active');
});

it('asks nothing unless a person says so this time', async () => {
  const { home } = await withDoubt(says({ replaced: ['p1'] }));
  await using _ = home;
  expect((await home.maintain({})).asked).toBeUndefined();
  expect(provider?.received).toEqual([]);
});

it('shows word for word what it would tell, without secrets, and tells nothing', async () => {
  const { home } = await withDoubt(says({ replaced: ['p1'] }));
  await using _ = home;
  const { asked } = await home.maintain({ preview: true });
  expect(provider?.received).toEqual([]);
  const [prompt] = asked?.prompts ?? [];
  await home.maintain({ askModel: true });
  const { messages } = JSON.parse(provider?.received[0]?.body ?? '') as {
    readonly messages: readonly { readonly content: string }[];
  };
  expect(messages.at(-1)?.content).toBe(prompt?.text);
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'));
  for (const text of [JSON.stringify(provider?.received), ...files]) expect(text).not.toContain(secret);
});

it('keeps to the budget of the day', async () => {
  const { home } = await withDoubt(says({ replaced: ['p1'] }), { dailyCalls: 0 });
  await using _ = home;
  expect((await home.maintain({ askModel: true })).asked).toMatchObject({ calls: 0, fault: 'over_budget' });
  expect(provider?.received).toEqual([]);
});

it('needs a model that is turned on', async () => {
  await using home = await opened(says({}), { provider: 'none' });
  await expect(home.maintain({ askModel: true })).rejects.toMatchObject({ code: 'INVALID_SETTING' });
});

/** Alike, and each with so much of its own that the passages themselves are hardly shortened. */
const notes = ['alpha', 'bravo', 'carol', 'delta'].map((name, at) =>
  [
    `The deployment of service ${name} stopped because the registry refused the image of the release`,
    `while the cluster was upgrading its certificates, and the pipeline of ${name} waited for the registry`,
    `until the upgrade of the cluster was over, after ${at + 3} minutes.`,
  ].join(' '),
);
const summary = [
  'deployment of service stopped because registry refused image of release while cluster was upgrading its certificates, pipeline waited until upgrade was over after minutes',
  ...['alpha', 'bravo', 'carol', 'delta'].map((name, at) => `${name} ${at + 3}`),
].join('\n');

async function withNotes(answer: Answering) {
  const home = await opened(answer);
  const lines = notes.map((content, at) =>
    JSON.stringify({
      ...{
        id: `0000000${at}-0000-4000-8000-000000000000`,
        scope: 'global',
        layer: 'episodic',
        type: 'failure',
      },
      ...{
        title: content.slice(0, 40),
        content,
        trust: 'agent',
        origin: 'o',
        principal: 'agent:o',
        source: 'mcp',
      },
    }),
  );
  async function* file() {
    for (const line of lines) yield `${line}\n`;
  }
  await home.importLines(file(), { vouched: true });
  return home;
}

it('puts a group into the words of the model where these say the same', async () => {
  await using home = await withNotes(says({ summary }));
  expect((await home.maintain({ preview: true })).asked?.prompts).toHaveLength(1);
  const { summaries, asked } = await home.maintain({ askModel: true });
  expect(asked).toEqual({ model: 'openai/m', calls: 1, retired: [] });
  expect(summaries).toMatchObject([{ fragments: 4, byModel: true }]);
  const { item } = await home.show(summaries[0]?.id ?? '');
  expect(item).toMatchObject({ content: summary, trust: 'agent', source: 'maintain' });
});

it.each([
  ['makes something up', `${summary}\nRestart the machine.`],
  ['loses a number', summary.replace('delta 6', 'delta')],
])('leaves a group as it is where the model %s', async (_, text) => {
  await using home = await withNotes(says({ summary: text }));
  expect((await home.maintain({ askModel: true })).summaries).toEqual([]);
  expect((await home.list({})).items).toHaveLength(4);
});
