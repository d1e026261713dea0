import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openMemory, type SessionAgent } from '../../src/index.ts';
import { waysDone } from '../findings/play-findings.ts';
import { callHook, openServer } from '../mcp/open-server.ts';
import { makeRepository } from '../scratch-memory.ts';
import { readLabelledSessions } from '../sessions/labelled-sessions.ts';
import { type PastSession, readTaskName } from './past-sessions.ts';
import { type PlayedMoment, playMoments } from './play-moments.ts';

/** A recorded session. */
export interface RecordedSession {
  readonly agent: SessionAgent;
  readonly repo: string;
  readonly name: string;
  /** As the transcript names it. */
  readonly session: string;
  readonly path: string;
  /** Order in which sessions began and ended. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** Commit that it began at, where that is known; else the last one before it. */
  readonly baseCommit?: string | undefined;
}

export interface ReplayedSession extends RecordedSession {
  readonly moments: readonly PlayedMoment[];
  /** Its ways with rules of checkers, as read afterwards. */
  readonly mended: ReadonlyMap<string, readonly string[]>;
}

/** Sessions of people, as they were recorded: in the order of their times. */
export function recordedSessions(data: string, into: string): readonly RecordedSession[] {
  return readLabelledSessions(data, into).map(({ agent, name, path, repo }) => {
    const text = readFileSync(path, 'utf8');
    const times = [...text.matchAll(/"timestamp": ?"(2[^"]*)"/g)].map(([, time = '']) => Date.parse(time));
    const [, session = name] = /"sessionId": ?"([^"]+)"/.exec(text) ?? /"id": ?"([^"]+)"/.exec(text) ?? [];
    const [first = 0, last = 0] = [times, times.toReversed()].map((all) => all.find((time) => time > 0));
    return {
      ...{ agent, name, path, session, repo: repo.replace('+', '/') },
      ...{ startedAtMs: Math.min(first, last), endedAtMs: Math.max(first, last) },
    };
  });
}

/** Sessions that were made on tasks, in the order of the tasks: when they were made says nothing. */
export function sessionsOfTasks(sessions: readonly PastSession[]): readonly RecordedSession[] {
  return sessions.map((one) => {
    const { number = 0 } = readTaskName(one.name) ?? {};
    return { ...one, agent: 'claude-code', startedAtMs: number, endedAtMs: number };
  });
}

const program = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));
/** Lines of a transcript are so far apart that one is told from the next by its time. */
const stepMs = 5_000;
const beginsBeforeMs = 14 * 24 * 3_600_000;

/** Time in a replay: it runs as ours does, days ago, and goes on by a step with each line. A process knows it by a file. */
function startClock(file: string) {
  let offsetMs = -beginsBeforeMs;
  const nextMs = () => {
    offsetMs += stepMs;
    writeFileSync(file, String(offsetMs));
    return Date.now() + offsetMs;
  };
  nextMs();
  const code = `import { readFileSync } from 'node:fs';
const now = Date.now;
Date.now = () => now() + Number(readFileSync(${JSON.stringify(file)}, 'utf8'));`;
  return { nextMs, nodeOptions: ['--import', `data:text/javascript,${encodeURIComponent(code)}`] };
}

/**
 * Replays the sessions of one repository in time order. At each moment the hooks are asked as in a running server, with the memories of
 * sessions that had ended before; no person confirms any. A session is read once it is over.
 */
export async function replaySessions(
  sessions: readonly RecordedSession[],
  gitDirectory: string | undefined,
  folder: string,
): Promise<readonly ReplayedSession[]> {
  const repository = join(folder, 'repository');
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-C', repository, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  if (gitDirectory === undefined) makeRepository(folder);
  else {
    mkdirSync(repository, { recursive: true });
    git('clone', '--quiet', '--shared', '--no-checkout', gitDirectory, '.');
  }
  await using memory = await openMemory({ repository, home });
  await memory.keepMiningConsent('yes');
  const { nextMs, nodeOptions } = startClock(join(folder, 'clock'));
  const server = openServer({ command: program, home, repository }, { nodeOptions });
  const waiting = sessions.toSorted((a, b) => a.endedAtMs - b.endedAtMs);
  const played: Omit<ReplayedSession, 'mended'>[] = [];
  const mended = new Map<string, ReplayedSession['mended']>();
  const mine = async ({ path, name }: RecordedSession) => {
    const { lessons } = await memory.mineSessions({ places: [path], folders: ['/'] });
    mended.set(name, waysDone(lessons));
  };
  for (const session of sessions.toSorted((a, b) => a.startedAtMs - b.startedAtMs)) {
    for (; waiting[0] !== undefined && waiting[0].endedAtMs < session.startedAtMs; waiting.shift())
      await mine(waiting[0]);
    if (gitDirectory !== undefined) {
      git('checkout', '--quiet', '--force', '--detach', baseOf(session, git));
      await memory.locate('HEAD', { topK: 1 });
    }
    const placeOf = (path: string) => join(repository, placeInTree(path, repository));
    const ask = (told: object) => callHook(server, told);
    const moments = await playMoments(ask, { ...session, folder: repository, placeOf, nextMs });
    played.push({ ...session, moments });
  }
  for (const session of waiting) await mine(session);
  await server.close();
  return played.map((session) => ({ ...session, mended: mended.get(session.name) ?? new Map() }));
}

function baseOf(
  { baseCommit, startedAtMs }: RecordedSession,
  git: (...words: readonly string[]) => string,
): string {
  if (baseCommit !== undefined) return baseCommit;
  const before = new Date(startedAtMs).toISOString();
  const last = git('rev-list', '-1', `--before=${before}`, 'origin/HEAD').trim();
  return last === '' ? (git('rev-list', '--max-parents=0', 'origin/HEAD').trim().split('\n')[0] ?? '') : last;
}

/** Working trees differ in the folders above; of a file that is new, the folder in which it is made. */
function placeInTree(path: string, tree: string): string {
  const names = path.replaceAll('\\', '/').split('/').filter(Boolean);
  for (const end of [names.length, -1])
    for (let drop = 0; drop < names.length - (end < 0 ? 1 : 0); drop += 1)
      if (existsSync(join(tree, ...names.slice(drop, end)))) return names.slice(drop).join('/');
  return names.at(-1) ?? '';
}
