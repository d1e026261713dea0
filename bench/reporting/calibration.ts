import { sum } from './statistics.ts';

/** A probability that was promised, and what came of it. */
export interface Promised {
  /** 0–1. */
  readonly confidence: number;
  readonly isKept: boolean;
}

const binCount = 10;

/** Mean distance between promised and kept over ten bins: the expected calibration error, 0–1. */
export function calibrationError(promises: readonly Promised[]): number {
  const binOf = ({ confidence }: Promised) => Math.min(binCount - 1, Math.floor(confidence * binCount));
  const bins = [...Map.groupBy(promises, binOf).values()];
  const errors = bins.map((own) =>
    Math.abs(sum(own.map(({ confidence, isKept }) => confidence - Number(isKept)))),
  );
  return sum(errors) / Math.max(1, promises.length);
}
