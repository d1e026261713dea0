import { type ChildProcess, spawn } from 'node:child_process';
import { get } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMsOf, megabytesOf } from '../reporting/processes.ts';

const top = resolve(import.meta.dirname, '../..');
const clients = 32;
/** Then an address that answers slowly has been asked often enough. */
const longestPerAddressMs = 4_000;
const fewestRounds = 3;
const idleSeconds = { smoke: 3, whole: 20 } as const;
/** Longer than the server keeps an idle memory open. */
const restSeconds = 25;
const roundsPerAddress = { smoke: 3, whole: 25 } as const;

/** Requests of the pages, for a home of any size. */
const addresses = [
  'browse?limit=60',
  'browse?limit=60&offset=50000',
  'browse?limit=60&offset=99900',
  'browse?limit=60&trusts=user',
  'browse?limit=60&bodies=none&bodies=variant&bodies=finding&bodies=preference',
  'timeline?limit=60',
  'review?where=all&limit=50',
  'list?where=all&limit=50',
  'statistics',
  'trackRecord',
  'gate',
  'failures?where=all',
] as const;

export interface MeasuredServer {
  /** CPU time of the server for each answer to an address that was asked before, in milliseconds. */
  readonly apiMs: ReadonlyMap<string, readonly number[]>;
  /** The same for the first answer after a start. */
  readonly firstMs: ReadonlyMap<string, number>;
  /** Times of the last answers to clients that ask at once. */
  readonly atOnceMs: readonly number[];
  readonly startRssMb: number;
  readonly idleRssMb: number;
  readonly idleCpuShare: number;
}

/** Starts the built command over a home, asks it as pages do, and leaves it alone. */
export async function measureServer(home: string, smoke: boolean): Promise<MeasuredServer> {
  const size = smoke ? 'smoke' : 'whole';
  const child = startDashboard(home);
  try {
    const { origin, address } = await readAddress(child);
    const headers = await enter(origin, address);
    await sleep(2_000);
    const startRssMb = megabytesOf(child.pid);
    const firstMs = new Map<string, number>();
    const apiMs = new Map<string, number[]>();
    for (const path of addresses) {
      const [first = Number.NaN] = await timeAnswers(child, origin, headers, path, 1);
      firstMs.set(path, first);
      apiMs.set(path, [...(await timeAnswers(child, origin, headers, path, roundsPerAddress[size]))]);
    }
    const atOnceMs = await Promise.all(
      Array.from({ length: clients }, async (_, n) => {
        const startedAtMs = performance.now();
        await ask(origin, headers, addresses[n % addresses.length] ?? 'gate');
        return performance.now() - startedAtMs;
      }),
    );
    const events = get(`${origin}/api/events`, { headers, agent: false });
    events.on('error', () => undefined);
    await sleep(restSeconds * 1_000);
    const before = cpuMsOf(child.pid);
    await sleep(idleSeconds[size] * 1_000);
    const idleCpuShare = (cpuMsOf(child.pid) - before) / (idleSeconds[size] * 1_000);
    const idleRssMb = megabytesOf(child.pid);
    events.destroy();
    return { apiMs, firstMs, atOnceMs, startRssMb, idleRssMb, idleCpuShare };
  } finally {
    child.kill('SIGKILL');
  }
}

/** @param repository where it is started. Default: outside of any */
export function startDashboard(home: string, repository = home): ChildProcess {
  const words = [
    resolve(top, 'dist/bin.js'),
    'dashboard',
    '--no-open',
    '--json',
    '--home',
    home,
    '--repo',
    repository,
  ];
  return spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'], cwd: home });
}

export async function readAddress({
  stdout,
}: ChildProcess): Promise<{ readonly origin: string; readonly address: string }> {
  let printed = '';
  for await (const piece of stdout ?? []) {
    printed += piece;
    if (printed.trimEnd().endsWith('}')) return JSON.parse(printed);
  }
  throw new Error(`The dashboard did not start: ${printed}`);
}

async function enter(origin: string, address: string): Promise<Readonly<Record<string, string>>> {
  const token = new URLSearchParams(new URL(address).hash.slice(1)).get('token');
  const headers = { origin, 'content-type': 'application/json' };
  const begun = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token }),
  });
  return { cookie: begun.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

async function ask(origin: string, headers: Readonly<Record<string, string>>, path: string): Promise<void> {
  const answer = await fetch(`${origin}/api/${path}`, { headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
}

/** A tick of the system's clock is longer than an answer takes, so several are told apart by their mean. */
async function timeAnswers(
  { pid }: ChildProcess,
  origin: string,
  headers: Readonly<Record<string, string>>,
  path: string,
  rounds: number,
): Promise<readonly number[]> {
  const perRound = rounds === 1 ? 1 : 8;
  const taken: number[] = [];
  const startedAtMs = performance.now();
  for (let round = 0; round < rounds; round++) {
    if (round >= fewestRounds && performance.now() - startedAtMs > longestPerAddressMs) break;
    const before = cpuMsOf(pid);
    for (let n = 0; n < perRound; n++) await ask(origin, headers, path);
    taken.push((cpuMsOf(pid) - before) / perRound);
  }
  return taken;
}
