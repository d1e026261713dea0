/** Calls of hooks of late in which an agent was told nothing because something went wrong: nobody else says so. */
export interface HookSilences {
  /** Only calls since then are counted. */
  readonly sinceMs: number;
  /** Ended because time had run out. */
  readonly tooLate: number;
  /** Ended for another reason: a fault, a memory that could not be read. */
  readonly faults: number;
  readonly lastAtMs?: number;
  /** Why the last one ended. */
  readonly lastReason?: string;
}
