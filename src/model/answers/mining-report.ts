import type { ItemId, ItemType } from '../memory-item.ts';
import type { RedactedText } from '../redacted-text.ts';
import type { SessionAgent } from '../session-event.ts';

/** Transcripts of one agent. */
export interface TranscriptCount {
  readonly agent: SessionAgent;
  readonly files: number;
  readonly bytes: number;
}

/** Where in a session a lesson was learned. */
export interface LessonEvidence {
  readonly agent: SessionAgent;
  readonly session?: string;
  /** The transcript; agents remove theirs after some time. */
  readonly transcript: string;
  /** Lines of the transcript: what failed, what failed alike after it, what passed; of a statement, the message. */
  readonly line: number;
  readonly alsoFailedAtLines?: readonly number[];
  readonly passedAtLine?: number;
  readonly atMs?: number;
}

/** What came of a lesson: `added`, `known` (nothing new), `needs_review` (a person decides), `found` (in a preview). */
export type LessonFate = 'added' | 'known' | 'needs_review' | 'found';

/** Something that a session taught. */
export interface MinedLesson {
  readonly fate: LessonFate;
  readonly type: ItemType;
  readonly text: RedactedText;
  /** Absent in a preview. */
  readonly itemId?: ItemId;
  /** Of a fix: the family of the command that failed, its most telling error line, and the files that were edited. */
  readonly command?: string;
  readonly error?: RedactedText;
  readonly files?: readonly RedactedText[];
  readonly evidence: LessonEvidence;
}

/** A line of a transcript that could not be read, or of which what it taught could not be kept (`not_kept`). */
export interface SkippedLine {
  readonly transcript: string;
  readonly line: number;
  readonly reason: 'not_json' | 'too_long' | 'unknown_form' | 'not_kept';
}

/** Result of mining the sessions of agents in a repository. */
export interface MiningReport {
  /** Nothing was written. */
  readonly preview: boolean;
  /** Sessions in this repository. */
  readonly transcripts: readonly TranscriptCount[];
  /** Of these, files that had not changed since they were mined, and were not read. */
  readonly unchangedFiles: number;
  /** Transcripts of sessions elsewhere, of which only the first lines were read. */
  readonly otherFiles: number;
  readonly bytesRead: number;
  readonly lessons: readonly MinedLesson[];
  readonly skippedLines: readonly SkippedLine[];
  readonly skippedLineCount: number;
  readonly redactedSecrets: number;
  readonly tookMs: number;
}

/** What the user answered when asked whether sessions here may be read, now and whenever they pause or end. */
export type MiningConsent = 'yes' | 'no';

/** What would be read, before anything is. */
export interface MiningPlan {
  readonly transcripts: readonly TranscriptCount[];
  readonly otherFiles: number;
  readonly consent: MiningConsent | 'not_asked';
}
