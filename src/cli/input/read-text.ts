import { AfterwitError } from '../../model/errors.ts';
import type { Session } from '../session.ts';
import { readStandardInput } from './read-standard-input.ts';

interface TextNeeded {
  /** A valid command line. */
  readonly example: string;
  /** What the text should contain, as a request to the user. */
  readonly wanted?: string | undefined;
  /** Advice for a text that is too long. */
  readonly whenTooLong?: string | undefined;
}

/**
 * The text argument of a command; `-` stands for standard input.
 * @throws INVALID_ARGUMENT when it is empty, TEXT_TOO_LARGE
 */
export async function readText(
  given: string,
  { stdin }: Pick<Session, 'stdin'>,
  { example, wanted = 'Describe in words what to look for', whenTooLong }: TextNeeded,
): Promise<string> {
  const text = given === '-' ? await readStandardInput(stdin, whenTooLong) : given;
  if (text.trim() !== '') return text;
  throw new AfterwitError('INVALID_ARGUMENT', `The text is empty. ${wanted}, as in: ${example}.`);
}
