import type { FileEdit } from '../model/session.ts';
import type { ObservedRun } from './observed-run.ts';

/**
 * What made a failure go away. `edit`: files changed, the most telling first. `command`: another command line in place of the
 * failing one. `prerequisite`: a command that had to be run first.
 */
export type Remedy =
  | { readonly kind: 'edit'; readonly files: readonly FileEdit[] }
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'prerequisite'; readonly command: string };

/** A failure of a session, what made it go away, and the run that shows it. */
export interface FixEpisode {
  readonly failure: ObservedRun;
  /** Lines of the calls that failed in the same way after it. */
  readonly alsoFailedAtLines: readonly number[];
  readonly remedy: Remedy;
  /** The passing run of the family that had failed; for another command line, that one. */
  readonly check: ObservedRun;
  /** What was tried before without its going away, in words. */
  readonly attempts: readonly string[];
  /** What the agent wrote between the failure and its end. */
  readonly remarks: readonly string[];
  /** Line of the call of an earlier failure whose fix brought this one about. */
  readonly causedByLine?: number;
}
