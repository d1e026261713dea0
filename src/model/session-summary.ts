import type { RedactedText } from './redacted-text.ts';
import type { SessionAgent } from './session-event.ts';

/** What one session did in a repository, found by rules alone. Every text is redacted and has one line. */
export interface SessionSummary {
  readonly agent: SessionAgent;
  /** As the agent names it. */
  readonly session?: string;
  /** When the last thing happened in it. */
  readonly endedAtMs: number;
  /** What the person asked for first, cut. */
  readonly request?: RedactedText;
  /** Files that it changed, from the top of the repository; the first 30. */
  readonly files: readonly RedactedText[];
  /** `1a2b3c4 Fix the lid`; the last 10. */
  readonly commits: readonly RedactedText[];
  /** The check that failed after its last change, and the line that says why. */
  readonly failing?: { readonly command: RedactedText; readonly error: RedactedText };
  /** Memories that came of it, those that wait for a person among them. */
  readonly lessonCount: number;
}

/** The last sessions in a repository. */
export interface SessionList {
  /** The latest first. */
  readonly sessions: readonly SessionSummary[];
  /** What they did, left open and learned: at most three lines; empty where there is nothing to say. */
  readonly lines: readonly string[];
}
