import { contextWeights, type PooledOutcome } from '../../src/gate/state-vector.ts';
import type { OutcomeKind } from '../../src/index.ts';
import type { ObservedCandidate } from './observe-benchmark.ts';

type PooledKind = PooledOutcome['kind'];
type Counts = Partial<Record<PooledKind, number>>;

const pooledKinds: Readonly<Partial<Record<OutcomeKind, PooledKind>>> = {
  verified: 'accepted',
  accepted: 'accepted',
  rejected: 'other',
  false_positive: 'false_positive',
};

/** Outcomes of a replay so far, counted by memory, pattern and family, so that pooling takes the same time after many events. */
export class PastOutcomes {
  readonly #counts = new Map<string, Counts>();

  add(shown: ObservedCandidate | undefined, kind: OutcomeKind): void {
    const pooled = pooledKinds[kind];
    if (shown === undefined || pooled === undefined) return;
    for (const key of keysOf(shown)) {
      const counts = this.#counts.get(key) ?? {};
      this.#counts.set(key, { ...counts, [pooled]: (counts[pooled] ?? 0) + 1 });
    }
  }

  /** Those similar to a candidate: each counts once, in the nearest context that it shares with it. */
  similarTo(candidate: ObservedCandidate | undefined): readonly PooledOutcome[] {
    if (candidate === undefined) return [];
    const [memory, pattern, family] = keysOf(candidate).map((key) => this.#counts.get(key) ?? {}) as [
      Counts,
      Counts,
      Counts,
    ];
    return (['accepted', 'false_positive', 'other'] as const).flatMap((kind) => {
      const of = (counts: Counts) => counts[kind] ?? 0;
      const weight =
        of(memory) * contextWeights.sameMemory +
        (of(pattern) - of(memory)) * contextWeights.samePattern +
        (of(family) - of(pattern)) * contextWeights.sameFamily;
      return weight === 0 ? [] : [{ weight, kind }];
    });
  }
}

/** Variants of one pattern have one name but for its end. */
function keysOf({ variant, family }: ObservedCandidate): readonly [string, string, string] {
  return [`memory ${variant}`, `pattern ${family} ${variant.slice(0, -2)}`, `family ${family}`];
}
