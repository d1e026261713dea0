import { judgeSuccession } from '../../src/lessons/judge-succession.ts';
import { leastRelevance } from '../../src/retrieval/rank-items.ts';
import type { RuleLine } from '../recall/rule-cases.ts';
import { findTexts, rememberText } from '../recall/rule-memory.ts';

/** What not showing two together that may contradict each other costs; counts. */
export interface HiddenRules {
  readonly asked: number;
  /** Rules among the best five. */
  readonly shown: number;
  /** Of these, kept out by one that came to the repository with a later commit. */
  readonly hidden: number;
  /** The same if all were taken for later ones. */
  readonly among: number;
}

const questionsOfRepository = 60;
const k = 5;

/** Each rule asks, by its own words, for the others that its repository holds when it is added: all of them hold. */
export function countHidden(lines: readonly RuleLine[], limit: number): HiddenRules {
  let counts: HiddenRules = { asked: 0, shown: 0, hidden: 0, among: 0 };
  for (const own of Map.groupBy(lines, ({ repo }) => repo).values()) {
    const step = Math.max(1, Math.floor(own.length / questionsOfRepository));
    for (const asking of own.filter((_, at) => at % step === 0)) {
      if (counts.asked >= limit) return counts;
      const one = hiddenFrom(asking, own);
      counts = {
        asked: counts.asked + 1,
        shown: counts.shown + one.shown,
        hidden: counts.hidden + one.hidden,
        among: counts.among + one.among,
      };
    }
  }
  return counts;
}

function hiddenFrom(asking: RuleLine, own: readonly RuleLine[]): Omit<HiddenRules, 'asked'> {
  const alive = new Map(own.filter((line) => holdsWith(line, asking)).map((line) => [line.rule, line]));
  const { candidates, rarityOf } = findTexts(asking.rule, [...alive.keys()].map(rememberText));
  const near = candidates.filter(({ relevance }) => relevance >= leastRelevance);
  const best = near.slice(0, k).flatMap(({ item }) => alive.get(item.content) ?? []);
  const isKeptOut = (older: RuleLine, isAlwaysLater: boolean): boolean =>
    best.some(
      (newer) =>
        newer !== older &&
        newer.added_at >= older.added_at &&
        judgeSuccession({
          ...{ newer: newer.rule, older: older.rule, rarityOf },
          isLater: isAlwaysLater || newer.added_commit !== older.added_commit,
        }).kind !== 'none' &&
        (isAlwaysLater || newer.added_commit !== older.added_commit),
    );
  return {
    shown: best.length,
    hidden: best.filter((older) => isKeptOut(older, false)).length,
    among: best.filter((older) => isKeptOut(older, true)).length,
  };
}

function holdsWith({ added_at, removed_at }: RuleLine, asking: RuleLine): boolean {
  return added_at <= asking.added_at && (removed_at === null || removed_at > asking.added_at);
}
