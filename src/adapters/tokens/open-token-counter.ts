import type { TokenCounter } from '../../ports/system.ts';

/** Counted one by one, because a word or a blank takes the encoding quadratic time. A cut adds a token at most. */
const parts = /[\s\S]{1,2000}/gu;

/**
 * Counts with the encoding o200k_base, which differs from those of other current models by a few per cent. Its vocabulary is
 * loaded at the first count.
 */
export function openTokenCounter(): TokenCounter {
  return {
    async count(text) {
      const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
      // Memories may quote a model's own control tokens: those are text like any other.
      const options = { disallowedSpecial: new Set<string>() };
      return (text.match(parts) ?? []).reduce((count, part) => count + countTokens(part, options), 0);
    },
  };
}
