import type { RedactedText } from '../model/brands.ts';
import type { FailureProfile, FailureReport, PrintedOutput } from '../model/failure.ts';
import { redact } from '../redaction/redact.ts';
import { showsPart } from './commands/command-signature.ts';
import { readFailure } from './profile-failure.ts';

/** Question to the memories, without secrets. */
export interface QueryProfile {
  /** The question in words; empty when only a failure was given. */
  readonly words: RedactedText;
  readonly failure?: FailureProfile | undefined;
  /** The failing command line, as it was typed. */
  readonly command?: RedactedText | undefined;
  /** All that the failing command printed; never kept. */
  readonly printed?: PrintedOutput | undefined;
  /** The command showed only a part of its program's output. */
  readonly isCut?: boolean;
  /** One line for receipts. */
  readonly summary: RedactedText;
}

const longestWords = 20_000;
const longestSummary = 200;
const longestCommand = 2_000;

export function profileQuery(request: {
  readonly query?: string | undefined;
  readonly failure?: FailureReport | undefined;
}): QueryProfile {
  const words = redact((request.query ?? '').slice(0, longestWords).trim());
  const read = request.failure && readFailure(request.failure);
  const failure = read?.profile;
  const line = words.split('\n', 1)[0] || describe(failure);
  const summary = redact(line.length > longestSummary ? `${line.slice(0, longestSummary)}…` : line);
  const command = request.failure?.command;
  return {
    words,
    summary,
    failure,
    printed: read?.printed,
    ...(command !== undefined && showsPart(command) ? { isCut: true } : {}),
    command: command === undefined ? undefined : redact(command.slice(0, longestCommand)),
  };
}

function describe(failure: FailureProfile | undefined): string {
  return [failure?.command?.family, failure?.errorLines[0]].filter(Boolean).join(': ');
}
