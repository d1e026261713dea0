import { type Figure, notRun } from '../suite.ts';
import { describeRate } from './statistics.ts';
import type { Table } from './table.ts';

/** How many of how many. */
export interface Rate {
  readonly count: number;
  readonly of: number;
}

type Rates = Readonly<Record<string, Rate>>;

export function rateOf<Case>(all: readonly Case[], isCounted: (one: Case) => boolean): Rate {
  return { count: all.filter(isCounted).length, of: all.length };
}

/** A share as a figure; of nothing it was not run. */
export function share(count: number, of: number): Figure {
  return of === 0 ? notRun : count / of;
}

export function shareOf({ count, of }: Rate): Figure {
  return share(count, of);
}

/** The figures of rates, by their names. */
export function sharesOf(rates: Rates): Readonly<Record<string, Figure>> {
  return Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, shareOf(rate)]));
}

/** The same with their intervals and counts. */
export function rateTable(title: string, rates: Rates): Table {
  const rows = Object.entries(rates).map(([name, { count, of }]) => [name, describeRate(count, of)]);
  return { title, columns: ['figure', 'share'], rows };
}
