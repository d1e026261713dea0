import type { Finding } from '../model/finding.ts';
import type { FileEdit } from '../model/session.ts';

/** A command line that ran, or files that were edited, with the result. */
export interface ObservedRun {
  /** Lines of the transcript: the call, and its result. */
  readonly line: number;
  readonly endLine: number;
  readonly atMs?: number;
  /** Absent for an edit without a command line. */
  readonly command?: string;
  /** Subject of the command line (`npm test`), and everything that it starts; empty where it starts nothing. */
  readonly family: string;
  readonly families: readonly string[];
  /** `unheard`: refused, denied, interrupted, or without a result; it says nothing about the code. */
  readonly verdict: 'passed' | 'failed' | 'unheard';
  /** It only shows text: whether it ends well says nothing about a failure. */
  readonly onlyShows: boolean;
  readonly exitCode?: number;
  /** Set for a failing run only. */
  readonly output: string;
  /** Lines that say why it failed, without the parts that differ from run to run; of a failing run only. */
  readonly errorLines: readonly string[];
  /** They say only that it failed: of no other failure could be told whether it is this one. */
  readonly saysNothing?: true;
  /** The line of them that says what happened, as it was printed; for people. */
  readonly telling?: string;
  /** Findings of checkers, also of a run that passed; none of a run that only shows text. */
  readonly findings?: readonly Finding[];
  /** Edits that took place, by path from the top of the repository. */
  readonly edits: readonly FileEdit[];
}

/** Something that the agent wrote to the user. */
export interface AgentRemark {
  readonly line: number;
  readonly text: string;
}

/**
 * Remedy of a failure. `edit`: files changed, the most telling first. `command`: another command line in place of the
 * failing one. `prerequisite`: a command that had to be run first.
 */
export type Remedy =
  | { readonly kind: 'edit'; readonly files: readonly FileEdit[] }
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'prerequisite'; readonly command: string };

/** A failure of a session, its remedy, and the run that shows it. */
export interface FixEpisode {
  readonly failure: ObservedRun;
  /** Lines of the calls that failed in the same way after it. */
  readonly alsoFailedAtLines: readonly number[];
  readonly remedy: Remedy;
  /** The passing run of the family that had failed; for another command line, its run, which started and may have failed. */
  readonly check: ObservedRun;
  /** Commands and edits from the failure up to the check. */
  readonly steps: number;
  /** Earlier attempts that did not help, in words. */
  readonly attempts: readonly string[];
  /** Remarks of the agent between the failure and its end. */
  readonly remarks: readonly string[];
  /** Line of the call of an earlier failure whose fix brought this one about. */
  readonly causedByLine?: number;
}
