import { AfterwitError } from '../model/errors.ts';
import type { PreferenceBody, Stance } from '../model/item-body.ts';
import { redact } from '../redaction/redact.ts';
import { countTerms } from '../text/terms.ts';

const longestStrategy = 200;

/** Drafts a preference with its identity. @throws INVALID_ARGUMENT, TEXT_TOO_LARGE */
export function draftPreference(
  stance: Stance,
  words: string,
): {
  readonly body: PreferenceBody;
  readonly identity: readonly string[];
} {
  const strategy = redact(words.trim());
  if (countTerms(strategy).size === 0) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'The strategy has no words to compare fixes with. Name it in the words of a fix: "npm install --force".',
    );
  }
  if (strategy.length > longestStrategy) {
    throw new AfterwitError(
      'TEXT_TOO_LARGE',
      `The strategy has ${strategy.length} characters; at most ${longestStrategy} are allowed. Put the reasons into the text.`,
      { data: { characters: strategy.length, limit: longestStrategy } },
    );
  }
  return {
    body: { kind: 'preference', stance, strategy },
    identity: ['preference', stance, strategy.toLowerCase().replaceAll(/\s+/g, ' ')],
  };
}
