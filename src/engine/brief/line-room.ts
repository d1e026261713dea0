import { estimateTokens } from '../../text/estimate-tokens.ts';

/** Lines under a title, of a text that is written for an agent. */
export interface TitledLines {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Room of a text that is filled part by part. */
export interface LineRoom {
  /** What of these lines fits beside what was put in before. */
  fit(title: string, lines: readonly string[]): TitledLines;
  readonly usedTokens: number;
}

/** @param usedTokens taken before the first line */
export function lineRoom(budgetTokens: number, usedTokens: number): LineRoom {
  let used = usedTokens;
  return {
    fit: (title, lines) => ({
      title,
      lines: lines.filter((line, position) => {
        const cost = estimateTokens(position === 0 ? `${title}:\n${line}` : line) + 1;
        if (used + cost > budgetTokens) return false;
        used += cost;
        return true;
      }),
    }),
    get usedTokens() {
      return used;
    },
  };
}
