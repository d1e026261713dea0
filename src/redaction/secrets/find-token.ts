import { isFiller, isSequence } from './looks-random.ts';
import { endOfToken, type SecretDetector } from './secret-span.ts';
import { tokenFormats } from './token-formats.ts';

/** Tokens known by what they begin with. */
export const tokenDetectors: readonly SecretDetector[] = tokenFormats.map(
  ([kind, literal, rest, repetitive]) => {
    const beginsLikeWord = /^[A-Za-z0-9]/.test(literal);
    let pattern: RegExp | undefined;
    return {
      literals: [literal.toLowerCase()],
      find(text, start, end) {
        if (!text.startsWith(literal, start) || (beginsLikeWord && !startsToken(text, start)))
          return undefined;
        pattern ??= new RegExp(`(?:${rest})${endOfToken}`, 'y');
        pattern.lastIndex = end;
        const body = pattern.exec(text)?.[0];
        if (body === undefined || (!repetitive && (isFiller(body) || isSequence(body)))) return undefined;
        return { start, end: pattern.lastIndex, kind };
      },
    };
  },
);

const escapeBefore = /(?:\\[nrtbf"'/]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2})$/;

/** Whether a token can start here: not within a word, but for one that is the end of an escape (`\n`, `%3D`). */
function startsToken(text: string, index: number): boolean {
  if (index === 0 || !/[A-Za-z0-9\]]/.test(text[index - 1] ?? '')) return true;
  if (text[index - 1] === ']')
    return !/\[redacted:[a-z0-9-]+\]$/.test(text.slice(Math.max(0, index - 50), index));
  return escapeBefore.test(text.slice(Math.max(0, index - 6), index));
}
