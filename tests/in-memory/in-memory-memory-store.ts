import { AfterwitError } from '../../src/model/errors.ts';
import type { RepositoryId } from '../../src/model/repository.ts';
import type { MemoryReader, MemoryStore, MemoryTransaction } from '../../src/ports/memory-store.ts';
import { readMemoryState } from './in-memory-memory-reader.ts';
import { copyState, emptyState, type MemoryState } from './in-memory-memory-state.ts';
import { writeMemoryState } from './in-memory-memory-writer.ts';

/** The plainest memory, in maps: the reference of the contract suite, and the fake of the engine's tests. */
export function openInMemoryMemoryStore(known: readonly RepositoryId[] = []): MemoryStore {
  return new InMemoryMemoryStore(known);
}

class InMemoryMemoryStore implements MemoryStore {
  #state = emptyState();
  /** Settles when what was asked for so far is over. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(known: readonly RepositoryId[]) {
    for (const id of known) this.#state.repositories.set(id, { id, name: id, createdAtMs: 0, evidence: [] });
  }

  transact<T>(work: (transaction: MemoryTransaction) => T): Promise<T> {
    return this.#enqueue(() => this.#write(work));
  }

  read<T>(work: (reader: MemoryReader) => T): T {
    const result = work(readMemoryState(() => this.#state));
    if (isPromise(result)) throw asynchronousWork();
    return result;
  }

  close(): void {}

  #enqueue<T>(work: () => T): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  #write<T>(work: (transaction: MemoryTransaction) => T): T {
    const before = copyState(this.#state);
    let ended = false;
    const open = (): MemoryState => {
      if (ended) throw transactionOver();
      return this.#state;
    };
    try {
      const result = work({ ...readMemoryState(() => this.#state), ...writeMemoryState(open) });
      if (isPromise(result)) throw asynchronousWork();
      return result;
    } catch (fault) {
      this.#state = before;
      throw fault;
    } finally {
      ended = true;
    }
  }
}

function isPromise(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function asynchronousWork(): AfterwitError {
  return new AfterwitError(
    'INTERNAL',
    'The work of a transaction was asynchronous; it was rolled back, because other tasks would have written into it. This is a fault of afterwit: please report it.',
  );
}

function transactionOver(): AfterwitError {
  return new AfterwitError(
    'INTERNAL',
    'A write after the end of its transaction was refused. This is a fault of afterwit: please report it.',
  );
}
