import type { IndexProgress } from '../model/answers/commit-answers.ts';
import { AfterwitError } from '../model/errors.ts';
import type { Memory } from '../open/memory.ts';

/** Each call under way may hold a megabyte of arguments. */
const mostCalls = 64;

/** What of a memory the tools ask for. */
export type ServedMemory = Pick<
  Memory,
  'recall' | 'guardrails' | 'locate' | 'searchCommits' | 'remember' | 'close'
>;

type OpenMemory = (options: {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: IndexProgress) => void;
}) => Promise<ServedMemory>;

/** One call that uses the memory. */
export interface MemoryUse {
  /** Aborted when nobody waits for the call any more. */
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/** A memory that is open, or about to be. */
interface OpenedMemory {
  readonly memory: Promise<ServedMemory>;
  readonly interruption: AbortController;
  /** Calls that somebody waits for. */
  readonly uses: Set<MemoryUse>;
  /** Everything under way, waited for or not. */
  readonly work: Set<Promise<unknown>>;
}

/**
 * The memory that all calls of a server share, opened by the first of them. Indexing serves every call at once, so it is
 * interrupted only when the last one that waits is cancelled; the next call then opens the memory again and goes on where
 * the indexing stopped.
 */
export class SharedMemory {
  readonly #open: OpenMemory;
  #opened: OpenedMemory | undefined;
  #closing: Promise<unknown> = Promise.resolve();

  constructor(open: OpenMemory) {
    this.#open = open;
  }

  /**
   * Does `work` with the memory. A memory that could not be opened is tried again by the next call.
   *
   * @throws MEMORY_BUSY when too many calls are under way
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

  /** Interrupts what is under way and closes the memory. */
  async close(): Promise<void> {
    if (this.#opened !== undefined) this.#interrupt(this.#opened);
    await this.#closing;
  }

  #start(): OpenedMemory {
    const interruption = new AbortController();
    const uses = new Set<MemoryUse>();
    const onProgress = (progress: IndexProgress): void => {
      for (const use of uses) use.onProgress?.(progress);
    };
    // Two memories of one repository at once would index it twice.
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
  // A memory that does not close well is gone all the same: the next one is opened from what is on disk.
  await opened?.close().catch(() => undefined);
}

function tooManyCalls(): AfterwitError {
  const message = `More than ${mostCalls} calls wait for an answer already. Try again when some are answered.`;
  return new AfterwitError('MEMORY_BUSY', message, { data: { mostCalls } });
}
