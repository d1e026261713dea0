import type { MiningConsent, SessionSummary } from '../model/session.ts';
import type { TranscriptPosition } from './transcript-source.ts';

/** How far a transcript was mined, and what it was like then. */
export interface MinedTranscript {
  readonly bytes: number;
  readonly modifiedAtMs: number;
  /** From here on it is to be read when it has grown: before the first failure that was still open. */
  readonly position: TranscriptPosition;
  /** Absent of a session that did nothing here, and of one that was mined before summaries were kept. */
  readonly summary?: SessionSummary;
}

/**
 * How far the transcripts of a repository were mined, and what the sessions did. Without it, everything is read again, and nothing is
 * remembered twice. May throw HOME_NOT_WRITABLE, DISK_FULL.
 */
export interface MiningLog {
  /** By path; undefined when nothing was ever mined here, empty when what was written cannot be read. */
  read(): ReadonlyMap<string, MinedTranscript> | undefined;
  write(transcripts: ReadonlyMap<string, MinedTranscript>): void;
  /** What the user answered last; undefined when nobody was asked. */
  consent(): MiningConsent | undefined;
  keepConsent(consent: MiningConsent): void;
}
