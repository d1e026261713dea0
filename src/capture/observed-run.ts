import type { FileEdit } from '../model/session.ts';

/** A command line that ran, or files that were edited, with what came of it. */
export interface ObservedRun {
  /** Lines of the transcript: the call, and its result. */
  readonly line: number;
  readonly endLine: number;
  readonly atMs?: number;
  /** Absent for an edit without a command line. */
  readonly command?: string;
  /** What the command line is about (`npm test`), and everything that it starts; empty where it starts nothing. */
  readonly family: string;
  readonly families: readonly string[];
  /** `unheard`: refused, denied, interrupted, or without a result; it says nothing about the code. */
  readonly verdict: 'passed' | 'failed' | 'unheard';
  /** It only shows text: whether it ends well says nothing about a failure. */
  readonly onlyShows: boolean;
  readonly exitCode?: number;
  /** Of a failing run only. */
  readonly output: string;
  /** Lines that say why it failed, without what differs from run to run; of a failing run only. */
  readonly errorLines: readonly string[];
  /** The line of them that says what happened, as it was printed; for people. */
  readonly telling?: string;
  /** Edits that took place, by path from the top of the repository. */
  readonly edits: readonly FileEdit[];
}

/** Something that the agent wrote to the user. */
export interface AgentRemark {
  readonly line: number;
  readonly text: string;
}
