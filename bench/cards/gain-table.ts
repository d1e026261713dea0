import type { pairedBootstrap } from '../../src/numeric/bootstrap.ts';
import { type Table, tableOf } from '../reporting/table.ts';

/** Mean differences of pairs, each named. */
export function gainTable(
  title: string,
  gains: readonly (readonly [name: string, gain: ReturnType<typeof pairedBootstrap>])[],
): Table {
  return tableOf(title, gains, {
    '': ([name]) => name,
    mean: ([, { mean }]) => mean.toFixed(3),
    '95 %': ([, { low, high }]) => `[${low.toFixed(3)}, ${high.toFixed(3)}]`,
    'share of resamples above 0': ([, { shareAbove }]) => shareAbove.toFixed(3),
  });
}
