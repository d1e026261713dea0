import type { NextPlaces, RunEnds } from './run-ends.ts';

/** Where in a text a secret stands, and what it is. */
export interface SecretSpan {
  /** In UTF-16 units, the end excluded. */
  readonly start: number;
  readonly end: number;
  /** Lower-case words with hyphens: `github-token`. Stands in the text in the secret's place. */
  readonly kind: string;
}

/** Sources of regular expressions for what may not follow a token: more of it, or what stands for such now. */
export const endOfToken = '(?![A-Za-z0-9]|\\[redacted:)';

/** What one scan of a text has read so far, so that nothing is read as often as something announces it. */
export interface ScanProgress {
  /** Where the command line ends that was read last. */
  commandEnd: number;
  /** Runs of what tokens are made of. */
  readonly tokenRuns: RunEnds;
  /** Where the bars stand that pass something on to another program. */
  readonly bars: NextPlaces;
  /** Units of work beyond the one that each question is taken for. A detector that reads far adds what that took. */
  work: number;
  /** Where nothing but blanks follows. */
  readonly lastVisible: () => number;
}

/** Units of work that reading so many characters takes, if it is more than most literals ask for. */
export function workOf(characters: number): number {
  return characters / charactersPerUnit;
}

const charactersPerUnit = 128;

/** More than any detector looks at but in a run or a block that goes on for so long. */
export const farthestReach = 4_000;

/** Looks at the neighbourhood of a literal that a scan of the text came upon. */
export interface SecretDetector {
  /** In lower case as far as they are ASCII. Every occurrence, whatever the case of its ASCII letters, is handed to {@link find}. */
  readonly literals: readonly string[];
  /**
   * How many characters before and behind the literal may decide. A text that is read again is not asked about farther
   * from what changed. Without it, {@link farthestReach}.
   */
  readonly reach?: number;
  /** The secrets that the literal at `start` to `end` announces. Looks at a bounded number of characters, or at each once. */
  readonly find: (
    text: string,
    start: number,
    end: number,
    progress: ScanProgress,
  ) => SecretSpan | readonly SecretSpan[] | undefined;
}
