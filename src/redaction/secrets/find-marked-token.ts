import { isFiller } from './looks-random.ts';
import { endOfToken, type SecretDetector } from './secret-span.ts';
import { startsToken } from './starts-token.ts';

/** Tokens known by something within them: the kind, the mark, and the sources of what stands before and after it. */
type Format = readonly [kind: string, mark: string, before: string, after: string];

const formats: readonly Format[] = [
  ['azure-secret', 'Q~', '[\\w.~]{3}\\d', '[\\w.~-]{31,34}(?![\\w.~-])'],
  ['terraform-token', '.atlasv1.', '[A-Za-z0-9]{14}', '[\\w=-]{60,70}(?![\\w=-])'],
  ['maxmind-key', '_mmk', '[A-Za-z0-9]{6}_[A-Za-z0-9]{29}', '(?![A-Za-z0-9])'],
  // The scanner finds literals of two characters and more, so a mark of one comes with the digit before it.
  ...Array.from('0123456789', (digit): Format[] => [
    ['facebook-token', `${digit}|`, '(?<!\\d)\\d{14,15}', '[\\w-]{27,40}(?![\\w-])'],
    ['facebook-token', `${digit}%`, '(?<!\\d)\\d{14,15}', '[\\w-]{27,40}(?![\\w-])'],
  ]).flat(),
  ['mailchimp-key', '-us', '[0-9a-f]{32}', '\\d{1,2}(?![\\w-])'],
  ['telegram-token', ':AA', '(?<!\\d)\\d{8,10}', '[\\w-]{33}(?![\\w-])'],
];

export const markedTokenDetectors: readonly SecretDetector[] = formats.map(([kind, mark, before, after]) => {
  let pattern: RegExp | undefined;
  return {
    literals: [mark.toLowerCase()],
    reach: 200,
    find(text, start, end) {
      if (!text.startsWith(mark, start)) return undefined;
      pattern ??= new RegExp(`(?<=(${before})${escaped(mark)})${after}${endOfToken}`, 'y');
      pattern.lastIndex = end;
      const match = pattern.exec(text);
      const prefix = match?.[1];
      if (!match || prefix === undefined || isFiller(prefix + match[0])) return undefined;
      const tokenStart = start - prefix.length;
      return startsToken(text, tokenStart) ? { start: tokenStart, end: pattern.lastIndex, kind } : undefined;
    },
  };
});

function escaped(literal: string): string {
  return literal.replace(/[.|]/g, '\\$&');
}
