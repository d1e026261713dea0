import type { FailureProfile, FailureReport } from '../model/failure.ts';
import type { RedactedText } from '../model/redacted-text.ts';
import { redact } from '../redaction/redact.ts';
import { hashesOfOutput } from '../text/output-tokens.ts';
import { profileFailure } from './profile-failure.ts';

/** What is asked of memories, without secrets. */
export interface QueryProfile {
  /** What was asked in words; empty when only a failure was given. */
  readonly words: RedactedText;
  readonly failure?: FailureProfile | undefined;
  /** The failing command line, as it was typed. */
  readonly command?: RedactedText | undefined;
  /** Hashes of all that the failing command printed; computed when they are asked for, and never kept. */
  readonly printed?: (() => ReadonlySet<number>) | undefined;
  /** One line for receipts. */
  readonly summary: RedactedText;
}

const longestWords = 20_000;
const longestSummary = 200;
const longestCommand = 2_000;
/** Of a longer output the end. */
const longestOutput = 4_194_304;
const colour = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** @param isCircumstance see {@link profileFailure} */
export function profileQuery(
  request: {
    readonly query?: string | undefined;
    readonly failure?: FailureReport | undefined;
  },
  isCircumstance?: (line: string) => boolean,
): QueryProfile {
  const words = redact((request.query ?? '').slice(0, longestWords).trim());
  const failure = request.failure && profileFailure(request.failure, isCircumstance);
  const line = words.split('\n', 1)[0] || describe(failure);
  const summary = redact(line.length > longestSummary ? `${line.slice(0, longestSummary)}…` : line);
  const command = request.failure?.command;
  return {
    words,
    summary,
    failure,
    printed: request.failure && printedBy(request.failure),
    command: command === undefined ? undefined : redact(command.slice(0, longestCommand)),
  };
}

function printedBy({ output }: FailureReport): () => ReadonlySet<number> {
  let hashes: ReadonlySet<number> | undefined;
  return () => {
    hashes ??= hashesOfOutput(output.slice(-longestOutput).replace(colour, ''));
    return hashes;
  };
}

function describe(failure: FailureProfile | undefined): string {
  return [failure?.command?.family, failure?.errorLines[0]].filter(Boolean).join(': ');
}
