import { constants, copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { percentile } from '../reporting/statistics.ts';
import { type ProcessRun, runProcess } from '../run-process.ts';
import type { ExampleFailure } from './example-failures.ts';
import { failedInput } from './example-inputs.ts';
import { type Fault, type FaultSite, faults } from './faults.ts';
import { isHookAnswer } from './is-hook-answer.ts';
import { SeededRandom } from './seeded-random.ts';

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
  readonly medianMs: number;
  readonly longestMs: number;
}

interface FaultRequest {
  /** A good home; it is copied for each fault. */
  readonly home: string;
  /** Where the copies go. */
  readonly folder: string;
  readonly command: string;
  readonly hook: string;
  readonly repository: string;
  readonly known: readonly ExampleFailure[];
  readonly calls: number;
}

const seed = 4_444;
const nobody = { uid: 65_534, gid: 65_534 };

/** Calls the hook under each fault in turn. A fault that this machine cannot have is left out. */
export async function countHookFaults(request: FaultRequest): Promise<readonly FaultCount[]> {
  const possible = faults.filter(isPossible);
  const random = new SeededRandom(seed);
  const counts: FaultCount[] = [];
  for (const [position, fault] of possible.entries()) {
    // The calls that do not divide evenly go to the first faults.
    const calls = Math.floor((request.calls + possible.length - 1 - position) / possible.length);
    if (calls > 0) counts.push(summarise(fault.name, await callUnder(fault, calls, request, random)));
    console.error(`hook under a fault: ${fault.name}, ${calls} calls`);
  }
  return counts;
}

function isPossible({ launcher, asNobody, name }: Fault): boolean {
  if (process.platform !== 'win32') return true;
  return launcher === undefined && asNobody === undefined && !name.includes('pipe');
}

async function callUnder(fault: Fault, calls: number, request: FaultRequest, random: SeededRandom) {
  const runs: ProcessRun[] = [];
  const site: FaultSite = { ...request, home: join(request.folder, 'faulty'), random };
  copyHome(request.home, site.home);
  const end = fault.begin?.(site);
  for (let call = 0; call < calls; call++) {
    if (fault.renew !== undefined) {
      copyHome(request.home, site.home);
      fault.renew(site);
    }
    const run = await callHook(fault, site, request);
    // It is rare: how it ended must be told when it happens.
    if (run.status !== 0)
      console.error(
        `${fault.name}: ended with ${run.signal ?? run.status} after ${run.wallMs} ms ${run.stderr}`,
      );
    runs.push(run);
  }
  await end?.();
  rmSync(site.home, { recursive: true, force: true });
  return runs;
}

async function callHook(
  fault: Fault,
  site: FaultSite,
  { known, hook, repository }: FaultRequest,
): Promise<ProcessRun> {
  const { home, random } = site;
  const cwd = fault.cwd?.(site) ?? repository;
  const { command, exitCode, print } = random.pick(known);
  const input = failedInput({ cwd }, command, `Exit code ${exitCode}\n${print(random)}`);
  const words = [hook, '--home', home];
  return await runProcess({
    input: fault.input?.(input, random) ?? input,
    environment: { PATH: process.env.PATH, HOME: home },
    cwd: '/',
    ...(fault.asNobody && process.getuid?.() === 0 ? { identity: nobody } : {}),
    ...(fault.launcher === undefined
      ? { words }
      : { command: '/bin/sh', words: ['-c', fault.launcher, process.execPath, ...words] }),
  });
}

/** Without the indexes, which the hook does not read. */
function copyHome(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  for (const name of readdirSync(from).filter((entry) => entry.startsWith('memory.db')))
    copyFileSync(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
}

function summarise(name: string, runs: readonly ProcessRun[]): FaultCount {
  const count = (test: (run: ProcessRun) => boolean) => runs.filter(test).length;
  const wallMs = runs.map((run) => run.wallMs);
  return {
    name,
    calls: runs.length,
    nonzeroExits: count(({ status }) => status !== 0),
    withStderr: count(({ stderr }) => stderr !== ''),
    invalidOutputs: count(({ stdout }) => stdout !== '' && !isHookAnswer(stdout)),
    cards: count(({ stdout }) => isHookAnswer(stdout)),
    medianMs: percentile(wallMs, 0.5),
    longestMs: percentile(wallMs, 1),
  };
}
