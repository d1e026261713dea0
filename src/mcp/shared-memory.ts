import type { Memory } from '../api/memory.ts';
import type { IndexProgress } from '../model/answers/memory-status.ts';
import { AfterwitError } from '../model/errors.ts';
import type { OpenMemoryOptions } from '../open/open-repository.ts';
import { limitHeap } from '../open/run-flags.ts';

/** Limits memory: each running call may hold a megabyte of arguments. */
const mostCalls = 64;

/** The methods of a memory that the tools use. */
export type ServedMemory = Pick<
  Memory,
  | 'recall'
  | 'brief'
  | 'forFile'
  | 'atMoment'
  | 'read'
  | 'guardrails'
  | 'locate'
  | 'searchCommits'
  | 'examineCommit'
  | 'viewSummary'
  | 'searchSummaries'
  | 'traverse'
  | 'entity'
  | 'hotspots'
  | 'readable'
  | 'why'
  | 'review'
  | 'remember'
  | 'feedback'
  | 'close'
> & { readonly repositories: Pick<Memory['repositories'], 'lookalike'> };

/** Then `locate` answers from the history, and from the code read so far. */
const waitForCodeMs = 2_000;

/** Loaded lazily, because listing the tools does not need the memory's modules. */
export async function openLazily(options: OpenMemoryOptions): Promise<ServedMemory> {
  const { openMemory } = await import('../api/memory.ts');
  limitHeap();
  return await openMemory({ waitForCodeMs, ...options });
}

type OpenMemory = (options: {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: IndexProgress) => void;
}) => Promise<ServedMemory>;

export interface MemoryUse {
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

interface OpenedMemory {
  readonly memory: Promise<ServedMemory>;
  readonly interruption: AbortController;
  /** Calls whose client still waits. */
  readonly uses: Set<MemoryUse>;
  /** All running work, including cancelled calls. */
  readonly work: Set<Promise<unknown>>;
}

/**
 * The memory that all calls of a server share, opened by the first call. All calls wait for the same indexing, so it is
 * interrupted only when the last waiting call is cancelled. The next call opens the memory again, and indexing resumes
 * where it stopped.
 */
export class SharedMemory {
  readonly #open: OpenMemory;
  #opened: OpenedMemory | undefined;
  #closing: Promise<unknown> = Promise.resolve();

  constructor(open: OpenMemory) {
    this.#open = open;
  }

  /**
   * Does `work` with the memory. If opening fails, the next call tries again.
   * @throws MEMORY_BUSY when too many calls are running
   */
  async use<T>(use: MemoryUse, work: (memory: ServedMemory) => Promise<T>): Promise<T> {
    use.signal.throwIfAborted();
    this.#opened ??= this.#start();
    const opened = this.#opened;
    if (opened.work.size >= mostCalls) throw tooManyCalls();
    opened.uses.add(use);
    const leave = (): void => {
      opened.uses.delete(use);
      if (opened.uses.size === 0) this.#interrupt(opened);
    };
    use.signal.addEventListener('abort', leave, { once: true });
    const result = opened.memory.then(work);
    opened.work.add(result);
    try {
      return await result;
    } finally {
      use.signal.removeEventListener('abort', leave);
      opened.uses.delete(use);
      opened.work.delete(result);
    }
  }

  /** Interrupts running work, and waits for it. Leaves an idle memory open, because a close waits for the disk. */
  async stop(): Promise<void> {
    if (this.#opened !== undefined && this.#opened.work.size > 0) this.#interrupt(this.#opened);
    await this.#closing;
  }

  #start(): OpenedMemory {
    const interruption = new AbortController();
    const uses = new Set<MemoryUse>();
    const onProgress = (progress: IndexProgress): void => {
      for (const use of uses) use.onProgress?.(progress);
    };
    // Wait for the closing: two open memories of one repository would index it twice.
    const memory = this.#closing.then(() => this.#open({ signal: interruption.signal, onProgress }));
    const opened = { memory, interruption, uses, work: new Set<Promise<unknown>>() };
    memory.catch(() => this.#forget(opened));
    return opened;
  }

  #forget(opened: OpenedMemory): void {
    if (this.#opened === opened) this.#opened = undefined;
  }

  #interrupt(opened: OpenedMemory): void {
    this.#forget(opened);
    opened.interruption.abort();
    this.#closing = Promise.all([this.#closing, closeAfterWork(opened)]);
  }
}

async function closeAfterWork({ memory, work }: OpenedMemory): Promise<void> {
  await Promise.allSettled(work);
  const opened = await memory.catch(() => undefined);
  // A failed close is ignored: the next memory is opened from disk.
  await opened?.close().catch(() => undefined);
}

function tooManyCalls(): AfterwitError {
  const message = `More than ${mostCalls} calls are already waiting for an answer. Try again when some are answered.`;
  return new AfterwitError('MEMORY_BUSY', message, { data: { mostCalls } });
}
