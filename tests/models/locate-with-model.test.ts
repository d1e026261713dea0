import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHome, openMemory } from '../../src/index.ts';
import { type Answering, type FakeProvider, spoken, startProvider } from './fake-provider.ts';

const token = `ghp_${'a1B2c3D4'.repeat(5)}`.slice(0, 40);
const issue = `The parser of src/red.py, src/blue.py and src/green.py drops the last line, token ${token}`;

let folder: string;
let provider: FakeProvider | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-locate-'));
  const repository = join(folder, 'repository');
  execFileSync('git', ['init', '--quiet', '-b', 'main', repository]);
  // Enough of a history to be heard, with files that are alike.
  const commits = Array.from({ length: 12 }, (_, at) => {
    const files = names.map((name) => fileOf(name, at));
    return `commit refs/heads/main\ncommitter a <a@b> ${1_700_000_000 + at * 60} +0000\n${dataOf(`Mend the parser, take ${at}`)}${files.join('')}`;
  });
  execFileSync('git', ['-C', repository, 'fast-import', '--quiet'], { input: commits.join('\n') });
  execFileSync('git', ['-C', repository, 'reset', '--hard', '--quiet']);
});

const names = ['red', 'blue', 'green'];

function fileOf(name: string, at: number): string {
  const text = `def parser_${name}(line):\n    """Parser of the last line."""\n    return line + ${at}\n`;
  return `M 100644 inline src/${name}.py\n${dataOf(text)}`;
}

function dataOf(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

afterEach(async () => {
  await provider?.close();
  provider = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function located(answer?: Answering) {
  provider = await startProvider(answer ?? (() => undefined));
  const asked =
    answer === undefined
      ? {}
      : {
          ...{ 'models.provider': 'openai', 'models.name': 'm', 'models.endpoint': provider.endpoint },
          ...{ 'models.key': 'none', 'judging.timeoutMs': 2_000 },
        };
  await using memory = await openMemory({
    ...{ repository: join(folder, 'repository'), home: join(folder, 'home') },
    settings: { 'locate.youngRepositoryCommits': 1, ...asked },
  });
  const { files, judgement, kind } = await memory.locate(issue);
  return { kind, judgement, received: provider.received, order: files.map(({ path }) => path) };
}

/** Names the file that is told last. */
const namesTheLast: Answering = (response, { body }) => {
  const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: string }[] };
  const { files } = JSON.parse(messages.at(-1)?.content ?? '') as {
    readonly files: readonly { id: string }[];
  };
  response.end(
    JSON.stringify(spoken.openai(JSON.stringify({ files: [{ id: files.at(-1)?.id, chance: 1 }] }))),
  );
};

it('has a doubted order of files judged, says what was told, sends no secret, and counts it by its use', async () => {
  const without = await located();
  expect(without).toMatchObject({ kind: 'located', judgement: undefined, received: [] });
  expect(without.order).toHaveLength(3);
  await provider?.close();
  const { order, judgement, received } = await located(namesTheLast);
  expect(judgement).toMatchObject({ judge: 'openai/m', result: 'judged', files: without.order });
  expect(order).toEqual([without.order[2], without.order[0], without.order[1]]);
  expect(received).toHaveLength(1);
  expect(received[0]?.body).toContain('[redacted');
  expect(received[0]?.body).not.toContain(token);
  await using home = await openHome({ home: join(folder, 'home') });
  expect((await home.modelCosts()).lines).toMatchObject([{ use: 'files@1', calls: 1, faults: 0 }]);
});

it('keeps the order of files where the model fails', async () => {
  const without = await located();
  await provider?.close();
  const { order, judgement } = await located((response) => response.writeHead(500).end());
  expect(judgement).toMatchObject({ result: 'failed', fault: 'server_error' });
  expect(order).toEqual(without.order);
});
