import { redact } from '../../redaction/redact.ts';

const mark = '[redacted:';

/**
 * What a history says, without its secrets: they stand in it already, but an answer goes on to models and logs. A text without
 * any stays as git has it, each character, since a door shows it in its own way.
 */
export function withoutSecrets(text: string): string {
  const redacted = redact(text);
  return redacted.includes(mark) ? redacted : text;
}
