import type { RedactedText } from './redacted-text.ts';

/** A file that a fix changed, or a function of it. */
export interface ChangedPlace {
  /** From the top of the repository. */
  readonly path: RedactedText;
  /** Name with its container: `Writer.write`. */
  readonly name?: RedactedText;
}

/** What stands between a file and its function where both are written as one: `src/io.py::Writer.write`. */
export const placeSeparator = '::';
