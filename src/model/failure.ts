import type { RedactedText } from './redacted-text.ts';

/** A failed command as reported by a terminal, a hook or an agent. May contain secrets. */
export interface FailureReport {
  /** What the command printed: standard output and standard error, in the order received. */
  readonly output: string;
  /** Command line as it was typed. */
  readonly command?: string | undefined;
  readonly exitCode?: number | undefined;
  /** Folder that absolute paths in the output are made relative to: the top of the working tree. */
  readonly worktree?: string | undefined;
  /** File it happened in, or that was being worked on. */
  readonly file?: string | undefined;
  /** Stack trace, where it is not part of the output. */
  readonly stack?: string | undefined;
  /** What it ran in: `node 24.1`, `linux`, `python 3.12 venv`. */
  readonly environment?: readonly string[] | undefined;
}

/** A command line without the parts that differ between calls. */
export interface CommandSignature {
  /** Program that does the work, without wrappers (`env`, `time`, `npx`, `cd x &&`): `npm`, `pytest`, `cargo`. */
  readonly program: string;
  /** The program's subcommand, if it has one: `test`, `run build`. */
  readonly subcommand?: string;
  /** Program and subcommand. Commands of one family may be repeated attempts at the same task. */
  readonly family: string;
  /** Kind of target it works on: `.py`, `folder`, `test`, `url`. */
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

/** A name that a failure is about. If two failures have the same wording but different names, their causes differ. */
export interface FailureEntity {
  readonly kind: FailureEntityKind;
  readonly value: string;
}

export interface StackFrame {
  readonly path: string;
  readonly function?: string;
}

/**
 * A failure without the parts that differ between runs: the query profile φ of the RSCB-MC paper (Eq. 2), as far as one
 * report gives it. Contains no secrets.
 */
export interface FailureProfile {
  readonly command?: CommandSignature;
  /**
   * The lines that say why it failed, most informative first, with times, ids, numbers and absolute paths normalised.
   */
  readonly errorLines: readonly RedactedText[];
  /** The part of the output around those lines, redacted and otherwise unchanged. */
  readonly excerpt: RedactedText;
  /** `ModuleNotFoundError`, `TS2345`, `E0308`, `ENOENT`. */
  readonly exceptionTypes: readonly string[];
  /** Names the error lines are about, without duplicates. */
  readonly entities: readonly FailureEntity[];
  /** Its class of failures, with the confidence in that class, 0–1, and the root cause that the wording suggests. */
  readonly family?: { readonly name: string; readonly confidence: number; readonly rootCause?: string };
  /** Frames of the project's own code, innermost last: path from the top of the repository and function, no line numbers. */
  readonly frames?: readonly StackFrame[];
  /** File in which it happened, relative to the top of the repository. */
  readonly file?: string;
  /** Environment it ran in, normalised. */
  readonly environment?: readonly string[];
  /** No line was recognised as an error: `errorLines` are just the last lines of a longer output. */
  readonly guessed?: true;
  /** What the whole output said of why, as marked hashes (`model/failure-sketch.ts`). Absent in what was recorded before 0.2. */
  readonly told?: readonly number[];
  /** So many lines that say that something is wrong were left out of `told`, because runs that pass print them, too. */
  readonly circumstanceLines?: number;
}

/**
 * How alike two failures are. `same`: the fix of one may be shown unasked for the other. `similar`: someone who
 * searches for one would want to see the other.
 */
export type FailureLikeness = 'same' | 'similar' | 'different';

/** Whether two failures are one. */
export interface FailureComparison {
  /** Share of the words that both printed, what is volatile and what wrappers say left out, 0–1. */
  readonly likeness: number;
  readonly strength: FailureLikeness;
  /** A checker found the same, word for word, at another place of the code: what was done there is an example, not the fix. */
  readonly isElsewhere?: true;
  /** Of two that read alike: the least share of words, names or values of one that the other has, too; 0–1. */
  readonly agreement?: number;
  /** What speaks against their being one. */
  readonly reason?: string;
  /** They are two, whatever else agrees: they name or value different things, say too little, or are long and read otherwise. */
  readonly isOther?: true;
  /** What the one says and the other does not are plain words of short outputs: `while training`, `while warming`. */
  readonly inPlainWords?: true;
}
