import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { locateGitDirectory } from '../adapters/git/git-directory.ts';
import { openFreeLock } from '../adapters/sqlite/file-lock.ts';
import { openMemoryStore } from '../adapters/sqlite/memory/open-memory-store.ts';
import { systemClock } from '../adapters/system/machine.ts';
import { loadSettings } from '../config/load-settings.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { MiningReport } from '../model/session.ts';
import { miningLogOf } from './mining-log-of.ts';
import { openRepository } from './open-repository.ts';
import { lockName, miningFolder, type PausedSession, refusedName } from './start-mining.ts';

export interface BackgroundMiningRequest {
  readonly session: Pick<PausedSession, 'transcript' | 'cwd'>;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly limits?: BackgroundLimits | undefined;
}

/** Limits of mining before it stops; the next time it goes on where it was. */
interface BackgroundLimits {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** How long to wait for another process that reads sessions: the end of a session is reported once. */
  readonly patienceMs: number;
}

export type BackgroundMining =
  | { readonly kind: 'mined'; readonly report: MiningReport }
  | { readonly kind: 'silent'; readonly reason: string };

const usualLimits: BackgroundLimits = { wallMs: 60_000, cpuMs: 20_000, patienceMs: 30_000 };
const lookMs = 100;
const askAgainMs = 250;

/**
 * Mines a paused session where the user agreed to it, one at a time, within limits. A stop is no fault: the next run goes on.
 */
export async function mineInBackground(request: BackgroundMiningRequest): Promise<BackgroundMining> {
  try {
    const refusal = await refusalOf(request);
    return refusal === undefined ? await mineAlone(request) : refused(request, refusal);
  } catch (fault) {
    // A folder without a repository, a memory that is busy: the next time it may be otherwise.
    if (isAfterwitError(fault)) return refused(request, `${fault.code}: ${fault.message}`);
    throw fault;
  }
}

function refused({ home }: BackgroundMiningRequest, reason: string): BackgroundMining {
  const folder = join(home, miningFolder);
  try {
    if (existsSync(folder)) writeFileSync(join(folder, refusedName), '', { mode: 0o600 });
  } catch {
    // Then the next pause asks again.
  }
  return silent(reason);
}

async function mineAlone(request: BackgroundMiningRequest): Promise<BackgroundMining> {
  const { session, home, limits = usualLimits } = request;
  const lock = await lockInTime(home, limits);
  if (lock === undefined) return silent('sessions are being read');
  const bounds = watchLimits(limits);
  try {
    const { mineHere } = await import('./session-mining.ts');
    const memory = await openRepository({ repository: session.cwd, home });
    try {
      // Transcripts of subagents lie beside it.
      const places = [session.transcript, session.transcript.replace(/\.jsonl$/, '')];
      return { kind: 'mined', report: await mineHere({ places, signal: bounds.signal }, memory) };
    } finally {
      await memory.close();
      // The lesson of a session is there, and an agent waits for nothing now.
      const { maintainDue } = await import('./maintenance.ts');
      await maintainDue(home, bounds.signal);
    }
  } catch (fault) {
    if (bounds.signal.aborted) return silent('it took too long, and goes on the next time');
    throw fault;
  } finally {
    bounds.end();
    noteMined(home);
    lock.close();
  }
}

/** The right to be the only process that reads sessions in the background; the system takes it from a dead process. */
async function lockInTime(home: string, { patienceMs }: BackgroundLimits) {
  const path = join(home, miningFolder, lockName);
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    const lock = openFreeLock(path, { subject: 'memory', path });
    if (lock !== undefined) noteMined(home);
    if (lock !== undefined || performance.now() >= untilMs) return lock;
    await setTimeout(askAgainMs);
  }
}

/** The time of the file tells when sessions were read last. */
function noteMined(home: string): void {
  utimesSync(join(home, miningFolder, lockName), new Date(), new Date());
}

/** Why it may not be. Nothing is written to find out, and no repository becomes known by it. */
async function refusalOf({
  session,
  home,
  environment,
}: BackgroundMiningRequest): Promise<string | undefined> {
  const { settings } = loadSettings({ home, environment });
  if (settings.capture.background === 'off') return 'it is switched off';
  const { identityDirectory } = locateGitDirectory(session.cwd);
  const known = openMemoryStore({ directory: home, clock: systemClock, backups: 'none' });
  try {
    const { id, isPaused } = known.read((reader) => {
      const [repository] = reader.repositoriesWith({ kind: 'path', value: identityDirectory });
      return {
        id: repository?.id,
        isPaused: repository !== undefined && reader.pausedAtMs(repository.id) !== undefined,
      };
    });
    if (id === undefined) return 'this repository is not known';
    if (isPaused) return 'paused';
    return miningLogOf(home, id).consent() === 'yes'
      ? undefined
      : 'no person agreed to reading sessions here';
  } finally {
    known.close();
  }
}

function watchLimits({ wallMs, cpuMs }: Pick<BackgroundLimits, 'wallMs' | 'cpuMs'>) {
  const controller = new AbortController();
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const look = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (performance.now() - startedMs > wallMs || (user + system) / 1_000 > cpuMs) controller.abort();
  }, lookMs);
  return { signal: controller.signal, end: () => clearInterval(look) };
}

function silent(reason: string): BackgroundMining {
  return { kind: 'silent', reason };
}
