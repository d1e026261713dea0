import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { openServer, type ServerPlace } from '../mcp/open-server.ts';
import { type ProcessRun, runProcess } from '../run-process.ts';
import { type ExampleFailure, failedInput } from './example-failures.ts';
import { SeededRandom } from './seeded-random.ts';

/** Where a fault happens: a home of its own, a copy of a good one. */
interface FaultSite extends ServerPlace {
  readonly database: string;
  readonly random: SeededRandom;
}

/** Something that goes wrong while the hook runs. */
interface Fault {
  readonly name: string;
  /** Brings it about, once; gives what ends it. */
  readonly begin?: (site: FaultSite) => () => unknown;
  /** Brings it about again before each call, for what the hook, or SQLite, may mend. */
  readonly renew?: (site: FaultSite) => void;
  /** The hook's input instead of a known failure. */
  readonly input?: (input: string, random: SeededRandom) => string | Buffer;
  /** Folder that the agent works in, instead of the clone. */
  readonly cwd?: (site: FaultSite) => string;
  /** Root is bound by no permissions, so the hook runs as another user. */
  readonly asNobody?: true;
  readonly launcher?: string;
}

const seed = 4_444;
const busyMs = 1_000;
const idleMs = 50;
const longestLifeMs = 400;
const longestContext = 8_000;
const nobody = { uid: 65_534, gid: 65_534 };

const faults: readonly Fault[] = [
  { name: 'none, to compare with' },
  { name: 'locked by a writer', begin: ({ database }) => hold(database, 'BEGIN EXCLUSIVE') },
  {
    name: 'locked against readers',
    begin: ({ database }) =>
      hold(database, 'PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; DROP TABLE IF EXISTS x'),
  },
  { name: 'lock file held', begin: ({ database }) => hold(`${database}.lock`, 'BEGIN EXCLUSIVE') },
  { name: 'slow: a writer for a second at a time', begin: again(holdForASecond) },
  { name: 'writers killed as they write', begin: again(killWriter) },
  { name: 'database missing', renew: ({ home }) => removeMemory(home) },
  { name: 'database missing, backup there', renew: ({ database }) => rmSync(database, { force: true }) },
  { name: 'home missing', renew: ({ home }) => rmSync(home, { recursive: true, force: true }) },
  {
    name: 'home is a file',
    renew: ({ home }) => {
      rmSync(home, { recursive: true, force: true });
      writeFileSync(home, '');
    },
  },
  { name: 'database empty', renew: ({ database }) => writeFileSync(database, '') },
  {
    name: 'database and backup empty',
    renew: ({ database }) => {
      for (const path of [database, `${database}.backup`]) writeFileSync(path, '');
    },
  },
  {
    name: 'database cut short',
    renew: ({ database, random }) => {
      const { size } = statSync(database);
      if (size > 0) truncateSync(database, random.below(size));
    },
  },
  { name: 'bytes of the database changed', renew: changeBytes },
  {
    name: 'database is noise',
    renew: ({ database, random }) => writeFileSync(database, noise(65_536, random)),
  },
  {
    name: 'log is noise',
    renew: ({ database, random }) => writeFileSync(`${database}-wal`, noise(65_536, random)),
  },
  {
    name: 'database is a folder',
    renew: ({ home, database }) => {
      removeMemory(home);
      mkdirSync(database);
    },
  },
  {
    name: 'database is a pipe',
    renew: ({ home, database }) => {
      removeMemory(home);
      execFileSync('mkfifo', [database]);
    },
  },
  { name: 'settings are broken', renew: ({ home }) => writeFileSync(join(home, 'config.json'), '{"gate":') },
  { name: 'home is read-only', begin: makeReadOnly, asNobody: true },
  { name: 'no room for a byte', launcher: 'ulimit -f 0; exec "$0" "$@"' },
  { name: 'repository gone', cwd: ({ home }) => join(home, 'gone') },
  { name: 'input torn', input: (input, random) => input.slice(0, random.below(input.length)) },
  { name: 'input is noise', input: (_, random) => noise(random.below(20_000), random) },
];

function hold(path: string, sql: string): () => void {
  const database = new DatabaseSync(path, { timeout: busyMs });
  database.exec(sql);
  return () => database.close();
}

/** Does it again and again, until it is ended. */
function again(act: (site: FaultSite) => Promise<void>): NonNullable<Fault['begin']> {
  return (site) => {
    let isOver = false;
    const acting = (async () => {
      while (!isOver) await act(site);
    })();
    return () => {
      isOver = true;
      return acting;
    };
  };
}

async function holdForASecond({ database }: FaultSite): Promise<void> {
  const release = hold(database, 'BEGIN IMMEDIATE');
  await sleep(busyMs);
  release();
  await sleep(idleMs);
}

/** A server that writes memories is killed wherever it is. */
async function killWriter({ random, ...place }: FaultSite): Promise<void> {
  const server = openServer(place);
  const write = (content: string) => server.call('remember', { content }).catch(() => undefined);
  await write('Note of a process that will be killed.');
  const writing = (async () => {
    for (let written = 0; (await write(`Note ${written} of the same.`)) !== undefined; ) written += 1;
  })();
  await sleep(random.below(longestLifeMs));
  await server.kill();
  await writing;
}

function removeMemory(home: string): void {
  for (const name of readdirSync(home).filter((entry) => entry.startsWith('memory.db')))
    rmSync(join(home, name), { recursive: true, force: true });
}

function changeBytes({ database, random }: FaultSite): void {
  const { size } = statSync(database);
  const file = openSync(database, 'r+');
  for (let change = 0; change < 20; change++) writeSync(file, noise(1, random), 0, 1, random.below(size + 1));
  closeSync(file);
}

function makeReadOnly({ home }: FaultSite): () => void {
  for (const name of readdirSync(home)) chmodSync(join(home, name), 0o444);
  chmodSync(home, 0o555);
  return () => chmodSync(home, 0o755);
}

function noise(length: number, random: SeededRandom): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}

/** Results of the hook's calls under one fault. */
export interface FaultCount {
  readonly name: string;
  readonly calls: number;
  /** Ended with another status than 0, or by a signal. */
  readonly nonzeroExits: number;
  readonly withStderr: number;
  /** Printed something that is no answer of a hook. */
  readonly invalidOutputs: number;
  readonly cards: number;
}

interface FaultRequest extends ServerPlace {
  /** Where copies of the home go, which is a good one. */
  readonly folder: string;
  readonly hook: string;
  readonly known: readonly ExampleFailure[];
  readonly calls: number;
}

/** Calls the hook under each fault in turn; the calls that do not divide evenly go to the first. */
export async function countHookFaults(request: FaultRequest): Promise<readonly FaultCount[]> {
  const random = new SeededRandom(seed);
  const counts: FaultCount[] = [];
  for (const [position, fault] of faults.entries()) {
    const calls = Math.floor((request.calls + faults.length - 1 - position) / faults.length);
    const runs = calls > 0 ? await callUnder(fault, calls, request, random) : [];
    const count = (test: (run: ProcessRun) => boolean) => runs.filter(test).length;
    counts.push({
      ...{ name: fault.name, calls },
      nonzeroExits: count(({ status }) => status !== 0),
      withStderr: count(({ stderr }) => stderr !== ''),
      invalidOutputs: count(({ stdout }) => stdout !== '' && !isHookAnswer(stdout)),
      cards: count(({ stdout }) => isHookAnswer(stdout)),
    });
    console.error(`hook under a fault: ${fault.name}, ${calls} calls`);
  }
  return counts;
}

async function callUnder(fault: Fault, calls: number, request: FaultRequest, random: SeededRandom) {
  const { hook, known, repository, command } = request;
  const home = join(request.folder, 'faulty');
  const site: FaultSite = { command, repository, home, database: join(home, 'memory.db'), random };
  const runs: ProcessRun[] = [];
  copyHome(request.home, home);
  const end = fault.begin?.(site);
  for (let call = 0; call < calls; call++) {
    if (fault.renew !== undefined) {
      copyHome(request.home, home);
      fault.renew(site);
    }
    const cwd = fault.cwd?.(site) ?? repository;
    const failure = random.pick(known);
    const output = `Exit code ${failure.exitCode}\n${failure.print(random)}`;
    const input = failedInput({ cwd }, failure.command, output);
    const words = [hook, '--home', home];
    const run = await runProcess({
      input: fault.input?.(input, random) ?? input,
      environment: { PATH: process.env.PATH, HOME: home },
      cwd: '/',
      ...(fault.asNobody && process.getuid?.() === 0 ? { identity: nobody } : {}),
      ...(fault.launcher === undefined
        ? { words }
        : { command: '/bin/sh', words: ['-c', fault.launcher, process.execPath, ...words] }),
    });
    // It is rare: how it ended must be told when it happens.
    if (run.status !== 0)
      console.error(`${fault.name}: ${run.signal ?? run.status} after ${run.wallMs} ms ${run.stderr}`);
    runs.push(run);
  }
  await end?.();
  rmSync(home, { recursive: true, force: true });
  return runs;
}

/** Without the indexes, which the hook does not read. */
function copyHome(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  for (const name of readdirSync(from).filter((entry) => entry.startsWith('memory.db')))
    copyFileSync(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
}

/** Exactly what Claude Code takes for context, and not more than it shows. */
function isHookAnswer(stdout: string): boolean {
  try {
    const { hookSpecificOutput: output, ...rest } = JSON.parse(stdout);
    return (
      Object.keys(rest).length === 0 &&
      Object.keys(output).sort().join() === 'additionalContext,hookEventName' &&
      output.hookEventName === 'PostToolUseFailure' &&
      typeof output.additionalContext === 'string' &&
      output.additionalContext.length <= longestContext
    );
  } catch {
    return false;
  }
}
