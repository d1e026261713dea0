import type { TokenCounter } from '../../ports/system.ts';

/**
 * Counts with the encoding o200k_base, which differs from those of other current models by a few per cent. Its vocabulary is
 * loaded at the first count.
 */
export function openTokenCounter(): TokenCounter {
  return {
    async count(text) {
      const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
      // Memories may quote a model's own control tokens: those are text like any other.
      return countTokens(text, { disallowedSpecial: new Set() });
    },
  };
}
