import type { SessionStep } from '../../capture/judge-followed.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { labelDecisions, type SessionFix } from '../decisions/label-decisions.ts';
import { creditMemories, wasShownCards } from './credit-memories.ts';

/** What tells of a card comes soon after it. */
const mostSteps = 2_000;

/** What sessions of one transcript did, kept only of those that were shown a memory, and what mended their failures. */
export class SessionSteps {
  readonly #store: MemoryStore;
  readonly #steps = new Map<string, SessionStep[] | undefined>();
  readonly #fixes: SessionFix[] = [];

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  add(session: string, steps: readonly SessionStep[]): void {
    if (!this.#steps.has(session))
      this.#steps.set(session, wasShownCards(this.#store, session) ? [] : undefined);
    const own = this.#steps.get(session);
    if (own !== undefined && own.length < mostSteps) own.push(...steps);
  }

  addFix(fix: SessionFix): void {
    this.#fixes.push(fix);
  }

  /** Writes down what became of the memories that were shown, and of the silences. */
  async credit(nowMs: number): Promise<void> {
    for (const fix of this.#fixes) await labelDecisions(this.#store, fix);
    for (const [session, steps] of this.#steps) {
      const fixes = this.#fixes.filter((fix) => fix.session === session);
      if (steps !== undefined) await creditMemories(this.#store, { session, steps, fixes, nowMs });
    }
  }
}
