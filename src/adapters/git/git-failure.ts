import { AfterwitError } from '../../model/errors.ts';
import type { GitExit } from './git-process.ts';

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
