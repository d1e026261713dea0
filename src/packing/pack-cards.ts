import type { MemoryCard } from '../model/card.ts';
import { frameTokens } from './render-pack.ts';

/** Number of cards that are considered; of more, only the first are. */
const exactLimit = 12;

/**
 * The subset of cards with the greatest total utility within a token budget, in the given order. Compares all subsets
 * of the first 12 cards.
 */
export function packCards(cards: readonly MemoryCard[], budgetTokens: number): readonly MemoryCard[] {
  const room = budgetTokens - frameTokens;
  const choices = cards.slice(0, exactLimit);
  let best = 0;
  let bestUtility = 0;
  for (let subset = 1; subset < 1 << choices.length; subset++) {
    const { tokens, utility } = measure(choices, subset);
    // On equal utility, the earlier cards win, because their bits are the lower ones.
    if (tokens > room || utility <= bestUtility) continue;
    best = subset;
    bestUtility = utility;
  }
  return choices.filter((_, position) => (best >> position) & 1);
}

function measure(cards: readonly MemoryCard[], subset: number): { tokens: number; utility: number } {
  let tokens = 0;
  let utility = 0;
  for (const [position, card] of cards.entries()) {
    if (((subset >> position) & 1) === 0) continue;
    tokens += card.tokens;
    utility += card.utility;
  }
  return { tokens, utility };
}
