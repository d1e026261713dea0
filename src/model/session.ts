import type { ToldPrompt } from './answers/model-answers.ts';
import type { ItemId, RedactedText } from './brands.ts';
import type { ItemType } from './memory-item.ts';

/** Agents whose transcripts can be read. */
export const sessionAgents = ['claude-code', 'codex', 'gemini-cli', 'opencode'] as const;
export type SessionAgent = (typeof sessionAgents)[number];

/** Changes of an edit to one file. Lines are as written, without their line ends. */
export interface FileEdit {
  /** As the agent named it: absolute, or relative to the folder of the event. */
  readonly path: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Each change of the file by itself, where the tool says at which lines. */
  readonly changes?: readonly EditedLines[];
}

/** Lines that took the place of others. */
export interface EditedLines extends Pick<FileEdit, 'added' | 'removed'> {
  /** The first of them, counted before the edit. */
  readonly line: number;
}

/** Where and when something was said or done in a session. */
interface SessionMoment {
  /** Line of the transcript, from 1. */
  readonly line: number;
  /** Absent where the transcript gives no time, or no valid one. */
  readonly atMs?: number;
  /** Folder in which the agent worked. */
  readonly directory?: string;
  /** Said or done by an agent that another agent started; its "user" is that agent. */
  readonly isSubagent?: true;
}

export type TaskState = 'open' | 'begun' | 'done';

/** One entry of the list of tasks that an agent keeps for itself. */
export interface TaskNote {
  readonly text: string;
  readonly state: TaskState;
}

/** Change of that list by a call. Tasks are numbered from 1, in the order in which they were added. */
export type TaskChange =
  | { readonly kind: 'list'; readonly tasks: readonly TaskNote[] }
  | { readonly kind: 'added'; readonly text: string }
  | { readonly kind: 'changed'; readonly number: number; readonly state: TaskState };

export interface SaidEvent extends SessionMoment {
  readonly kind: 'said';
  readonly by: 'user' | 'agent';
  readonly text: string;
}

/** A tool is called: a command line is run, files are edited, or something else is done. */
export interface CallEvent extends SessionMoment {
  readonly kind: 'call';
  readonly callId: string;
  /** Absent when no command line is run. */
  readonly command?: string;
  /** For a command line: files that it names as its outputs. */
  readonly edits: readonly FileEdit[];
  /** Present where the agent writes down its tasks. */
  readonly tasks?: TaskChange;
}

/** Answer of a tool. */
export interface ResultEvent extends SessionMoment {
  readonly kind: 'result';
  readonly callId: string;
  /** A long output is cut in its middle. */
  readonly output: string;
  /** Absent where neither the transcript nor the output says. */
  readonly exitCode?: number;
  /** The tool's changes to files, in whole lines; counts in place of its call's request. */
  readonly edits?: readonly FileEdit[];
  /** The tool reports a fault of any kind: a failing command, a refusal, a missing file. */
  readonly isError: boolean;
}

/** One thing that happened in a session of an agent. */
export type SessionEvent = SaidEvent | CallEvent | ResultEvent;

/** Summary of one session in a repository, found by rules alone. Every text is redacted and has one line. */
export interface SessionSummary {
  readonly agent: SessionAgent;
  /** As the agent names it. */
  readonly session?: string;
  /** When the last thing happened in it. */
  readonly endedAtMs: number;
  /** First request of the person, cut. */
  readonly request?: RedactedText;
  /** Files that it changed, from the top of the repository; the first 30. */
  readonly files: readonly RedactedText[];
  /** `1a2b3c4 Fix the lid`; the last 10. */
  readonly commits: readonly RedactedText[];
  /** The check that failed after its last change, and the line that says why. */
  readonly failing?: { readonly command: RedactedText; readonly error: RedactedText };
  /** Changes and commands after which a check failed as before; the last 3. */
  readonly triedInVain?: readonly RedactedText[];
  /** Memories that came of it, those that wait for a person among them. */
  readonly lessonCount: number;
}

/** The last sessions in a repository. */
export interface SessionList {
  /** The latest first. */
  readonly sessions: readonly SessionSummary[];
  /** Work done, left open and learned: at most three lines; empty where there is nothing to say. */
  readonly lines: readonly string[];
}

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
  /** Lines of the transcript: the failing run, like failures after it, the passing run; of a statement, the message. */
  readonly line: number;
  readonly alsoFailedAtLines?: readonly number[];
  readonly passedAtLine?: number;
  readonly atMs?: number;
}

/** Fate of a lesson: `added`, `known` (nothing new), `needs_review` (a person decides), `found` (in a preview). */
export type LessonFate = 'added' | 'known' | 'needs_review' | 'found';

/** Something that a session taught. */
export interface MinedLesson {
  readonly fate: LessonFate;
  readonly type: ItemType;
  readonly text: RedactedText;
  /** Absent in a preview. */
  readonly itemId?: ItemId;
  /** For a fix: the family of the command that failed, its most telling error line, and the files that were edited. */
  readonly command?: string;
  readonly error?: RedactedText;
  readonly files?: readonly RedactedText[];
  readonly evidence: LessonEvidence;
}

/** A line of a transcript that could not be read or kept (`not_kept`); 0 for an unreadable database (`unreadable`). */
export interface SkippedLine {
  readonly transcript: string;
  readonly line: number;
  readonly reason: 'not_json' | 'too_long' | 'unknown_form' | 'not_kept' | 'unreadable';
}

/** Transcripts whose working folder is relative, as they write it: no repository is known by it. */
export interface RelativeFolder {
  readonly folder: string;
  readonly files: number;
}

/** Result of mining the sessions of agents in a repository. */
export interface MiningReport {
  /** Nothing was written. */
  readonly preview: boolean;
  /** Sessions in this repository. */
  readonly transcripts: readonly TranscriptCount[];
  /** Transcripts among these that had not changed since they were mined, and were not read. */
  readonly unchangedFiles: number;
  /** Transcripts of sessions elsewhere, of which only the first lines were read. */
  readonly otherFiles: number;
  /** Transcripts among these whose folder is relative to an unknown place, by folder, most files first. */
  readonly relativeFolders: readonly RelativeFolder[];
  readonly bytesRead: number;
  readonly lessons: readonly MinedLesson[];
  /** Tasks of sessions that were kept as experience, or have grown; in a preview, all of them. */
  readonly taskCount: number;
  readonly skippedLines: readonly SkippedLine[];
  readonly skippedLineCount: number;
  readonly redactedSecrets: number;
  /** Present where a language model was asked, or in a preview would be. */
  readonly extraction?: ExtractionReport;
  readonly tookMs: number;
}

/** Parts of sessions told to a language model, and the result. */
export interface ExtractionReport {
  readonly model: string;
  /** Messages that it was told. */
  readonly messages: number;
  readonly calls: number;
  /** Sentences that it found. */
  readonly statements: number;
  /** Why it gave no answer, for the last session without one; there rules alone found the kept lessons. */
  readonly fault?: string;
  /** For a preview: the prompts for the model, word for word. */
  readonly prompts?: readonly ToldPrompt[];
}

/** The user's answer to whether sessions here may be read, now and whenever they pause or end. */
export type MiningConsent = 'yes' | 'no';

/** Files that would be read, before any is. */
export interface MiningPlan {
  readonly transcripts: readonly TranscriptCount[];
  readonly otherFiles: number;
  readonly relativeFolders: readonly RelativeFolder[];
  readonly consent: MiningConsent | 'not_asked';
  /** The language model that is told of messages, where the user turned that on. */
  readonly told?: string;
}
