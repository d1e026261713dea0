import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { locateGitDirectory, readHead } from '../adapters/git/git-directory.ts';
import { openMemoryStore } from '../adapters/sqlite/memory/open-memory-store.ts';
import { systemClock } from '../adapters/system/machine.ts';
import type { ReportingAgent } from '../engine/agents/agent-reports.ts';
import { toldInSession } from '../engine/decisions/read-decisions.ts';
import { silentFor } from '../engine/moments/moment-answers.ts';
import { type ReportedMoment, readMoment } from '../engine/moments/read-moment.ts';
import type { MomentAnswer } from '../model/answers/recollection.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import { profileFailure } from '../query/profile-failure.ts';
import { type AskedMoment, answerMoment, settingsWhereKnown, type UseMemory } from './answer-moment.ts';
import { chooseHookHome } from './choose-hook-home.ts';
import { answerCommand, type HookAnswer } from './hook-answer.ts';
import { hookRecall, type KeptForHooks } from './hook-recall.ts';
import { memoryAlone, tellFromMemory } from './memory-alone.ts';
import { noteAnswer } from './note-answer.ts';
import { readPausedSession } from './read-paused-session.ts';
import { type PausedSession, startMining } from './start-mining.ts';

/** Answers the reports of an agent's hooks, in a process that lives on. */
export interface WarmHooks {
  /** Returns the output of a started hook; empty for silence. Never throws. @param told as the agent reports it */
  answer(told: unknown, agent?: ReportingAgent): Promise<string>;
  /**
   * Prepares the first answers, where the repository is known and its hooks are on: compiles the readers of failures, and opens
   * the index for prompts. Never throws.
   */
  prepare(): Promise<void>;
  /** The process is about to end. Nothing is closed: to close a database last waits for the disk. */
  end(): void;
}

/** The memory of the server's folder, which its tools use as well. */
export interface MemoryForHooks {
  readonly use: UseMemory;
  /** Brings the index up to the checked-out commit, for the next prompt. */
  readonly freshen: () => Promise<unknown>;
}

/** An agent waits no longer for a hook; a decision made by then is told all the same. */
const mostMs = 3_000;
/** Once a first answer is there, the agent asks its model. */
const answeredMs = 20;
/** An agent without a turn leaves time. */
const unaskedMs = 1_000;
/** A turn that begins at once needs the processors itself, and opens its own sources. */
const freshenAfterMs = 2_000;
/** How long one waits for other writers. */
const busyTimeoutMs = 1_200;

/**
 * Hooks in a running server: the memory is open, and no process is started. In everything else as a hook that
 * is started (`hooks/claude-code.ts`): for the folder that is reported, by settings as they are now, with the
 * same receipts. It is silent about folders of other repositories than the server's, as its caller would read
 * their memories too.
 * @param environment of the agent; `AFTERWIT_HOME` names the home
 * @param serverFolder path in the repository that the server is for
 * @param memory of that folder
 */
export function openWarmHooks(
  environment: NodeJS.ProcessEnv,
  serverFolder: string,
  memory: MemoryForHooks,
): WarmHooks {
  const home = chooseHookHome(environment);
  const store = openMemoryStore({ directory: home, clock: systemClock, busyTimeoutMs });
  const kept: KeptForHooks = { store, ancestry: new Map() };
  const pauses = followPauses(home, environment);
  const freshenOnce = freshenEachHead(serverFolder, memory);
  const isUnbegun = noticeStarts(store);
  const rehearsal = onceBetweenQuestions(rehearseFailure, { unaskedMs, answeredMs });
  const freshening = onceBetweenQuestions(freshenOnce, {
    unaskedMs: freshenAfterMs,
    answeredMs: freshenAfterMs,
  });
  /** The memory alone answers most moments; where history or code matter, the repository is opened, and indexed for the next prompt. */
  const useMemory: UseMemory = async (folder, work, settings) => {
    const alone = memoryAlone(folder, { home, store, settings, ancestry: kept.ancestry });
    const askWhole = async (request: AskedMoment): Promise<MomentAnswer> => {
      const [told] = await memory.use(folder, async (whole) => [await whole.atMoment(request)], settings);
      freshenOnce();
      return told ?? silentFor('nothing to tell');
    };
    return await work({
      atMoment: async (request) => (await tellFromMemory(request, alone)) ?? (await askWhole(request)),
    });
  };
  return {
    async answer(told, agent = 'claude-code') {
      const startedAtMs = performance.now();
      const elapsedMs = () => performance.now() - startedAtMs;
      const answer = await answered(told, {
        agent,
        environment,
        home,
        kept,
        pauses,
        serverFolder,
        useMemory,
        isUnbegun,
        elapsedMs,
      });
      for (const waiting of [rehearsal, freshening]) waiting.answered();
      if (!answer.isRoutine) await noteAnswer(answer, { environment, elapsedMs: elapsedMs() });
      return answer.kind === 'printed' ? answer.line : '';
    },
    async prepare() {
      try {
        const settings = await settingsWhereKnown(serverFolder, { home, environment, store });
        if (typeof settings === 'string') return;
        const { hooks } = settings;
        if (hooks.afterFailure === 'on') rehearsal.allow();
        if (hooks.prompt === 'on') freshening.allow();
      } catch {
        // The first answer meets the same fault, and reports it.
      }
    },
    end: () => pauses.end(),
  };
}

/**
 * Whether a session is new to this server and was not told by the process of its start. Claude Code calls no server at a start,
 * so the first prompt brings the same text.
 */
function noticeStarts(store: MemoryStore): (session: string) => boolean {
  const begun = new Set<string>();
  return (session) => {
    if (begun.has(session)) return false;
    begun.add(session);
    const told = store.read((reader) => toldInSession(reader, session, systemClock.nowMs()));
    return told.every(({ moment }) => moment !== 'session_start');
  };
}

/** Does the work in a pause: soon after an answer, or later where there is none. */
function onceBetweenQuestions(
  work: () => void,
  { unaskedMs, answeredMs }: { readonly unaskedMs: number; readonly answeredMs: number },
): { readonly allow: () => void; readonly answered: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let isDone = false;
  const begin = (): void => {
    if (!isDone) work();
    isDone = true;
  };
  const after = (ms: number): void => {
    clearTimeout(timer);
    if (!isDone) timer = setTimeout(begin, ms).unref();
  };
  return {
    allow: () => after(unaskedMs),
    answered: () => {
      if (timer !== undefined) after(answeredMs);
    },
  };
}

/** Indexes new commits between two moments; no prompt waits for it. */
function freshenEachHead(serverFolder: string, { freshen }: MemoryForHooks): () => void {
  let latest: string | undefined;
  return () => {
    const head = headOf(serverFolder);
    if (head === undefined || head === latest) return;
    latest = head;
    freshen().catch(() => {
      latest = undefined;
    });
  };
}

function headOf(folder: string): string | undefined {
  try {
    return readHead(locateGitDirectory(folder));
  } catch {
    return undefined;
  }
}

interface Call {
  readonly agent: ReportingAgent;
  readonly environment: NodeJS.ProcessEnv;
  readonly home: string;
  readonly kept: KeptForHooks;
  readonly pauses: FollowedPauses;
  readonly serverFolder: string;
  readonly useMemory: UseMemory;
  readonly isUnbegun: (session: string) => boolean;
  readonly elapsedMs: () => number;
}

async function answered(told: unknown, call: Call): Promise<HookAnswer> {
  const { agent, environment, home, kept, pauses, serverFolder, elapsedMs } = call;
  try {
    const session = readPausedSession(told);
    if (session !== undefined) {
      const reason = areOfOne('identityDirectory', session.cwd, serverFolder)
        ? pauses.pause(session)
        : 'another repository';
      return { kind: 'silent', reason: reason ?? 'sessions are read', isRoutine: true };
    }
    const moment = readMoment(told);
    if (moment?.kind === 'moment') return await answeredMoment(moment, call);
    if (moment !== undefined) return { kind: 'silent', reason: moment.reason, isRoutine: true };
    return await answerCommand(told, {
      agent,
      recall: async (request) =>
        areOfOne('identityDirectory', request.cwd, serverFolder)
          ? await hookRecall({ ...request, home }, kept)
          : { kind: 'silent', reason: 'another repository' },
      environment,
      workingDirectory: () => serverFolder,
      remainingMs: () => mostMs - elapsedMs(),
    });
  } catch (fault) {
    return { kind: 'silent', reason: 'fault', fault };
  }
}

/** Files are named by their place in a worktree: of another one than the server's it knows nothing. */
async function answeredMoment(
  moment: ReportedMoment,
  { agent, environment, home, kept, serverFolder, useMemory, isUnbegun }: Call,
): Promise<HookAnswer> {
  if (moment.about.kind === 'session_start' && moment.session !== undefined) isUnbegun(moment.session);
  const folder = moment.cwd ?? serverFolder;
  if (!areOfOne('worktree', folder, serverFolder))
    return { kind: 'silent', reason: 'another repository, or another worktree' };
  return await answerMoment(moment, {
    ...{ home, environment, agent, store: kept.store, useMemory, isUnbegun },
    workingDirectory: () => serverFolder,
  });
}

/**
 * Whether two folders are of one clone, whose worktrees share its memories, or even of one worktree; outside of
 * repositories, whether they are equal.
 */
function areOfOne(kind: 'worktree' | 'identityDirectory', one: string, other: string): boolean {
  const placeOf = (folder: string): string => {
    try {
      const place = locateGitDirectory(folder);
      return place[kind] ?? place.identityDirectory;
    } catch {
      return existingPath(folder);
    }
  };
  return placeOf(one) === placeOf(other);
}

function existingPath(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return resolve(folder);
  }
}

/** Lies beside this file's folder where the package is built; not there in the sources. */
const program = fileURLToPath(new URL('../mine-session.js', import.meta.url));

/** Sessions that pause while a server runs. */
interface FollowedPauses {
  /** Has the session read, where a person agreed to it. @returns why not */
  pause(session: PausedSession): string | undefined;
  /** The server ends, and the session with it: the part after the last pause is read. */
  end(): void;
}

function followPauses(home: string, environment: NodeJS.ProcessEnv): FollowedPauses {
  let last: PausedSession | undefined;
  const start = (session: PausedSession) => startMining({ session, home, program, environment });
  return {
    pause(session) {
      last = session;
      return start(session);
    },
    end() {
      if (last !== undefined) start({ ...last, isShort: false });
    },
  };
}

/** A failure of tools in several languages, so that the reader of each is compiled. */
const inventedOutput = `$ npm test
  File "/srv/kiln/glaze.py", line 12, in fire
    raise KilnError("glaze 7 is too thick")
kiln.errors.KilnError: glaze 7 is too thick
    at fire (/srv/kiln/src/glaze.js:12:5)
TypeError: Cannot read properties of undefined (reading 'heat')
src/glaze.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.
FAILED tests/test_glaze.py::test_fire - AssertionError: assert 3 == 4
npm error code ELIFECYCLE
`;

/**
 * Reads an invented failure, so that the first real one need not wait until the code that reads failures and
 * finds secrets is compiled. Does nothing else.
 */
function rehearseFailure(): void {
  profileFailure({ command: 'npm test', output: inventedOutput, exitCode: 1 });
}
