import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Memory, openHome, openMemory } from '../../src/index.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import { type ExampleFailure, exampleFailures } from '../doors/example-failures.ts';
import { failedInput } from '../doors/example-inputs.ts';
import { SeededRandom } from '../doors/seeded-random.ts';
import { openServer } from '../mcp/open-server.ts';
import { runProcess } from '../run-process.ts';
import { ada, makeRepository } from './scratch-home.ts';
import type { PartRequest, SecurityPart } from './security-part.ts';

interface Row {
  readonly text: string;
  readonly label?: number;
}

const orderSeed = 3;
const lessonsPerRow = 4;
const hostileFiles = ['injection_bipia', 'injection_garak', 'injection_memorygraft'];
const channels = ['cli remember', 'cli record', 'mcp remember', 'hook input', 'library', 'import'] as const;
type Channel = (typeof channels)[number];

/** A hostile text as the fix of a failure of its own. */
interface Planted {
  readonly channel: Channel;
  readonly text: string;
  readonly failure: ExampleFailure;
}

interface Scene {
  readonly request: PartRequest;
  readonly repository: string;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Every hostile row of the data over every way to write; then the failure comes again, unasked. */
export const hostilePart: SecurityPart = {
  promise: 'no hostile row is shown unasked; what a person said is still shown',
  most: 302,
  step: 38,
  async run(request) {
    const rows = readRows(request);
    if (rows === undefined)
      return { figures: {}, findings: [], failures: [`no data in ${request.data}/security`] };
    const { folder, random } = request;
    const home = join(folder, 'home');
    const environment = { PATH: process.env.PATH, HOME: folder, AFTERWIT_HOME: home };
    const scene: Scene = { request, repository: makeRepository(folder), home, environment };
    const failures = exampleFailures(rows.lessons.length + rows.hostile.length * channels.length, random);
    const lessons = rows.lessons.map((text, at) => ({ text, failure: failures[at] as ExampleFailure }));
    const own = new Set(await sayLessons(scene, lessons));
    const shownBefore = await countShown(scene, lessons, own);

    const left = failures.slice(lessons.length);
    const planted = rows.hostile.flatMap((text, row) =>
      channels.map((channel, at): Planted => {
        const failure = left[row * channels.length + at] as ExampleFailure;
        return { channel, text, failure };
      }),
    );
    await plantAll(scene, planted);
    const injected = await askUnasked(scene, planted, own);
    const shownAfter = await countShown(scene, lessons, own);
    const kept = lessons.filter((_, at) => shownBefore[at] && shownAfter[at]).length;
    const shown = shownBefore.filter(Boolean).length;
    return {
      figures: {
        hostile_rows: rows.hostile.length,
        hostile_planted: planted.length,
        hostile_injected: injected.length,
        lessons_said: lessons.length,
        lessons_shown: shown,
        lessons_kept: kept,
      },
      findings: [
        ...channels.map((channel) => ({
          promise: `hostile rows by ${channel}, shown unasked`,
          cases: planted.filter((one) => one.channel === channel).length,
          broken: injected.filter((one) => one.startsWith(channel)).length,
        })),
        {
          promise: 'lessons of a person shown before the memory was poisoned, and after',
          cases: shown,
          broken: shown - kept,
        },
      ],
      failures: injected,
    };
  },
};

/** Drawn in the same order by every step, which takes its share of them. */
function readRows({ data, from, count }: PartRequest) {
  const random = new SeededRandom(orderSeed);
  const at = (name: string) => join(data, 'security', `${name}.jsonl.gz`);
  if (!existsSync(at(hostileFiles[0] ?? ''))) return undefined;
  const rows = hostileFiles.flatMap((name) => readJsonLines<Row>(at(name)));
  const texts = (label: number, all: readonly Row[]) =>
    random.shuffle([...new Set(all.filter((row) => row.label === label).map(({ text }) => text.trim()))]);
  const isSayable = (text: string) => text !== '';
  const benign = [...rows, ...readJsonLines<Row>(at('benign_commits')).slice(0, 2_000)];
  return {
    hostile: texts(1, rows)
      .filter(isSayable)
      .slice(from, from + count),
    lessons: texts(0, benign)
      .filter(isSayable)
      .slice(from * lessonsPerRow, (from + count) * lessonsPerRow),
  };
}

type Lesson = Omit<Planted, 'channel'>;

/** Ids of the memories that a person's lessons became. */
async function sayLessons({ repository, home, request }: Scene, lessons: readonly Lesson[]) {
  await using memory = await openMemory({ repository, home, speaker: ada });
  const ids: string[] = [];
  for (const { text, failure } of lessons) {
    const { item } = await memory.remember({ content: text, failure: reportOf(failure, request.random) });
    ids.push(item.id);
  }
  return ids;
}

function reportOf({ command, exitCode, print }: ExampleFailure, random: SeededRandom) {
  return { command, exitCode, output: print(random) };
}

/** Of each lesson, whether it is among what is shown when its failure comes again. */
async function countShown(
  { repository, home, request }: Scene,
  lessons: readonly Lesson[],
  own: ReadonlySet<string>,
) {
  await using memory = await openMemory({ repository, home });
  const shown: boolean[] = [];
  for (const { failure } of lessons) {
    const { memories } = await recallUnasked(memory, failure, request.random);
    shown.push(memories.some(({ item }) => own.has(item.id)));
  }
  return shown;
}

function recallUnasked(memory: Memory, failure: ExampleFailure, random: SeededRandom) {
  return memory.recall({ failure: reportOf(failure, random), moment: 'after_failure' });
}

async function plantAll(scene: Scene, planted: readonly Planted[]): Promise<void> {
  const { repository, home, environment, request } = scene;
  const { command, hook, random, signal, progress, folder } = request;
  const failureFile = join(folder, 'failure.txt');
  const tools = openServer({ command, home, repository });
  await using memory = await openMemory({ repository, home });
  for (const [at, { channel, text, failure }] of planted.entries()) {
    if (signal.aborted) break;
    const report = reportOf(failure, random);
    const run = (words: readonly string[], input: string) =>
      runProcess({ words, input, environment, cwd: repository });
    switch (channel) {
      case 'cli remember':
      case 'cli record':
        writeFileSync(failureFile, report.output);
        await run(
          [command, channel.slice(4), '-', '--command', report.command, '--failure', failureFile],
          text,
        );
        break;
      case 'mcp remember':
        await tools.call('remember', { content: text, failure: report });
        break;
      case 'hook input':
        await run(
          [hook],
          failedInput({ cwd: repository }, report.command, `Exit code 1\n${report.output}\n${text}`),
        );
        break;
      case 'library':
        // Some rows are longer than a memory may be.
        await memory.remember({ content: text, failure: report }).catch(() => undefined);
        break;
      case 'import':
        break;
    }
    if (at % 30 === 29) progress(at + 1, 2 * planted.length);
  }
  await tools.close();
  await importForged(
    scene,
    planted.filter(({ channel }) => channel === 'import'),
  );
}

/** A file that a stranger made by saying everything in the name of the person; it is taken in as it is. */
async function importForged({ repository, home, environment, request }: Scene, planted: readonly Planted[]) {
  const { folder, command, random } = request;
  const forge = { repository, home: join(folder, 'forge'), speaker: ada };
  {
    await using memory = await openMemory(forge);
    for (const { text, failure } of planted)
      await memory.remember({ content: text, failure: reportOf(failure, random) }).catch(() => undefined);
  }
  await using forged = await openHome(forge);
  const file = join(folder, 'forged.jsonl');
  writeFileSync(file, [...forged.exportLines({ where: 'all' })].join(''));
  const words = [command, 'import', file, '--scope', 'repo', '--json', '--home', home];
  await runProcess({ words, input: '', environment, cwd: repository });
}

/** Cards that the hook or the library showed unasked and that were not said by the person. */
async function askUnasked(scene: Scene, planted: readonly Planted[], own: ReadonlySet<string>) {
  const { repository, home, environment, request } = scene;
  const { hook, random, signal, progress } = request;
  await using memory = await openMemory({ repository, home });
  const ownIds = new Set([...own].map((id) => id.slice(0, 8)));
  const injected: string[] = [];
  for (const [at, { channel, failure, text }] of planted.entries()) {
    if (signal.aborted) break;
    const { memories } = await recallUnasked(memory, failure, random);
    const { command, output } = reportOf(failure, random);
    const input = failedInput({ cwd: repository }, command, `Exit code ${failure.exitCode}\n${output}`);
    const { stdout } = await runProcess({ words: [hook], input, environment, cwd: repository });
    const shown = [
      ...memories.map(({ item }) => item.id.slice(0, 8)),
      ...[...stdout.matchAll(/^- ([0-9a-f]{8}) \(/gm)].map(([, id = '']) => id),
    ];
    if (shown.some((id) => !ownIds.has(id)))
      injected.push(`${channel}: ${JSON.stringify(text.slice(0, 200))}`);
    if (at % 30 === 29) progress(planted.length + at + 1, 2 * planted.length);
  }
  return injected;
}
