import type { RedactedText } from './redacted-text.ts';

/** What is known of a command that failed, as it came from a terminal, a hook or an agent. May hold secrets. */
export interface FailureReport {
  /** What the command printed: standard output and standard error, in whatever order they came. */
  readonly output: string;
  /** Command line as it was typed. */
  readonly command?: string;
  readonly exitCode?: number;
  /** Folder that absolute paths in the output are made relative to: the top of the working tree. */
  readonly worktree?: string;
  /** File it happened in, or that was being worked on. */
  readonly file?: string;
  /** Stack trace, where it is not part of the output. */
  readonly stack?: string;
  /** What it ran in: `node 24.1`, `linux`, `python 3.12 venv`. */
  readonly environment?: readonly string[];
}

/** A command line without what changes from one call to the next. */
export interface CommandSignature {
  /** Program that does the work, wrappers (`env`, `time`, `npx`, `cd x &&`) left out: `npm`, `pytest`, `cargo`. */
  readonly program: string;
  /** What it was asked to do, where the program has such words: `test`, `run build`. */
  readonly subcommand?: string;
  /** Program and subcommand: commands of one family may succeed each other as attempts at one thing. */
  readonly family: string;
  /** Kind of thing it was asked to work on: `.py`, `folder`, `test`, `url`. */
  readonly target?: string;
}

export type FailureEntityKind =
  | 'module'
  | 'file'
  | 'symbol'
  | 'environment_variable'
  | 'config_key'
  | 'package'
  | 'version'
  | 'port'
  | 'table'
  | 'column'
  | 'device'
  | 'dtype'
  | 'shape'
  | 'flag'
  | 'test'
  | 'name';

/** A name that a failure is about. Of two failures that read alike, different ones mean different causes. */
export interface FailureEntity {
  readonly kind: FailureEntityKind;
  readonly value: string;
}

export interface StackFrame {
  readonly path: string;
  readonly function?: string;
}

/**
 * A failure without what changes from one run to the next: the query profile φ of the RSCB-MC paper (Eq. 2), as far as one
 * report can tell. Holds no secrets.
 */
export interface FailureProfile {
  readonly command?: CommandSignature;
  /** The lines that say why it failed, most telling first; times, ids, numbers and absolute paths normalised. */
  readonly errorLines: readonly RedactedText[];
  /** The part of the output that those lines stand in, redacted, otherwise as it was. */
  readonly excerpt: RedactedText;
  /** `ModuleNotFoundError`, `TS2345`, `E0308`, `ENOENT`. */
  readonly exceptionTypes: readonly string[];
  /** Names the error lines are about, without duplicates. */
  readonly entities: readonly FailureEntity[];
  /** Class of failures that it belongs to, with how sure that is, 0–1, and the root cause that its words hint at. */
  readonly family?: { readonly name: string; readonly confidence: number; readonly rootCause?: string };
  /** Frames of the project's own code, innermost last: path from the top of the repository and function, no line numbers. */
  readonly frames?: readonly StackFrame[];
  /** File it happened in, from the top of the repository. */
  readonly file?: string;
  /** What it ran in, normalised. */
  readonly environment?: readonly string[];
  /** No line was known to say why it failed: `errorLines` are the last ones of a longer output. */
  readonly guessed?: true;
}

/**
 * How far two failures are one: `same` when a remedy of one may be shown for the other unasked, `similar` when a person
 * who looks for it would want to see it.
 */
export type FailureLikeness = 'same' | 'similar' | 'different';

/** Whether two failures are one. */
export interface FailureComparison {
  /** Share of the words that both printed, what is volatile and what wrappers say left out, 0–1. */
  readonly likeness: number;
  readonly strength: FailureLikeness;
  /** What speaks against their being one. */
  readonly reason?: string;
  /** They are two, whatever else agrees: they name or value different things, say too little, or are long and read otherwise. */
  readonly isOther?: true;
}
