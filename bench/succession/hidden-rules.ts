import { judgeSuccession } from '../../src/lessons/judge-succession.ts';
import { leastRelevance } from '../../src/retrieval/rank-items.ts';
import type { RuleLine } from '../recall/rule-cases.ts';
import { findTexts, rememberText } from '../recall/rule-memory.ts';

/** Counts of rules that stay hidden because one that may contradict them is shown. */
export interface HiddenRules {
  readonly asked: number;
  /** Rules among the best five. */
  readonly shown: number;
  /** Of these, kept out by one that came to the repository with a later commit. */
  readonly hidden: number;
}

interface Answer {
  readonly best: readonly RuleLine[];
  readonly rarityOf: (term: string) => number | undefined;
}

const questionsOfRepository = 60;
const k = 5;

/** Each rule asks, by its own words, for the others that its repository holds when it is added: all of them hold. */
export function countHidden(lines: readonly RuleLine[], limit: number): HiddenRules {
  let counts: HiddenRules = { asked: 0, shown: 0, hidden: 0 };
  for (const answer of answersOf(lines)) {
    if (counts.asked >= limit) return counts;
    const doubted = pairsOf(answer).filter(
      ({ older, newer, isLater }) =>
        isLater &&
        judgeSuccession({ newer: newer.rule, older: older.rule, rarityOf: answer.rarityOf, isLater }).kind !==
          'none',
    );
    counts = {
      asked: counts.asked + 1,
      shown: counts.shown + answer.best.length,
      hidden: counts.hidden + new Set(doubted.map(({ older }) => older)).size,
    };
  }
  return counts;
}

/** Rules that stand near each other in an answer and hold at the same time: none takes the place of the other. */
export function heldPairs(lines: readonly RuleLine[]) {
  return [...answersOf(lines)].flatMap(pairsOf).filter(({ isLater }) => isLater);
}

function* answersOf(lines: readonly RuleLine[]): Iterable<Answer> {
  for (const own of Map.groupBy(lines, ({ repo }) => repo).values()) {
    const step = Math.max(1, Math.floor(own.length / questionsOfRepository));
    for (const asking of own.filter((_, at) => at % step === 0)) yield answerTo(asking, own);
  }
}

function answerTo(asking: RuleLine, own: readonly RuleLine[]): Answer {
  const alive = new Map(own.filter((line) => holdsWith(line, asking)).map((line) => [line.rule, line]));
  const { candidates, rarityOf } = findTexts(asking.rule, [...alive.keys()].map(rememberText));
  const near = candidates.filter(({ relevance }) => relevance >= leastRelevance);
  return { best: near.slice(0, k).flatMap(({ item }) => alive.get(item.content) ?? []), rarityOf };
}

/** Two rules of an answer, which hold at the same time; the newer came with a later commit, or with the same. */
function pairsOf({ best }: Answer) {
  return best.flatMap((older) =>
    best
      .filter((newer) => newer !== older && newer.added_at >= older.added_at)
      .map((newer) => ({ older, newer, isLater: newer.added_commit !== older.added_commit })),
  );
}

function holdsWith({ added_at, removed_at }: RuleLine, asking: RuleLine): boolean {
  return added_at <= asking.added_at && (removed_at === null || removed_at > asking.added_at);
}
