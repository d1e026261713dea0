import { type GoldRanks, holdsAllGold, reciprocalRank } from '../reporting/gold-ranks.ts';
import { type Figure, notRun } from '../suite.ts';
import { type LocateOutcome, locateDepth } from './run-locate-cases.ts';

/** MRR looks no further than this. */
const reciprocalDepth = 10;
/** The depth at which wins and losses are counted. */
export const pairedDepth = 5;

/** Counts of a method over some cases; a share is a count by the length of the list. */
export function allGoldCount(ranks: readonly GoldRanks[], depth: number): number {
  return ranks.filter((own) => holdsAllGold(own, depth)).length;
}

export function firstHitCount(ranks: readonly GoldRanks[]): number {
  return ranks.filter(({ first }) => first === 1).length;
}

export function meanReciprocalRank(ranks: readonly GoldRanks[]): number {
  return ranks.reduce((sum, own) => sum + reciprocalRank(own, reciprocalDepth), 0) / ranks.length;
}

export type PairedOutcome = LocateOutcome & Required<Pick<LocateOutcome, 'baseline'>>;

/** The cases that ChronoRepo answered too. */
export function pairedOutcomes(results: readonly LocateOutcome[]): readonly PairedOutcome[] {
  return results.flatMap((result) =>
    result.baseline === undefined ? [] : [{ ...result, baseline: result.baseline }],
  );
}

/** Cases that only one of the two has right: ours are wins. */
export function countOutcomes(
  pairs: readonly PairedOutcome[],
  depth: number,
): { readonly wins: number; readonly losses: number } {
  const wins = pairs.filter((pair) => holdsAllGold(pair.ranks, depth) && !holdsAllGold(pair.baseline, depth));
  const losses = pairs.filter(
    (pair) => !holdsAllGold(pair.ranks, depth) && holdsAllGold(pair.baseline, depth),
  );
  return { wins: wins.length, losses: losses.length };
}

/** Figures by name, those of one dataset among others. */
export function prefixed(name: string, figures: Readonly<Record<string, Figure>>): Record<string, Figure> {
  return Object.fromEntries(Object.entries(figures).map(([figure, value]) => [`${name}.${figure}`, value]));
}

/** Figures that say how good rankings are; what no case was there to measure is "not run". */
export function rankFigures(ranks: readonly GoldRanks[]): Record<string, Figure> {
  const share = (count: number) => (ranks.length === 0 ? notRun : count / ranks.length);
  return {
    acc_at_1: share(allGoldCount(ranks, 1)),
    acc_at_3: share(allGoldCount(ranks, 3)),
    acc_at_5: share(allGoldCount(ranks, 5)),
    acc_at_10: share(allGoldCount(ranks, 10)),
    hit_at_1: share(firstHitCount(ranks)),
    mrr_at_10: measured(meanReciprocalRank(ranks)),
  };
}

/** The same, with the ceiling and with the cases that only one of ours and ChronoRepo has right. */
export function accuracyFigures(outcomes: readonly LocateOutcome[]): Record<string, Figure> {
  const ranks = outcomes.map((outcome) => outcome.ranks);
  const pairs = pairedOutcomes(outcomes);
  const { wins, losses } = countOutcomes(pairs, pairedDepth);
  return {
    ...rankFigures(ranks),
    [`ceiling_at_${locateDepth}`]:
      ranks.length === 0 ? notRun : allGoldCount(ranks, locateDepth) / ranks.length,
    paired_wins: pairs.length === 0 ? notRun : wins,
    paired_losses: pairs.length === 0 ? notRun : losses,
  };
}

function measured(value: number): Figure {
  return Number.isNaN(value) ? notRun : value;
}
