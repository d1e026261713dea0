import { AfterwitError } from '../model/errors.ts';

const longestContent = 1_000_000;

/**
 * Refuses a text that no memory can hold, however it comes in.
 * @param whenEmpty what to say of a text without a word
 * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE
 */
export function requireContent(content: string, whenEmpty: string): void {
  if (content.trim() === '') throw new AfterwitError('INVALID_ARGUMENT', whenEmpty);
  if (content.length <= longestContent) return;
  throw new AfterwitError(
    'TEXT_TOO_LARGE',
    `The text has ${content.length} characters; a memory holds at most ${longestContent}. Keep what matters, and name the file that has the rest.`,
    { data: { characters: content.length, limit: longestContent } },
  );
}
