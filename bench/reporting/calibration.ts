import { describeRate } from './statistics.ts';
import type { Table } from './table.ts';

/** A probability that was promised, and what came of it. */
export interface Promised {
  /** 0–1. */
  readonly confidence: number;
  readonly isKept: boolean;
}

const binCount = 10;

/** Mean distance between promised and kept over ten bins: the expected calibration error, 0–1. */
export function calibrationError(promises: readonly Promised[]): number {
  const sum = binsOf(promises).reduce(
    (all, { own, promised, kept }) => all + Math.abs(own.length * promised - kept),
    0,
  );
  return sum / Math.max(1, promises.length);
}

export function reliabilityTable(title: string, promises: readonly Promised[]): Table {
  return {
    title: `${title}: ECE ${calibrationError(promises).toFixed(3)}`,
    columns: ['confidence', 'number', 'mean promised', 'kept'],
    rows: binsOf(promises).map(({ low, own, promised, kept }) => [
      `${low.toFixed(1)}–${(low + 1 / binCount).toFixed(1)}`,
      own.length,
      promised.toFixed(2),
      describeRate(kept, own.length),
    ]),
  };
}

function binsOf(promises: readonly Promised[]) {
  const binOf = ({ confidence }: Promised) => Math.min(binCount - 1, Math.floor(confidence * binCount));
  return [...Map.groupBy(promises, binOf)]
    .toSorted(([a], [b]) => a - b)
    .map(([bin, own]) => ({
      low: bin / binCount,
      own,
      promised: own.reduce((sum, { confidence }) => sum + confidence, 0) / own.length,
      kept: own.filter(({ isKept }) => isKept).length,
    }));
}
