import { gitTimeout, interrupted } from './git-failure.ts';
import type { GitExit, GitProcess } from './git-process.ts';

/** How long to wait for git's next sign of life, and who may stop the wait. */
interface Patience {
  /** Git command, for messages. */
  readonly command: string;
  /** The limit, for messages. */
  readonly limitMs: number;
  /** Time left now; only the reader's waiting counts against it when this is constant. */
  leftMs(): number;
  readonly signal: AbortSignal | undefined;
}

/** Output of a git process as it comes, read once. Leaving the loop early ends the process. */
export interface GitStream extends AsyncIterable<Buffer> {
  /** Writes to an interactive command. */
  send(text: string): void;
  /** How the process ended; asked for after the output was read to its end. */
  exit(): Promise<GitExit>;
  /** Ends the process now; needed only when the output is never iterated. */
  stop(): Promise<void>;
}

/** @throws GIT_TIMEOUT, INTERRUPTED while iterating; the process is gone by then. */
export function openGitStream(process: GitProcess, patience: Patience): GitStream {
  const { signal } = patience;
  // Also when nobody is waiting for the next chunk, and perhaps never will.
  const onAbort = (): void => void process.stop();
  signal?.addEventListener('abort', onAbort, { once: true });
  async function* chunks(): AsyncGenerator<Buffer, void> {
    try {
      for (;;) {
        const next = await withPatience(process.output.next(), patience);
        if (next.done === true) break;
        yield next.value;
      }
      await withPatience(process.exit, patience);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      await process.stop();
    }
  }
  return {
    [Symbol.asyncIterator]: chunks,
    send: (text) => process.input?.write(text),
    exit: () => process.exit,
    stop: () => process.stop(),
  };
}

async function withPatience<T>(pending: Promise<T>, patience: Patience): Promise<T> {
  const { signal } = patience;
  if (signal?.aborted === true) throw interrupted(signal);
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const givingUp = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(gitTimeout(patience.command, patience.limitMs)),
      Math.max(0, patience.leftMs()),
    );
    if (signal === undefined) return;
    onAbort = () => reject(interrupted(signal));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([pending, givingUp]);
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
  }
}
