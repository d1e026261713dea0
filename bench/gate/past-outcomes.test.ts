import { describe, expect, it } from 'vitest';
import { poolRates } from '../../src/gate/state-vector.ts';
import { itemId } from '../../tests/fakes/memory-item.ts';
import type { ObservedCandidate } from './observe-benchmark.ts';
import { PastOutcomes } from './past-outcomes.ts';

const candidate = (variant: string, family = 'path'): ObservedCandidate => ({
  itemId: itemId(1),
  relevance: 1,
  strength: 'same',
  tokenCost: 50,
  variant,
  family,
});

describe('PastOutcomes', () => {
  it('counts each outcome once, in the nearest context that it shares', () => {
    const past = new PastOutcomes();
    past.add(candidate('path-1/a'), 'verified');
    past.add(candidate('path-1/b'), 'accepted');
    past.add(candidate('path-2/a'), 'false_positive');
    past.add(candidate('lock-1/a', 'lock'), 'false_positive');
    past.add(candidate('path-1/a'), 'missed');
    past.add(undefined, 'verified');
    const { acceptanceRate, falsePositiveRate } = poolRates(past.similarTo(candidate('path-1/a')));
    expect(acceptanceRate).toBeCloseTo((1 + 1.6) / (2 + 1.9));
    expect(falsePositiveRate).toBeCloseTo((1 + 0.3) / (4 + 1.9));
    expect(past.similarTo(candidate('port-1/a', 'port'))).toEqual([]);
    expect(past.similarTo(undefined)).toEqual([]);
  });
});
