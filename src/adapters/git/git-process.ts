import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { AfterwitError } from '../../model/errors.ts';

/** How a process ended. `failure` is there when it could not be started at all. */
export interface GitExit {
  readonly code: number | undefined;
  readonly signal: string | undefined;
  /** The end of its stderr. */
  readonly complaint: string;
  readonly failure?: NodeJS.ErrnoException;
}

export interface GitProcess {
  /** Read with backpressure: git waits when its output is not read. */
  readonly output: AsyncIterator<Buffer, undefined>;
  readonly exit: Promise<GitExit>;
  /** Grows while the process works ({@link workDone}); undefined where the platform does not say. */
  workDone(): Promise<string | undefined>;
  /** Kills the process if it still runs and waits until it is gone. */
  stop(): Promise<void>;
}

interface GitStart {
  readonly executable: string;
  readonly arguments: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Written to stdin, which is then closed; without it stdin is closed from the start. */
  readonly input?: string;
}

const complaintBytes = 8_192;
const running = new Set<ChildProcess>();
let cleansUpAtExit = false;

/** Starts git. Never throws: a failed start is told by `exit`. The process dies with ours. */
export function startGit(start: GitStart): GitProcess {
  const child = spawn(start.executable, start.arguments, {
    cwd: start.directory,
    env: start.environment,
    stdio: [start.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  keepTrack(child);
  // git may end before it has read everything: the broken pipe is told by its exit, not by an uncaught error.
  child.stdin?.on('error', () => {});
  if (start.input !== undefined) child.stdin?.end(start.input);
  const exit = exitOf(child);
  return {
    output: outputOf(child),
    exit,
    workDone: async () => (child.pid === undefined ? undefined : await workDone(child.pid)),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      // A grandchild may hold the pipes open (git behind a wrapper script): do not wait for their end.
      child.stdin?.destroy();
      child.stdout?.destroy();
      child.stderr?.destroy();
      await exit;
    },
  };
}

function exitOf(child: ChildProcess): Promise<GitExit> {
  let complaint = Buffer.alloc(0);
  child.stderr?.on('error', () => {});
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = Buffer.concat([complaint, chunk]).subarray(-complaintBytes);
  });
  return new Promise((resolve) => {
    const settle = (ended: Partial<GitExit>): void => {
      running.delete(child);
      resolve({ code: undefined, signal: undefined, complaint: complaint.toString('utf8'), ...ended });
    };
    child.once('error', (failure: NodeJS.ErrnoException) => {
      if (child.pid === undefined) settle({ failure });
    });
    // 'close' waits for stderr to be read to its end; a stopped process has its pipes destroyed, which closes them too.
    child.once('close', (code, signal) => settle({ code: code ?? undefined, signal: signal ?? undefined }));
  });
}

async function* outputOf(child: ChildProcess): AsyncGenerator<Buffer, undefined> {
  if (child.stdout === null) return;
  try {
    for await (const chunk of child.stdout) yield chunk;
  } catch (fault) {
    // The pipe of a process that was stopped, or never started: its exit says so.
    if (!child.stdout.destroyed) throw fault;
  }
}

function keepTrack(child: ChildProcess): void {
  running.add(child);
  if (cleansUpAtExit) return;
  cleansUpAtExit = true;
  process.once('exit', () => {
    for (const orphan of running) orphan.kill('SIGKILL');
  });
}

/** A wrapper that starts git, and its child: deeper is no way to run git. */
const deepest = 3;

/** `ps` answers in milliseconds; a slower one is no witness. */
const patienceMs = 1_000;

/**
 * The work of a process and its children so far, in numbers that change as soon as it does anything: time on
 * a processor and pages it touched. Two equal answers, some time apart: it stands still, as at a pipe without
 * a writer. Undefined where the platform does not say.
 */
async function workDone(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return workOnLinux(pid, deepest);
  return process.platform === 'win32' ? undefined : await workByPs(pid);
}

function workOnLinux(pid: number, depth: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name may hold anything, but ends with the last bracket. Page faults and times are fields 10 to 17.
    const work = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(7, 15);
    const children = depth === 0 ? [] : childrenOf(pid);
    return [work.join(' '), ...children.map((child) => workOnLinux(child, depth - 1))].join(';');
  } catch {
    return undefined;
  }
}

/** Empty where the kernel was built without that list. */
function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** macOS and the BSDs tell hundredths of seconds. */
function workByPs(pid: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('/bin/ps', ['-o', 'time=', '-p', `${pid}`], { timeout: patienceMs }, (fault, stdout) =>
      resolve(fault === null && stdout.trim() !== '' ? stdout.trim() : undefined),
    );
  });
}

/** Oldest git that knows every flag in use (`--diff-merges=first-parent` and `--end-of-options` came last). */
export const minimumGitVersion = '2.31';

const complaintLength = 300;

/** Git's own last words, on one line and without characters that could drive a terminal. */
export function gitComplaint(exit: GitExit): string {
  const lines = exit.complaint.split('\n').filter((line) => line !== '');
  const fatal = lines.findLast((line) => line.startsWith('fatal: ')) ?? lines.at(-1);
  if (fatal === undefined) {
    return exit.signal === undefined ? `exit status ${exit.code}` : `stopped by ${exit.signal}`;
  }
  return printable(fatal.replace(/^(?:fatal|error): /, ''));
}

/**
 * True when git failed for a reason outside of the repository's objects: it was stopped from outside (out of memory,
 * for example) or its directory is gone. No object may then be reported as unreadable.
 */
export function saysNothingOfObjects(exit: GitExit): boolean {
  const stoppedFromOutside = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'].includes(exit.signal ?? '');
  return stoppedFromOutside || /not a git repository|out of memory/i.test(exit.complaint);
}

/** Text from outside, cut and rid of control characters. */
function printable(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '\uFFFD');
  return clean.length > complaintLength ? `${clean.slice(0, complaintLength)}…` : clean;
}

export function gitNotStarted(executable: string, failure: NodeJS.ErrnoException): AfterwitError {
  const options = { data: { executable, reason: failure.code }, cause: failure };
  const program = JSON.stringify(executable);
  if (failure.code === 'ENOENT' || failure.code === 'EACCES') {
    return new AfterwitError(
      'GIT_NOT_FOUND',
      `The git program ${program} was not found. Install git ${minimumGitVersion} or later, or set git.executable to where it is.`,
      options,
    );
  }
  return new AfterwitError(
    'GIT_FAILED',
    `The git program ${program} could not be started (${failure.code}). Free processes, memory or file handles and try again.`,
    options,
  );
}

export function gitFailed(command: string, exit: GitExit): AfterwitError {
  const complaint = gitComplaint(exit);
  return new AfterwitError(
    'GIT_FAILED',
    `git ${command} failed: ${complaint}. Check the repository with \`git fsck\`, and that git is ${minimumGitVersion} or later.`,
    { data: { command, exitCode: exit.code, signal: exit.signal, git: complaint } },
  );
}

export function gitTimeout(command: string, limitMs: number): AfterwitError {
  return new AfterwitError(
    'GIT_TIMEOUT',
    `git ${command} did not finish within ${limitMs / 1000} s and was stopped. Look for a slow network disk under the repository, or raise git.timeoutMs.`,
    { data: { command, limitMs } },
  );
}

/** @param pipe the pipe that git most likely waits at, when it was found */
export function gitIdle(command: string, silentMs: number, pipe: string | undefined): AfterwitError {
  const seconds = Math.round(silentMs / 100) / 10;
  const remedy =
    pipe === undefined
      ? 'Look for a pipe (find .git -type p) or a network disk that does not answer under the repository, or raise git.idleMs.'
      : `${JSON.stringify(pipe)} is a pipe or device; replace it by the file git keeps there, or clone the repository again.`;
  return new AfterwitError(
    'GIT_TIMEOUT',
    `git ${command} said and did nothing for ${seconds} s and was stopped. ${remedy}`,
    { data: { command, limitMs: Math.round(silentMs), ...(pipe === undefined ? {} : { path: pipe }) } },
  );
}

export function gitAnsweredTooMuch(command: string, limitBytes: number): AfterwitError {
  return new AfterwitError(
    'GIT_FAILED',
    `git ${command} answered more than ${limitBytes / 1_048_576} MiB and was stopped. Check the repository with \`git fsck\`; one that large cannot be read.`,
    { data: { command, limitBytes } },
  );
}

export function interrupted(signal: AbortSignal): AfterwitError {
  return new AfterwitError(
    'INTERRUPTED',
    'Reading the repository was stopped on request. Run the command again to go on.',
    { cause: signal.reason },
  );
}
