import { isFiller } from './looks-random.ts';
import { endOfToken, type SecretDetector } from './secret-span.ts';

/** Tokens known by something within them: the kind, the mark, and the sources of what stands before and after it. */
const formats: readonly (readonly [kind: string, mark: string, before: string, after: string])[] = [
  ['azure-secret', 'Q~', '(?<![\\w.~-])[\\w.~]{3}\\d', '[\\w.~-]{31,34}(?![\\w.~-])'],
  ['terraform-token', '.atlasv1.', '(?<![\\w-])[A-Za-z0-9]{14}', '[\\w=-]{60,70}(?![\\w=-])'],
  ['maxmind-key', '_mmk', '(?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}', '(?![A-Za-z0-9])'],
  ['facebook-token', '|', '(?<![\\w.])\\d{15,16}', '[\\w-]{27,40}(?![\\w-])'],
  ['facebook-token', '%', '(?<![\\w.])\\d{15,16}', '[\\w-]{27,40}(?![\\w-])'],
  ['mailchimp-key', '-us', '(?<![\\w-])[0-9a-f]{32}', '\\d{1,2}(?![\\w-])'],
  ['discord-token', '.', '(?<![\\w.-])[MNO][\\w-]{23,27}', '[\\w-]{6}\\.[\\w-]{27,40}(?![\\w.-])'],
  ['telegram-token', ':AA', '(?<![\\w.:-])\\d{8,10}', '[\\w-]{33}(?![\\w-])'],
];

export const markedTokenDetectors: readonly SecretDetector[] = formats.map(([kind, mark, before, after]) => {
  let pattern: RegExp | undefined;
  return {
    literals: [mark.toLowerCase()],
    find(text, start, end) {
      if (!text.startsWith(mark, start)) return undefined;
      pattern ??= new RegExp(`(?<=(${before})${escaped(mark)})${after}${endOfToken}`, 'y');
      pattern.lastIndex = end;
      const match = pattern.exec(text);
      const prefix = match?.[1];
      if (match === null || prefix === undefined || isFiller(match[0] === '' ? prefix : match[0]))
        return undefined;
      return { start: start - prefix.length, end: pattern.lastIndex, kind };
    },
  };
});

function escaped(literal: string): string {
  return literal.replace(/[.|]/g, '\\$&');
}
