import type { FailureProfile, FailureReport } from '../model/failure.ts';
import type { RedactedText } from '../model/redacted-text.ts';
import { redact } from '../redaction/redact.ts';
import { profileFailure } from './profile-failure.ts';

/** What is asked of memories, without secrets. */
export interface QueryProfile {
  /** What was asked in words; empty when only a failure was given. */
  readonly words: RedactedText;
  readonly failure?: FailureProfile | undefined;
  /** The failing command line, as it was typed. */
  readonly command?: RedactedText | undefined;
  /** Lines of all that the failing command printed in which a word stands; never kept. */
  readonly linesWith?: ((word: string) => readonly string[]) | undefined;
  /** One line for receipts. */
  readonly summary: RedactedText;
}

const longestWords = 20_000;
const longestSummary = 200;
const longestCommand = 2_000;
const wordCharacter = /[\w$]/;
const mostLines = 50;
const longestLine = 400;
const colour = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

export function profileQuery(request: {
  readonly query?: string | undefined;
  readonly failure?: FailureReport | undefined;
}): QueryProfile {
  const words = redact((request.query ?? '').slice(0, longestWords).trim());
  const failure = request.failure && profileFailure(request.failure);
  const line = words.split('\n', 1)[0] || describe(failure);
  const summary = redact(line.length > longestSummary ? `${line.slice(0, longestSummary)}…` : line);
  const command = request.failure?.command;
  return {
    words,
    summary,
    failure,
    linesWith: request.failure === undefined ? undefined : linesWith(request.failure.output),
    command: command === undefined ? undefined : redact(command.slice(0, longestCommand)),
  };
}

/** Words stand between other characters than those of words: `pot` is no word of `pothole`. */
function linesWith(output: string): (word: string) => readonly string[] {
  let shown: string | undefined;
  return (word) => {
    shown ??= output.replace(colour, '');
    const lines: string[] = [];
    for (
      let at = shown.indexOf(word);
      at !== -1 && lines.length < mostLines;
      at = shown.indexOf(word, at + 1)
    ) {
      if (wordCharacter.test(shown[at - 1] ?? '') || wordCharacter.test(shown[at + word.length] ?? ''))
        continue;
      const end = shown.indexOf('\n', at);
      lines.push(
        shown.slice(shown.lastIndexOf('\n', at) + 1, end === -1 ? shown.length : end).slice(0, longestLine),
      );
    }
    return lines;
  };
}

function describe(failure: FailureProfile | undefined): string {
  return [failure?.command?.family, failure?.errorLines[0]].filter(Boolean).join(': ');
}
