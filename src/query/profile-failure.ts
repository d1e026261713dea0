import type { FailureProfile, FailureReport } from '../model/failure.ts';
import type { RedactedText } from '../model/redacted-text.ts';
import { redact } from '../redaction/redact.ts';
import { commandSignature } from './command-signature.ts';
import { errorLines } from './error-lines.ts';
import { exceptionTypes } from './exception-types.ts';
import { excerptLines, longestExcerptLine } from './excerpt.ts';
import { failureEntities } from './failure-entities.ts';
import { normaliseLine } from './normalise-line.ts';
import { terminalLines } from './terminal-lines.ts';
import { openToolEnvelope } from './tool-envelope.ts';
import { withFile } from './with-file.ts';

/** Read of a line before secrets are taken out; shown of it afterwards is less, so that no half of a secret shows. */
const longestReadLine = 1_200;
const longestErrorLine = 400;
const gap = '…';

/**
 * The query profile φ of a failing command (RSCB-MC, Eq. 2): why it failed, in a form that stays the same from one run,
 * checkout and machine to the next. Never throws; takes linear time, and of more than 1 MB reads the two ends.
 */
export function profileFailure(report: FailureReport): FailureProfile {
  const lines = terminalLines(openToolEnvelope(report.output).output);
  const { found: errors, isGuess } = errorLines(lines);
  const named = redactedLines(
    errors.map(({ index }) => withFile(lines, index)),
    longestErrorLine,
  ).map((redacted) => ({ redacted, normalised: redact(normaliseLine(redacted, report.worktree)) }));
  const normalised = [...new Set(named.map((line) => line.normalised))].filter((line) => line !== '');
  const command = report.command === undefined ? undefined : commandSignature(redact(report.command));
  return {
    ...(command === undefined ? {} : { command }),
    errorLines: normalised,
    excerpt: excerptOf(lines, excerptLines(lines, errors)),
    exceptionTypes: exceptionTypes(normalised),
    entities: failureEntities(named),
    ...(report.file === undefined ? {} : { file: report.file }),
    ...(isGuess ? { guessed: true } : {}),
  };
}

function excerptOf(lines: readonly string[], indices: readonly number[]): RedactedText {
  const text = redactedLines(
    indices.map((index) => lines[index] ?? ''),
    longestExcerptLine,
  );
  // A secret of several lines became one: there is no telling any more where the gaps were.
  if (text.length !== indices.length) return redact(text.join('\n'));
  const parts = indices.flatMap((index, place) => {
    const before = indices[place - 1];
    const touches = before === undefined || lines.slice(before + 1, index).every((line) => line === '');
    return touches ? [text[place] ?? ''] : [gap, text[place] ?? ''];
  });
  return redact(parts.join('\n'));
}

function redactedLines(lines: readonly string[], longest: number): readonly string[] {
  if (lines.length === 0) return [];
  return redact(lines.map((line) => cut(line, longestReadLine)).join('\n'))
    .split('\n')
    .map((line) => cut(line, longest));
}

/** The start of a line, up to a place between two words where there is one: half a secret is not known as one. */
function cut(line: string, characters: number): string {
  if (line.length <= characters) return line;
  const start = line.slice(0, characters);
  const space = start.lastIndexOf(' ');
  return space > characters / 2 ? start.slice(0, space) : start.toWellFormed();
}
