import type { FailureSketch } from '../../model/failure.ts';

/** A sketch as it is compared: its hashes as sets, made when they are asked for. */
export class ReadSketch {
  readonly sketch: FailureSketch;
  #lines: ReadonlySet<number> | undefined;
  #names: ReadonlySet<number> | undefined;
  #places: ReadonlyMap<number, readonly number[]> | undefined;

  constructor(sketch: FailureSketch) {
    this.sketch = sketch;
  }

  get lines(): ReadonlySet<number> {
    this.#lines ??= new Set([...this.sketch.spine, ...this.sketch.lines]);
    return this.#lines;
  }

  /** All words and names that were kept. */
  get names(): ReadonlySet<number> {
    this.#names ??= new Set([...this.sketch.names, ...[...this.places.values()].flat()]);
    return this.#names;
  }

  /** What stood at each place of a wording. */
  get places(): ReadonlyMap<number, readonly number[]> {
    this.#places ??= new Map(this.sketch.places.map(([place = 0, ...names]) => [place, names]));
    return this.#places;
  }
}
