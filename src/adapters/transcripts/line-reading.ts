import type { SessionEvent } from '../../model/session-event.ts';
import type { CarriedFacts } from '../../ports/transcript-source.ts';

/** What a line of a transcript says. */
export interface LineReading {
  readonly events: readonly SessionEvent[];
  /** Facts that hold from here on. */
  readonly carried: CarriedFacts;
}
