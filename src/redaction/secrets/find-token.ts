import { isFiller, isSequence } from './looks-random.ts';
import { endOfToken, type SecretDetector } from './secret-span.ts';
import { startsToken } from './starts-token.ts';
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
