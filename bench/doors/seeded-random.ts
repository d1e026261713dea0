import { seededRandom } from '../../src/numeric/seeded-random.ts';

/** Chance that is the same in every run. */
export class SeededRandom {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededRandom(seed);
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  /** True with this chance, from 0 to 1. */
  happens(chance: number): boolean {
    return this.below(1_000_000) < chance * 1_000_000;
  }

  shuffle<Value>(values: readonly Value[]): readonly Value[] {
    const shuffled = [...values];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other] as Value, shuffled[last] as Value];
    }
    return shuffled;
  }
}
