import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type GitExit, type GitProcess, gitIdle, gitTimeout, interrupted } from './git-process.ts';

/** How long to wait for git's next sign of life, and the signal that stops the wait. */
interface Patience {
  /** Git command, for messages. */
  readonly command: string;
  readonly silence: SilenceLimits;
  /** All the time there was, for messages. */
  readonly limitMs: number;
  /** Time left of it; only the reader's waiting counts against it when this is constant. */
  leftMs(): number;
  /** Where to look for the pipe that git is stuck at. */
  readonly repository: string;
  readonly signal: AbortSignal | undefined;
}

/** Two limits, because git is silent for two reasons: it computes, or it waits for something that never comes. */
export interface SilenceLimits {
  /** Longest silence of a git that does nothing meanwhile. */
  readonly idleMs: number;
  /** Longest silence of a working git: nothing else ends a walk that never finishes. */
  readonly workingMs: number;
}

/** Output of a git process as it comes, read once. Leaving the loop early ends the process. */
export interface GitStream extends AsyncIterable<Buffer> {
  /** How the process ended; asked for after the output was read to its end. */
  exit(): Promise<GitExit>;
  /** Ends the process now; needed only when the output is never iterated. */
  stop(): Promise<void>;
}

/** @throws GIT_TIMEOUT, INTERRUPTED while iterating; the process is gone by then. */
export function openGitStream(process: GitProcess, patience: Patience): GitStream {
  const { signal } = patience;
  // Also when no caller waits for the next chunk, and perhaps never will.
  const onAbort = (): void => void process.stop();
  signal?.addEventListener('abort', onAbort, { once: true });
  async function* chunks(): AsyncGenerator<Buffer, void> {
    try {
      for (;;) {
        const next = await withPatience(process.output.next(), process, patience);
        if (next.done === true) break;
        yield next.value;
      }
      await withPatience(process.exit, process, patience);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      await process.stop();
    }
  }
  return {
    [Symbol.asyncIterator]: chunks,
    exit: () => process.exit,
    stop: () => process.stop(),
  };
}

async function withPatience<T>(pending: Promise<T>, process: GitProcess, patience: Patience): Promise<T> {
  const { signal } = patience;
  if (signal?.aborted === true) throw interrupted(signal);
  const watch = watchSilence(process, patience);
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal === undefined) return;
    onAbort = () => reject(interrupted(signal));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([pending, watch.givingUp, aborted]);
  } finally {
    watch.end();
    if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
  }
}

/**
 * Rejects when time is up, or when git neither prints nor works. Looks at a silent git twice in `idleMs`: a walk over
 * millions of commits works silently and goes on; a git that waits at a pipe is stopped.
 */
function watchSilence(process: GitProcess, patience: Patience) {
  const { command, silence, limitMs, repository } = patience;
  const startedAtMs = performance.now();
  const endsAtMs = startedAtMs + patience.leftMs();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const givingUp = new Promise<never>((_resolve, reject) => {
    let workBefore: string | undefined;
    let plannedAtMs = 0;
    const look = async (): Promise<void> => {
      const nowMs = performance.now();
      if (nowMs >= endsAtMs) return reject(gitTimeout(command, limitMs));
      const work = await process.workDone();
      if (isOver) return;
      // Late: we were busy or suspended ourselves, and git perhaps with us.
      const isLate = nowMs - plannedAtMs > silence.idleMs / 4;
      const isIdle = work !== undefined && work === workBefore && !isLate;
      if (isIdle) return reject(gitIdle(command, nowMs - startedAtMs, findPipe(repository)));
      workBefore = work;
      lookLater();
    };
    const lookLater = (): void => {
      const nowMs = performance.now();
      plannedAtMs = Math.min(nowMs + silence.idleMs / 2, Math.max(nowMs, endsAtMs));
      timer = setTimeout(look, plannedAtMs - nowMs);
    };
    lookLater();
  });
  return {
    givingUp,
    end() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** Most entries looked at for a pipe, because a caller waits for the error. */
const entryLimit = 20_000;

/** A pipe or device in or below a folder, at which git would wait for ever; git cannot open sockets, so they do not count. */
function findPipe(folder: string): string | undefined {
  const folders = [folder];
  let looked = 0;
  for (let next = folders.shift(); next !== undefined && looked < entryLimit; next = folders.shift()) {
    const entries = entriesOf(next);
    looked += entries.length;
    const found = entries.find((entry) => holdsReaders(entry));
    if (found !== undefined) return join(next, found.name);
    for (const entry of entries) if (entry.isDirectory()) folders.push(join(next, entry.name));
  }
  return undefined;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Whether opening or reading it may block for ever; a link is followed. */
function holdsReaders(entry: Dirent): boolean {
  try {
    const what = entry.isSymbolicLink() ? statSync(join(entry.parentPath, entry.name)) : entry;
    return what.isFIFO() || what.isCharacterDevice() || what.isBlockDevice();
  } catch {
    // A link that leads nowhere.
    return false;
  }
}
