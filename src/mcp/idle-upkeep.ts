import { isAfterwitError } from '../model/errors.ts';
import type { LogFault } from './outgoing.ts';

/** Idle time before upkeep: most agents ask again sooner while they work on something. */
const usualIdleMs = 30_000;

interface IdleUpkeepOptions {
  /** Maintains the memory if that is due, until it is told to stop. */
  readonly maintain: (signal: AbortSignal) => Promise<void>;
  readonly logFault: LogFault;
  readonly idleMs?: number;
}

/**
 * Maintains the memory in the agent's server, some time after the last answer. A question stops it; finished steps stay, and
 * the next pause goes on.
 */
export class IdleUpkeep {
  readonly #options: IdleUpkeepOptions;
  #questions = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: { readonly stop: AbortController; readonly done: Promise<void> } | undefined;

  constructor(options: IdleUpkeepOptions) {
    this.#options = options;
  }

  /** A question came. Returns the function to call once it is answered. */
  begin(): () => void {
    this.#questions += 1;
    clearTimeout(this.#timer);
    this.#running?.stop.abort();
    return () => {
      this.#questions -= 1;
      if (this.#questions > 0) return;
      this.#timer = setTimeout(() => this.#maintain(), this.#options.idleMs ?? usualIdleMs);
      // A server that has nothing else to do ends.
      this.#timer.unref();
    };
  }

  /** Stops the running step, and begins no more. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running?.stop.abort();
    await this.#running?.done;
  }

  #maintain(): void {
    const before = this.#running?.done ?? Promise.resolve();
    const stop = new AbortController();
    const done = before
      .then(() => this.#options.maintain(stop.signal))
      .catch((fault: unknown) => {
        // Another process writes, or a call came in: the next pause is as good.
        if (isAfterwitError(fault) && ['INTERRUPTED', 'MEMORY_BUSY'].includes(fault.code)) return;
        this.#options.logFault('Maintenance failed', fault);
      });
    this.#running = { stop, done };
  }
}
