import type { RedactedText } from '../model/brands.ts';
import { findSecrets } from './secrets/find-secrets.ts';
import type { Place } from './secrets/scan-secrets.ts';
import { markerOf } from './secrets/token-bounds.ts';
import { stripMisleadingCharacters } from './strip-misleading-characters.ts';

const mostRounds = 8;

/**
 * Text that may be stored, shown and sent to a model: well-formed Unicode without misleading characters, with line ends `\n`
 * and each secret replaced by its kind (`[redacted:github-token]`). Idempotent; linear in the length of the text.
 */
export function redact(text: string): RedactedText {
  let redacted = stripMisleadingCharacters(text);
  // Once a secret is out, what stood beside it may be read differently, so that the result is looked at again.
  let changes: readonly Place[] | undefined;
  for (let round = 0; round < mostRounds; round++) {
    const secrets = findSecrets(redacted, changes);
    if (secrets.length === 0) return redacted as RedactedText;
    let kept = '';
    let end = 0;
    changes = secrets.map((secret) => {
      kept += redacted.slice(end, secret.start);
      const start = kept.length;
      kept += markerOf(secret.kind);
      end = secret.end;
      return { start, end: kept.length };
    });
    redacted = kept + redacted.slice(end);
  }
  return markerOf('unsettled') as RedactedText;
}

const farthestLineEnd = 4_096;

/**
 * The first so many characters of a text, or fewer: leaves out the line at the cut, or its word in a long line, since half of
 * a token cannot be recognised.
 */
export function headOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const lineEnd = text.lastIndexOf('\n', length);
  if (lineEnd >= Math.max(0, length - farthestLineEnd)) return text.slice(0, lineEnd);
  for (let end = length; end > 0; end--) if (/\s/.test(text[end] as string)) return text.slice(0, end);
  return '';
}

/** The last so many characters of a text, or fewer, as {@link headOf} gives the first ones. */
export function tailOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const from = text.length - length;
  const lineEnd = text.indexOf('\n', from);
  if (lineEnd !== -1 && lineEnd <= from + farthestLineEnd) return text.slice(lineEnd + 1);
  const blank = text.slice(from).search(/\s/);
  return blank === -1 ? '' : text.slice(from + blank + 1);
}
