/** Agents whose transcripts can be read. */
export const sessionAgents = ['claude-code', 'codex'] as const;
export type SessionAgent = (typeof sessionAgents)[number];

/** What an edit did to one file. Lines are as written, without their line ends. */
export interface FileEdit {
  /** As the agent named it: absolute, or relative to the folder of the event. */
  readonly path: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Where and when something was said or done in a session. */
interface SessionMoment {
  /** Line of the transcript, from 1. */
  readonly line: number;
  /** Absent where the transcript does not say, or says what is no time. */
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

/** What a call says of that list. Tasks are numbered from 1, in the order in which they were added. */
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
  /** Of a command line: files that it says itself to write. */
  readonly edits: readonly FileEdit[];
  /** Present where the agent writes down what is to be done. */
  readonly tasks?: TaskChange;
}

/** What a tool answered. */
export interface ResultEvent extends SessionMoment {
  readonly kind: 'result';
  readonly callId: string;
  /** A long output is cut in its middle. */
  readonly output: string;
  /** Absent where neither the transcript nor the output says. */
  readonly exitCode?: number;
  /** What the tool did to files, in whole lines; counts in place of what its call asked for. */
  readonly edits?: readonly FileEdit[];
  /** The tool reports a fault of whatever kind: a failing command, a refusal, a file that is not there. */
  readonly isError: boolean;
}

/** One thing that happened in a session of an agent. */
export type SessionEvent = SaidEvent | CallEvent | ResultEvent;
