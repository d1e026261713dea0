import { AfterwitError } from '../model/errors.ts';
import { readStandardInput } from './read-standard-input.ts';
import type { Session } from './session.ts';

/**
 * The one text that a command takes; `-` stands for standard input.
 *
 * @param example a command line that would do
 * @throws INVALID_ARGUMENT when it is empty
 */
export async function readText(
  { arguments: [given = ''], stdin }: Session,
  example: string,
): Promise<string> {
  const text = given === '-' ? await readStandardInput(stdin) : given;
  if (text.trim() !== '') return text;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    `The text is empty. Describe in words what to look for, as in: ${example}.`,
  );
}
