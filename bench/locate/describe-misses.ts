import { holdsAllGold } from '../reporting/gold-ranks.ts';
import { pairedDepth } from './locate-figures.ts';
import type { LocateResult } from './run-locate-cases.ts';

/** The cases that strict accuracy at 5 counts as wrong: what was to be found, at which ranks, and what came instead. */
export function describeMisses(results: readonly LocateResult[]): string {
  return results
    .filter(({ ranks }) => !holdsAllGold(ranks, pairedDepth))
    .map(({ issue, ranks, topFiles }) =>
      [
        `${issue.instance_id} (first gold at ${rankText(ranks.first)}, last at ${rankText(ranks.last)})`,
        `  gold: ${issue.gold_files.join(' ')}`,
        `  ours: ${topFiles.join(' ')}\n`,
      ].join('\n'),
    )
    .join('');
}

function rankText(rank: number): string {
  return Number.isFinite(rank) ? `${rank}` : 'none';
}
