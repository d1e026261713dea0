import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MinedLesson, openMemory, type SessionAgent } from '../../src/index.ts';
import { callHook, openServer } from '../mcp/open-server.ts';
import { type PlayedMoment, playMoments } from './play-moments.ts';
import { ReplayClock } from './replay-clock.ts';

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
  /** Sessions that were read before it. */
  readonly sessionsBefore: number;
  /** Its ways with rules of checkers, as read afterwards. */
  readonly mended: ReadonlyMap<string, readonly string[]>;
}

const program = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));

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
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-C', repository, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  mkdirSync(repository, { recursive: true });
  mkdirSync(home, { recursive: true });
  if (gitDirectory === undefined) {
    git('init', '--quiet');
    git(...committer, 'commit', '--quiet', '--allow-empty', '--message', 'Begin');
  } else git('clone', '--quiet', '--shared', '--no-checkout', gitDirectory, '.');
  await using memory = await openMemory({ repository, home });
  await memory.keepMiningConsent('yes');
  const clock = new ReplayClock(join(folder, 'clock'));
  const nextMs = () => clock.nextMs();
  const server = openServer({ command: program, home, repository }, { nodeOptions: clock.nodeOptions });
  const ask = (told: object) => callHook(server, told);
  const waiting = sessions.toSorted((a, b) => a.endedAtMs - b.endedAtMs);
  const replayed: Omit<ReplayedSession, 'mended'>[] = [];
  const mended = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const mine = async ({ path, name }: RecordedSession) => {
    const { lessons } = await memory.mineSessions({ places: [path], folders: ['/'] });
    mended.set(name, mendedIn(lessons));
  };
  for (const session of sessions.toSorted((a, b) => a.startedAtMs - b.startedAtMs)) {
    for (; waiting[0] !== undefined && waiting[0].endedAtMs < session.startedAtMs; waiting.shift())
      await mine(waiting[0]);
    if (gitDirectory !== undefined) {
      git('checkout', '--quiet', '--force', '--detach', baseOf(session, git));
      await memory.locate('HEAD', { topK: 1 });
    }
    const placeOf = (path: string) => join(repository, placeInTree(path, repository));
    const moments = await playMoments(ask, { ...session, folder: repository, placeOf, nextMs });
    replayed.push({ ...session, moments, sessionsBefore: mended.size });
  }
  for (const session of waiting) await mine(session);
  await server.close();
  return replayed.map((session) => ({ ...session, mended: mended.get(session.name) ?? new Map() }));
}

/** `golangci-lint errcheck in src/pot.go: wrapped`. */
function mendedIn(lessons: readonly MinedLesson[]): ReadonlyMap<string, readonly string[]> {
  const told = lessons.flatMap(({ text, type }) => {
    const [, rule = '', how = ''] = /^(.+?) in \S+: (\w+)$/.exec(text) ?? [];
    return type === 'project_fact' && rule !== '' ? [{ rule, how }] : [];
  });
  return new Map(
    [...Map.groupBy(told, ({ rule }) => rule)].map(([rule, all]) => [rule, all.map(({ how }) => how)]),
  );
}

const committer = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgSign=false'];

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
  for (let drop = 0; drop < names.length; drop += 1)
    if (existsSync(join(tree, ...names.slice(drop)))) return names.slice(drop).join('/');
  for (let drop = 0; drop < names.length - 1; drop += 1)
    if (existsSync(join(tree, ...names.slice(drop, -1)))) return names.slice(drop).join('/');
  return names.at(-1) ?? '';
}
