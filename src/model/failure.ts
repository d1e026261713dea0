import type { RedactedText } from './brands.ts';

/** A failed command as reported by a terminal, a hook or an agent. May contain secrets. */
export interface FailureReport {
  /** Text that the command printed: standard output and standard error, in the order received. */
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
  /** Environment of the run: `node 24.1`, `linux`, `python 3.12 venv`. */
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
}

export const failureEntityKinds = [
  ...([
    'module',
    'file',
    'symbol',
    'environment_variable',
    'config_key',
    'package',
    'version',
    'port',
  ] as const),
  ...(['table', 'column', 'device', 'dtype', 'shape', 'flag', 'test', 'name'] as const),
] as const;
export type FailureEntityKind = (typeof failureEntityKinds)[number];

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
  /** Reasons in the whole output, as hashes. Absent in failures recorded before 0.2: the excerpt stands for it. */
  readonly sketch?: FailureSketch;
}

/**
 * Likeness of two failures. `same`: the fix of one may be shown unasked for the other. `similar`: a search for one
 * should find the other too.
 */
export type FailureLikeness = 'same' | 'similar' | 'different';

/** Difference between two failures that are one in all else. */
export interface SamenessCaveat {
  /** Stands at one place of a line where the known failure has another name; absent where the excerpts do not hold it. */
  readonly says?: RedactedText;
  readonly knownSays?: RedactedText;
  /** The reasons are the same; what failed, or where, is another. */
  readonly isElsewhere?: true;
  /** Only a part of the longer output is known of the other: its output was cut. */
  readonly isPart?: true;
}

/** Whether two failures are one. */
export interface FailureComparison {
  /** Share of the lines that say best why, of the one and of the other, that both printed, 0–1: the lesser. */
  readonly likeness: number;
  readonly strength: FailureLikeness;
  /** One failure, but for this, which is told with the known one. */
  readonly caveat?: SamenessCaveat;
  /** Evidence against their being one. */
  readonly reason?: string;
  /** They are two, however well the score of their words fits. */
  readonly isOther?: true;
}

/**
 * A failure's reasons, as hashes of 24 bits, from which nothing can be read. Parts of lines that change from
 * run to run are masked. A *wording* is a line without the names, paths and numbers that the program filled
 * in.
 */
export interface FailureSketch {
  /** How its lines were hashed; a sketch of another form, or of none, is made anew from the excerpt. */
  readonly form?: number;
  /** Lines that say best why it failed, at most twelve. */
  readonly spine: readonly number[];
  /** How many words and names of the spine not any failure could say. */
  readonly tellingWords: number;
  /** Those of them that say what is wrong, without the place that they begin with. Absent of a long output, and in older sketches. */
  readonly reasons?: readonly number[];
  /** How many words and names of the reasons not any failure could say. */
  readonly tellingReasons?: number;
  /** The other lines that were kept: all that say that something is wrong, and those around the best. */
  readonly lines: readonly number[];
  /** Wordings of lines that say that something is wrong. */
  readonly wordings: readonly number[];
  /** For each place of a wording its hash, and then those of the names that stood there. */
  readonly places: readonly (readonly number[])[];
  /** All other words and names in the lines kept. */
  readonly names: readonly number[];
}

/** All that a command printed, where its output is at hand. */
export interface PrintedOutput {
  readonly hasLine: (hash: number) => boolean;
  readonly hasName: (hash: number) => boolean;
}
