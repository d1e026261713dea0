/**
 * Words by which a family is known, in lower case: as they stand, or a shape that is tried only on a line with the words
 * `near` in it, so that a table of hundreds costs a search each and compiles next to nothing.
 */
export type Clue = string | { readonly near: string; readonly shape: RegExp };

/** One class of failures, and the causes it can have. */
export interface FamilyRow {
  readonly name: string;
  /** Default root cause. */
  readonly rootCause: string;
  /** The first whose words are there is the root cause. */
  readonly causes: readonly {
    readonly name: string;
    readonly said: readonly Clue[];
    readonly exceptions?: readonly string[];
  }[];
  /** No other family says so. */
  readonly strong: readonly Clue[];
  /** Others may say so. */
  readonly weak?: readonly Clue[];
  /** Names that mean this and nothing else: see `exception-types.ts`. */
  readonly exceptions?: readonly string[];
  /** Programs whose failures often are of this family. */
  readonly programs?: readonly string[];
  /** Families that this is a case of: where this one holds, they hold too and say less. */
  readonly caseOf?: readonly string[];
  /** `place`: it says where something failed (a build, a test), and gives way to a family that says why. */
  readonly names?: 'place';
}
