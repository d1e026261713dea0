import type { SecretSpan } from './secret-span.ts';

/** Where a text differs from the one that was read before, in order. */
export type ChangedPlaces = readonly Pick<SecretSpan, 'start' | 'end'>[];

/** The parts of a text that stand no farther than `reach` from a change, none touching another. */
export function windowsAround(text: string, changes: ChangedPlaces, reach: number): ChangedPlaces {
  const windows: { start: number; end: number }[] = [];
  for (const change of changes) {
    const start = Math.max(0, change.start - reach);
    const end = Math.min(text.length, change.end + reach);
    const last = windows.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else windows.push({ start, end });
  }
  return windows;
}

/** Asks in the order of a text how near its places are to what changed. */
export class ChangesNearby {
  readonly #changes: ChangedPlaces;
  #next = 0;

  constructor(changes: ChangedPlaces) {
    this.#changes = changes;
  }

  /** Whether a change stands no farther than `reach` from a part. Parts are asked about in the order of their ends. */
  isNear(start: number, end: number, reach: number): boolean {
    while (this.#next < this.#changes.length && (this.#changes[this.#next]?.start ?? 0) < end) this.#next++;
    const before = this.#changes[this.#next - 1];
    const after = this.#changes[this.#next];
    return (
      (before !== undefined && before.end >= start - reach) ||
      (after !== undefined && after.start <= end + reach)
    );
  }
}
