import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { AfterwitError } from '../../model/errors.ts';
import {
  type GitExit,
  type GitProcess,
  gitAnsweredTooMuch,
  gitFailed,
  gitNotStarted,
  saysNothingOfObjects,
  startGit,
} from './git-process.ts';
import { type GitStream, openGitStream, type SilenceLimits } from './git-stream.ts';

export interface GitSettings {
  readonly executable: string;
  /** Time limit of one short command, from start to end. */
  readonly timeoutMs: number;
  /** Limits of any command's silence while we wait for it. */
  readonly silence: SilenceLimits;
}

/** Where git runs and, by environment variables, which repository it reads. */
export interface GitPlace {
  readonly workingDirectory: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Makes the working directory again, which lies in a home that may be purged while a server runs. */
  readonly remake?: () => void;
  /** Git directory that is read, whatever the variables name. */
  readonly repository: string;
}

/** A short answer is held in memory; the refs of the largest hosting repositories take a tenth of this. */
const longestAnswerBytes = 67_108_864;

interface GitCall {
  readonly arguments: readonly [command: string, ...rest: string[]];
  /** Written to stdin, which is then closed. */
  readonly input?: string;
  readonly signal?: AbortSignal | undefined;
}

interface GitOutput {
  readonly text: Buffer;
  readonly exit: GitExit;
}

/** Git, hardened, in one place. Throws GIT_NOT_FOUND, GIT_TIMEOUT and INTERRUPTED. */
export interface Git {
  /** For short answers; any exit code is the caller's to judge. */
  run(call: GitCall): Promise<GitOutput>;
  /** For short answers. @throws GIT_FAILED on any exit code other than 0 */
  read(call: GitCall): Promise<Buffer>;
  /** For long answers, with bounded memory; the exit code is the caller's to judge. */
  stream(call: GitCall): GitStream;
  /**
   * Hands on a long answer chunk by chunk; the caller judges exit codes about the repository's objects.
   * @throws GIT_FAILED when git failed for another reason
   */
  consume(call: GitCall, take: (chunk: Buffer) => void): Promise<GitExit>;
}

export function createGit(settings: GitSettings, place: GitPlace): Git {
  const environment = gitEnvironment(place.variables);
  const start = (call: GitCall, flags: readonly string[]): GitProcess => {
    if (!existsSync(place.workingDirectory)) place.remake?.();
    const process = startGit({
      ...call,
      executable: settings.executable,
      arguments: [...flags, ...call.arguments],
      directory: place.workingDirectory,
      environment,
    });
    const exit = process.exit.then((ended) => started(ended, settings, place));
    // An interrupted caller does not await the exit, so its rejection must not stay unhandled.
    exit.catch(() => {});
    return { ...process, exit };
  };
  const patience = (call: GitCall) => ({
    command: call.arguments[0],
    silence: settings.silence,
    repository: place.repository,
    signal: call.signal,
  });
  const run = async (call: GitCall): Promise<GitOutput> => {
    const endsAtMs = performance.now() + settings.timeoutMs;
    const stream = openGitStream(start(call, hardenedFlags), {
      ...patience(call),
      limitMs: settings.timeoutMs,
      leftMs: () => endsAtMs - performance.now(),
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > longestAnswerBytes) throw gitAnsweredTooMuch(call.arguments[0], longestAnswerBytes);
      chunks.push(chunk);
    }
    return { text: Buffer.concat(chunks), exit: await stream.exit() };
  };
  const stream = (call: GitCall): GitStream =>
    openGitStream(start(call, [...hardenedFlags, ...memoryFlags]), {
      ...patience(call),
      limitMs: settings.silence.workingMs,
      leftMs: () => settings.silence.workingMs,
    });
  return {
    run,
    async read(call) {
      const { text, exit } = await run(call);
      if (exit.code !== 0) throw gitFailed(call.arguments[0], exit);
      return text;
    },
    stream,
    async consume(call, take) {
      const output = stream(call);
      for await (const chunk of output) take(chunk);
      const exit = await output.exit();
      if (exit.code !== 0 && saysNothingOfObjects(exit)) throw gitFailed(call.arguments[0], exit);
      return exit;
    },
  };
}

/** @throws GIT_NOT_FOUND, GIT_FAILED when the process did not start */
function started(exit: GitExit, settings: GitSettings, place: GitPlace): GitExit {
  const { failure } = exit;
  if (failure === undefined) return exit;
  // A missing working directory is reported by the system exactly like a missing program.
  if (existsSync(place.workingDirectory)) throw gitNotStarted(settings.executable, failure);
  throw new AfterwitError(
    'GIT_FAILED',
    'The folder in which git should run was deleted meanwhile. Run the command again; the folder is then created again.',
    { data: { directory: place.workingDirectory }, cause: failure },
  );
}

/**
 * How git is started: the one table of its environment and rights. A repository can run code when git reads
 * it (hooks, drivers, filters, helpers named by its config); the shim (`git-shim.ts`) keeps its config out,
 * these are the second wall.
 */

/** Variables of our own process that git needs in order to run at all; everything else is left out. */
const inheritedVariables =
  process.platform === 'win32'
    ? ['PATH', 'PATHEXT', 'SystemRoot', 'SystemDrive', 'windir', 'TEMP', 'TMP']
    : ['PATH'];

const fixedVariables: Readonly<Record<string, string>> = {
  /** No configuration but the shim's. */
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: '1',
  /** No network and no transport helper, also not for objects a partial clone lacks. */
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
  /** Nothing is written, not even a refreshed index. */
  GIT_OPTIONAL_LOCKS: '0',
  /** Commits are read as they are stored. */
  GIT_NO_REPLACE_OBJECTS: '1',
  LC_ALL: 'C',
};

/** Flags before the command's name, for every command. */
const hardenedFlags: readonly string[] = [
  '--no-pager',
  '--literal-pathspecs',
  ...['-c', 'core.fsmonitor=false'],
  ...['-c', 'core.hooksPath=/dev/null'],
  ...['-c', 'safe.bareRepository=explicit'],
  ...['-c', 'log.showSignature=false'],
];

/**
 * For commands that read many objects: without these flags git maps whole packs. On 62,658 commits it takes at most 110 MB
 * of resident memory instead of 368 MB, in the same time.
 */
const memoryFlags: readonly string[] = [
  ...['-c', 'core.packedGitWindowSize=4m'],
  ...['-c', 'core.packedGitLimit=64m'],
  ...['-c', 'core.deltaBaseCacheLimit=32m'],
];

/** For commands that compare: no program named by attributes or config is asked, submodules count as changes. */
export const diffFlags: readonly string[] = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--ignore-submodules=none',
  '--submodule=short',
];

/** The whole environment of a git process; `variables` say which repository it reads. */
function gitEnvironment(variables: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.fromEntries(
    inheritedVariables.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return { ...inherited, ...fixedVariables, ...variables };
}
