import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openHome, openMemory } from '../../src/index.ts';
import { type Answering, closed, spoken, startProvider } from '../../tests/models/fake-provider.ts';
import { canariesFor } from '../../tests/secrets/canaries.ts';
import { cpuMsSince } from '../reporting/processes.ts';
import { percentile } from '../reporting/statistics.ts';
import { ada, makeRepository } from '../security/scratch-home.ts';

const query = 'When does the kettle whistle?';
const limitMs = 500;

/** Faulty answers of a provider, by name. */
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

/** A faulty provider: its settings, and the requests that it received. */
interface Strainer {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly received: () => readonly string[];
  close(): Promise<void>;
}

async function httpStrainer(answer: Answering): Promise<Strainer> {
  const { endpoint, received, close } = await startProvider(answer);
  return {
    settings: { 'models.provider': 'openai', 'models.name': 'm', 'models.endpoint': endpoint },
    received: () => received.map(({ body, path }) => body + path),
    close,
  };
}

/** Its certificate is signed by itself, and of another name. */
async function untrustedStrainer(folder: string): Promise<Strainer> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=example -keyout'.split(' ');
  execFileSync('openssl', [...request, key, '-out', cert], { stdio: 'ignore' });
  const received: string[] = [];
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (asked, response) => {
    received.push(asked.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const endpoint = `https://127.0.0.1:${port}`;
  return {
    settings: { 'models.provider': 'openai', 'models.name': 'm', 'models.endpoint': endpoint },
    received: () => received,
    close: async () => await closed(server),
  };
}

const programs: Readonly<Record<string, string>> = {
  'a command crashes': `process.stderr.write(${JSON.stringify(secretOf('server'))}); process.exit(3);`,
  'a command prints noise': "console.log('I cannot help with that.');",
  'a command never ends': 'setInterval(() => {}, 1000);',
  'a command forks and never ends':
    "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }); setInterval(() => {}, 1000);",
};

/** Starting a program takes longer than asking a server. */
export function isCommand(fault: string): boolean {
  return fault in programs;
}

async function commandStrainer(folder: string, name: string, program: string): Promise<Strainer> {
  const file = join(folder, `${name.replaceAll(' ', '-')}.cjs`);
  writeFileSync(file, program);
  return {
    settings: { 'models.provider': 'command', 'models.name': `${process.execPath} ${file}` },
    received: () => [],
    close: async () => undefined,
  };
}

const strainers: Readonly<Record<string, (folder: string) => Promise<Strainer>>> = {
  ...Object.fromEntries(
    Object.entries(faults).map(([name, answer]) => [name, async () => await httpStrainer(answer)]),
  ),
  'its certificate does not fit': untrustedStrainer,
  ...Object.fromEntries(
    Object.entries(programs).map(([name, program]) => [
      name,
      async (folder: string) => await commandStrainer(folder, name, program),
    ]),
  ),
};

/** A home in which two memories are as likely the answer, with secrets in what was said, asked and configured. */
async function openStrained(folder: string, own: Strainer['settings'] | undefined, name: string) {
  const key = canariesFor('key')[1]?.secret ?? '';
  process.env.AFTERWIT_BENCH_KEY = key;
  const memory = await openMemory({
    ...{
      repository: makeRepository(folder, `${name}-repository`),
      home: join(folder, `${name}-home`),
      speaker: ada,
    },
    settings:
      own === undefined
        ? {}
        : {
            ...{ ...own, 'models.key': 'AFTERWIT_BENCH_KEY', 'judging.timeoutMs': limitMs },
            'models.dailyCalls': 100_000,
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
  /** CPU time beyond that of the answer without a model, including the provider's, which runs here as well. */
  readonly addedCpuMs: readonly number[];
  /** Those of `addedMs`, by fault. */
  readonly byFault: Readonly<Record<string, readonly number[]>>;
  readonly otherAnswers: number;
  readonly leaks: readonly string[];
  readonly asked: number;
}

/** Every fault against a real server or program: what the answer takes and is, and where a secret stands afterwards. */
export async function strainProvider(folder: string, rounds: number): Promise<Strained> {
  mkdirSync(folder, { recursive: true });
  const byFault: Record<string, number[]> = {};
  const addedCpuMs: number[] = [];
  const leaks: string[] = [];
  let otherAnswers = 0;
  let asked = 0;
  const plain = await openStrained(folder, undefined, 'plain');
  for (const [name, start] of Object.entries(strainers)) {
    const strainer = await start(folder);
    const place = name.replaceAll(' ', '-');
    const { memory, secrets } = await openStrained(folder, strainer.settings, place);
    const printed: string[] = [];
    const own: number[] = [];
    byFault[name] = own;
    for (let round = 0; round < rounds; round++) {
      const question = `${query} ${round} ${secretOf('asked')}`;
      // In turn, so that a busy machine is so for both.
      const expected = await answerOf(plain.memory, question);
      const { tookMs, cpuMs, contents, whole } = await answerOf(memory, question);
      addedCpuMs.push(cpuMs - expected.cpuMs);
      own.push(tookMs - expected.tookMs - limitMs);
      if (contents !== expected.contents) otherAnswers++;
      printed.push(whole);
    }
    await memory.close();
    await using home = await openHome({ home: join(folder, `${place}-home`) });
    const { lines } = await home.modelCosts();
    printed.push(JSON.stringify(lines));
    asked += lines.reduce((sum, { calls }) => sum + calls, 0);
    await strainer.close();
    const texts = [
      ...strainer.received().map((text) => ['prompt', text] as const),
      ...printed.map((text) => ['answer', text] as const),
      ...filesIn(join(folder, `${place}-home`)),
    ];
    for (const [where, text] of texts)
      for (const secret of secrets) if (text.includes(secret)) leaks.push(`${name}: ${where}`);
  }
  await plain.memory.close();
  return { addedMs: Object.values(byFault).flat(), byFault, addedCpuMs, otherAnswers, leaks, asked };
}

async function answerOf(memory: Awaited<ReturnType<typeof openMemory>>, asked = query) {
  const startedAtMs = performance.now();
  const before = process.cpuUsage();
  const recollection = await memory.recall({ query: asked });
  const tookMs = performance.now() - startedAtMs;
  const cpuMs = cpuMsSince(before);
  const { receipt } = await memory.why(recollection.decisionId);
  return {
    tookMs,
    cpuMs,
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
