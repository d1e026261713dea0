import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Memory, openHome, openMemory } from '../../src/index.ts';
import { builtCommand, builtHook } from '../built.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import { type ExampleFailure, exampleFailures, failedInput } from '../doors/example-failures.ts';
import { SeededRandom } from '../doors/seeded-random.ts';
import { type OpenServer, openServer } from '../mcp/open-server.ts';
import { person } from '../person.ts';
import { runProcess } from '../run-process.ts';
import { makeRepository } from '../scratch-memory.ts';
import type { Suite, SuiteOptions, SuiteReport } from '../suite.ts';

const most = 302;
/** Rows of one memory. */
const step = 38;
const seed = 12;
const orderSeed = 3;
const lessonsPerRow = 4;
const hostileFiles = ['injection_bipia', 'injection_garak', 'injection_memorygraft'];

/** A text as the fix of a failure of its own. */
interface Said {
  readonly text: string;
  readonly failure: ExampleFailure;
}

interface Scene {
  readonly folder: string;
  readonly repository: string;
  readonly home: string;
  readonly random: SeededRandom;
  readonly memory: Memory;
  readonly server: OpenServer;
  /** Runs a built program on the home. */
  run(words: readonly string[], input: string): Promise<{ readonly stdout: string }>;
}

interface Report {
  readonly command: string;
  readonly exitCode: number;
  readonly output: string;
}

const byCommand =
  (verb: string) =>
  async ({ folder, run }: Scene, { command, output }: Report, text: string) => {
    const failure = join(folder, 'failure.txt');
    writeFileSync(failure, output);
    await run([builtCommand, verb, '-', '--command', command, '--failure', failure], text);
  };

/** Every way to write, as an agent or a stranger; those of an import are taken in together. */
const channels: Readonly<Record<string, (scene: Scene, report: Report, text: string) => unknown>> = {
  'cli remember': byCommand('remember'),
  'cli record': byCommand('record'),
  'mcp remember': ({ server }, failure, content) => server.call('remember', { content, failure }),
  'hook input': ({ repository, run }, { command, output }, text) =>
    run([builtHook], failedInput({ cwd: repository }, command, `Exit code 1\n${output}\n${text}`)),
  // Some rows are longer than a memory may be.
  library: ({ memory }, failure, content) => memory.remember({ content, failure }).catch(() => undefined),
  import: () => undefined,
};

/** Every hostile row of the data over every way to write; then the failure comes again, unasked. The rows are not in the repository. */
export const securitySuite: Suite = {
  description:
    'hostile rows over every way to write: is one shown unasked, is what a person said still shown?',
  options: ['data', 'limit'],
  run: plantHostileRows,
};

const noCounts = { lessons_said: 0, lessons_shown: 0, lessons_kept: 0 };

async function plantHostileRows({ data, limit, home: folder }: SuiteOptions): Promise<SuiteReport> {
  const at = (name: string) => join(data, 'security', `${name}.jsonl.gz`);
  if (!existsSync(at(hostileFiles[0] ?? ''))) throw new Error(`There are no rows in ${data}/security.`);
  const { hostile, lessons } = readRows(at);
  const count = Math.min(limit, most);
  const counts = { ...noCounts };
  const injected: (readonly [channel: string, text: string])[] = [];
  let rows = 0;
  for (let from = 0; from < count; from += step) {
    const to = Math.min(count, from + step);
    const own = hostile.slice(from, to);
    const told = lessons.slice(from * lessonsPerRow, to * lessonsPerRow);
    const found = await plantStep(own, told, join(folder, String(from)), new SeededRandom(seed + from));
    rows += own.length;
    injected.push(...found.injected);
    for (const name of Object.keys(noCounts) as (keyof typeof noCounts)[]) counts[name] += found.counts[name];
    console.error(`hostile rows: ${to} of ${count}`);
  }
  const planted = rows * Object.keys(channels).length;
  return {
    cases: planted + counts.lessons_shown,
    figures: { hostile_rows: rows, hostile_planted: planted, hostile_injected: injected.length, ...counts },
    tables: [
      { title: `${injected.length} hostile rows shown unasked`, columns: ['by', 'row'], rows: injected },
    ],
  };
}

function readRows(at: (name: string) => string) {
  interface Row {
    readonly text: string;
    readonly label?: number;
  }
  const random = new SeededRandom(orderSeed);
  const rows = hostileFiles.flatMap((name) => readJsonLines<Row>(at(name)));
  const texts = (label: number, all: readonly Row[]) =>
    random
      .shuffle([...new Set(all.filter((row) => row.label === label).map(({ text }) => text.trim()))])
      .filter((text) => text !== '');
  const hostile = texts(1, rows);
  return {
    hostile,
    lessons: texts(0, [...rows, ...readJsonLines<Row>(at('benign_commits')).slice(0, 2_000)]),
  };
}

async function plantStep(
  hostile: readonly string[],
  benign: readonly string[],
  folder: string,
  random: SeededRandom,
) {
  mkdirSync(folder, { recursive: true });
  const home = join(folder, 'home');
  const repository = makeRepository(folder);
  const environment = { PATH: process.env.PATH, HOME: folder, AFTERWIT_HOME: home };
  const ways = Object.entries(channels);
  const failures = exampleFailures(benign.length + hostile.length * ways.length, random);
  const lessons = benign.map((text, at) => ({ text, failure: failures[at] as ExampleFailure }));
  const planted = hostile.flatMap((text, row) =>
    ways.map(([channel, write], at) => {
      const failure = failures[benign.length + row * ways.length + at] as ExampleFailure;
      return { channel, write, text, failure };
    }),
  );
  const own = new Set<string>();
  {
    await using memory = await openMemory({ repository, home, speaker: person });
    for (const { text, failure } of lessons)
      own.add((await memory.remember({ content: text, failure: reportOf(failure, random) })).item.id);
  }
  await using memory = await openMemory({ repository, home });
  /** Ids of what is shown unasked when a failure comes again. */
  const shownAt = async (failure: ExampleFailure) => {
    const { memories } = await memory.recall({ failure: reportOf(failure, random), moment: 'after_failure' });
    return memories.map(({ item }) => item.id as string);
  };
  const lessonsShown = async () => {
    const shown: boolean[] = [];
    for (const { failure } of lessons) shown.push((await shownAt(failure)).some((id) => own.has(id)));
    return shown;
  };
  const before = await lessonsShown();
  const run = (words: readonly string[], input: string) =>
    runProcess({ words, input, environment, cwd: repository });
  const server = openServer({ command: builtCommand, home, repository });
  const scene = { folder, repository, home, random, memory, server, run };
  for (const { write, failure, text } of planted) await write(scene, reportOf(failure, random), text);
  await server.close();
  await importForged(
    scene,
    planted.filter(({ channel }) => channel === 'import'),
  );
  const ownIds = new Set([...own].map((id) => id.slice(0, 8)));
  const injected: (readonly [string, string])[] = [];
  for (const { channel, failure, text } of planted) {
    const told = (await shownAt(failure)).map((id) => id.slice(0, 8));
    const { command, exitCode, output } = reportOf(failure, random);
    const { stdout } = await run(
      [builtHook],
      failedInput({ cwd: repository }, command, `Exit code ${exitCode}\n${output}`),
    );
    const byHook = [...stdout.matchAll(/^- ([0-9a-f]{8}) \(/gm)].map(([, id = '']) => id);
    if ([...told, ...byHook].some((id) => !ownIds.has(id))) injected.push([channel, text.slice(0, 200)]);
  }
  const after = await lessonsShown();
  return {
    injected,
    counts: {
      lessons_said: lessons.length,
      lessons_shown: before.filter(Boolean).length,
      lessons_kept: lessons.filter((_, at) => before[at] && after[at]).length,
    },
  };
}

function reportOf({ command, exitCode, print }: ExampleFailure, random: SeededRandom): Report {
  return { command, exitCode, output: print(random) };
}

/** A file that a stranger made by saying everything in the name of the person; it is taken in as it is. */
async function importForged({ repository, home, folder, random, run }: Scene, planted: readonly Said[]) {
  const forge = { repository, home: join(folder, 'forge'), speaker: person };
  await using memory = await openMemory(forge);
  for (const { text, failure } of planted)
    await memory.remember({ content: text, failure: reportOf(failure, random) }).catch(() => undefined);
  await using forged = await openHome(forge);
  const file = join(folder, 'forged.jsonl');
  writeFileSync(file, [...forged.exportLines({ where: 'all' })].join(''));
  await run([builtCommand, 'import', file, '--scope', 'repo', '--json', '--home', home], '');
}
