import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openHome, openMemory } from '../../src/index.ts';
import { type Answering, spoken, startProvider } from '../../tests/models/fake-provider.ts';
import { canariesFor } from '../../tests/secrets/canaries.ts';
import { percentile } from '../reporting/statistics.ts';
import { ada, makeRepository } from '../security/scratch-home.ts';

const query = 'When does the kettle whistle?';
const limitMs = 500;

/** What a provider may do to us, by name. */
const faults: Readonly<Record<string, Answering>> = {
  'says nothing': () => undefined,
  'fails with a secret in its words': (response) => response.writeHead(500).end(secretOf('server')),
  'takes no more': (response) => response.writeHead(429, { 'retry-after': '60' }).end(),
  'sends on': (response) => response.writeHead(302, { location: 'https://elsewhere.invalid/' }).end(),
  'never stops': (response) => {
    const send = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', send);
    };
    send();
  },
  'answers nonsense': (response) => response.end(JSON.stringify(spoken.openai('{"notes": 7}'))),
};

function secretOf(name: string): string {
  return canariesFor(name)[0]?.secret ?? '';
}

/** A home in which two memories are as likely the answer, with secrets in what was said, asked and configured. */
async function openStrained(folder: string, endpoint: string | undefined, name: string) {
  const key = canariesFor('key')[1]?.secret ?? '';
  process.env.AFTERWIT_BENCH_KEY = key;
  const memory = await openMemory({
    ...{
      repository: makeRepository(folder, `${name}-repository`),
      home: join(folder, `${name}-home`),
      speaker: ada,
    },
    settings:
      endpoint === undefined
        ? {}
        : {
            ...{ 'models.provider': 'openai', 'models.name': 'm', 'models.endpoint': endpoint },
            ...{
              'models.key': 'AFTERWIT_BENCH_KEY',
              'judging.timeoutMs': limitMs,
              'models.dailyCalls': 100_000,
            },
          },
  });
  for (const [verb, secret] of [
    ['foams', secretOf('foams')],
    ['boils', secretOf('boils')],
  ])
    await memory.remember({ content: `The kettle whistles at a hundred degrees when it ${verb}. ${secret}` });
  return {
    memory,
    secrets: [key, secretOf('foams'), secretOf('boils'), secretOf('server'), secretOf('asked')],
  };
}

interface Strained {
  /** Milliseconds over the limit that an answer took beyond one without a model. */
  readonly addedMs: readonly number[];
  readonly otherAnswers: number;
  readonly leaks: readonly string[];
  readonly asked: number;
}

/** Every fault against a real server: what the answer takes and is, and where a secret stands afterwards. */
export async function strainProvider(folder: string, rounds: number): Promise<Strained> {
  const addedMs: number[] = [];
  const leaks: string[] = [];
  let otherAnswers = 0;
  let asked = 0;
  const plain = await openStrained(folder, undefined, 'plain');
  const expected = await answerOf(plain.memory);
  await plain.memory.close();
  for (const [name, answer] of Object.entries(faults)) {
    const provider = await startProvider(answer);
    const place = name.replaceAll(' ', '-');
    const { memory, secrets } = await openStrained(folder, provider.endpoint, place);
    const printed: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const { tookMs, contents, whole } = await answerOf(memory, `${query} ${round} ${secretOf('asked')}`);
      addedMs.push(tookMs - expected.tookMs - limitMs);
      if (contents !== expected.contents) otherAnswers++;
      printed.push(whole);
    }
    await memory.close();
    await using home = await openHome({ home: join(folder, `${place}-home`) });
    printed.push(JSON.stringify(await home.modelCosts()));
    asked += provider.received.length;
    await provider.close();
    const texts = [
      ...provider.received.map(({ body, path }) => ['prompt', body + path] as const),
      ...printed.map((text) => ['answer', text] as const),
      ...filesIn(join(folder, `${place}-home`)),
    ];
    for (const [where, text] of texts)
      for (const secret of secrets) if (text.includes(secret)) leaks.push(`${name}: ${where}`);
  }
  return { addedMs, otherAnswers, leaks, asked };
}

async function answerOf(memory: Awaited<ReturnType<typeof openMemory>>, asked = query) {
  const startedAtMs = performance.now();
  const recollection = await memory.recall({ query: asked });
  const tookMs = performance.now() - startedAtMs;
  const { receipt } = await memory.why(recollection.decisionId);
  return {
    tookMs,
    contents: recollection.memories.map(({ item }) => item.title).join('\n'),
    whole: JSON.stringify([recollection, receipt]),
  };
}

function filesIn(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(
      (entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name)).toString('latin1')] as const,
    );
}

export function addedP95(addedMs: readonly number[]): number {
  return Math.max(0, percentile(addedMs, 0.95));
}
