import type { PreferenceBody, Stance } from '../model/item-body.ts';
import { countNegations } from '../text/statements/denial.ts';
import { countTerms } from '../text/terms.ts';

/** Separators between the steps of a fix. */
const clauseEnd = /[.;!?\n]+(?=\s|$)|,\s|\b(?:but|and then|instead of|rather than|in place of|, not)\b/gi;
/** Words that introduce a thing not to be done. */
const turnsRound = /^(?:instead of|rather than|in place of|, not)$/i;
const undoing = /\b(?:stop|remove|drop|undo)\b/i;

/**
 * Stance of the first strategy, latest first, that a fix follows. A fix follows a strategy if one of its clauses
 * without a negation contains all of the strategy's words.
 */
export function judgeStrategy(
  fix: string,
  strategies: readonly Pick<PreferenceBody, 'stance' | 'strategy'>[],
): Stance | undefined {
  if (strategies.length === 0) return undefined;
  const clauses = affirmedClauses(fix).map((clause) => new Set(countTerms(clause).keys()));
  return strategies.find(({ strategy }) => {
    const terms = [...countTerms(strategy).keys()];
    return terms.length > 0 && clauses.some((clause) => terms.every((term) => clause.has(term)));
  })?.stance;
}

function affirmedClauses(fix: string): readonly string[] {
  const clauses: string[] = [];
  let start = 0;
  let isTurned = false;
  const take = (end: number): void => {
    const clause = fix.slice(start, end);
    if (!isTurned && countNegations(clause) === 0 && !undoing.test(clause)) clauses.push(clause);
  };
  for (const { 0: separator, index } of fix.matchAll(clauseEnd)) {
    take(index);
    start = index + separator.length;
    isTurned = turnsRound.test(separator.trim());
  }
  take(fix.length);
  return clauses;
}
