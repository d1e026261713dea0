import type { MiningConsent, SessionAgent, SessionEvent, SessionSummary } from '../model/session.ts';

/** A transcript as it lies on disk. */
export interface TranscriptFile {
  readonly path: string;
  readonly agent: SessionAgent;
  readonly bytes: number;
  readonly modifiedAtMs: number;
  /** A database that is locked, damaged, or of a form that is not known. */
  readonly isUnreadable?: true;
}

/** Facts of a session that lines further up told, and later ones do not repeat. */
export interface CarriedFacts {
  readonly session?: string;
  readonly directory?: string;
  /** The first of the folders: agents go to others in the course of a session. */
  readonly beganIn?: string;
  /** The session is that of an agent that another agent started. */
  readonly isSubagent?: true;
  /** The call that was answered last, where a message is written again when more of its calls were. */
  readonly answered?: string;
}

/** Events and facts of a line of a transcript. */
export interface LineReading {
  readonly events: readonly SessionEvent[];
  /** Facts that hold from here on. */
  readonly carried: CarriedFacts;
}

/** How an agent writes its sessions down, as lines of JSON, or as rows that are told as such. */
export interface SessionForm {
  /** Whether a file that lies anywhere is one of its transcripts. @param head its first bytes */
  readonly wrote: (file: { readonly name: string; readonly head: string }) => boolean;
  /** Undefined for a line of another program. @param line its number, from 1 */
  readonly readLine: (
    entry: Readonly<Record<string, unknown>>,
    line: number,
    known: CarriedFacts,
  ) => LineReading | undefined;
}

/** Sessions that an agent keeps as rows of a database. Nothing throws. */
export interface SessionRows {
  /** Undefined of a database that cannot be read. */
  list(
    database: string,
  ): readonly (Pick<TranscriptFile, 'bytes' | 'modifiedAtMs'> & { readonly session: string })[] | undefined;
  /** Rows of a session as JSON, several at once. @param after rows that are passed over */
  read(database: string, session: string, after: number): Iterable<readonly string[]>;
}

/** A file or a folder of transcripts; by which agent, where that is known. */
export interface TranscriptPlace {
  readonly path: string;
  readonly agent?: SessionAgent;
}

/** A place between two lines of a transcript, from which reading can go on. */
export interface TranscriptPosition {
  /** Bytes before it. */
  readonly offset: number;
  /** Lines before it, or rows. */
  readonly line: number;
  /** SHA-256 of the beginning of the file: a file that begins otherwise is another one. */
  readonly headDigest: string;
  readonly carried: CarriedFacts;
}

/** One line that was read, with the place after it. */
export interface TranscriptStep {
  readonly events: readonly SessionEvent[];
  readonly position: TranscriptPosition;
  /** Why nothing could be made of the line, where that is so. */
  readonly skipped?: 'not_json' | 'too_long' | 'unknown_form';
}

/**
 * Transcripts that agents wrote of their sessions. Files may be written, cut off, replaced or removed while they are
 * read; none of that throws, and nothing is written.
 */
export interface TranscriptSource {
  /** Transcripts in the given files and folders; without any, those in the folders of the agents. Newest last. */
  list(places?: readonly string[]): readonly TranscriptFile[];
  /** Folder that a session began in, from its first lines. Undefined where they do not say. */
  directoryOf(file: TranscriptFile): string | undefined;
  /**
   * Lines after a position, or all; from the first line when the file was cut off or replaced since. A last line without a line
   * end is read if it is whole, and left for the next time if it is torn.
   */
  read(
    file: TranscriptFile,
    options?: {
      readonly from?: TranscriptPosition | undefined;
      readonly signal?: AbortSignal | undefined;
    },
  ): AsyncIterable<TranscriptStep>;
}

/** How far a transcript was mined, and its state then. */
export interface MinedTranscript {
  readonly bytes: number;
  readonly modifiedAtMs: number;
  /** From here on it is to be read when it has grown: before the first failure that was still open. */
  readonly position: TranscriptPosition;
  /** Absent for a session that did nothing here, or was mined before summaries were kept. */
  readonly summary?: SessionSummary;
}

/**
 * How far the transcripts of a repository were mined, and the summaries of the sessions. Without it, everything is read
 * again, and nothing is remembered twice. May throw HOME_NOT_WRITABLE, DISK_FULL.
 */
export interface MiningLog {
  /** By path; undefined when nothing was ever mined here, empty when the log cannot be read. */
  read(): ReadonlyMap<string, MinedTranscript> | undefined;
  write(transcripts: ReadonlyMap<string, MinedTranscript>): void;
  /** The user's last answer; undefined when none was given. */
  consent(): MiningConsent | undefined;
  keepConsent(consent: MiningConsent): void;
}
