import { describe, expect, it } from 'vitest';
import { type OrderedCandidate, orderCandidates } from './order-candidates.ts';

const ordered = (...candidates: readonly OrderedCandidate[]) => [...candidates].sort(orderCandidates);

describe('orderCandidates', () => {
  it('puts the same failure before what fits better but is only similar', () => {
    const same = { strength: 'same', fit: 0.2 } as const;
    const similar = { strength: 'similar', fit: 0.9 } as const;
    expect(ordered(similar, same)).toEqual([same, similar]);
  });

  it('puts what fits better first', () => {
    const worse = { strength: 'similar', fit: 0.4 } as const;
    const better = { strength: 'similar', fit: 0.6 } as const;
    expect(ordered(worse, better)).toEqual([better, worse]);
  });

  it('follows a wanted strategy between what fits about as well, and not beyond', () => {
    const avoided = { strength: 'similar', fit: 0.61, stance: 'avoid' } as const;
    const plain = { strength: 'similar', fit: 0.6 } as const;
    const wanted = { strength: 'similar', fit: 0.59, stance: 'prefer' } as const;
    const far = { strength: 'similar', fit: 0.4, stance: 'prefer' } as const;
    expect(ordered(far, avoided, plain, wanted)).toEqual([wanted, plain, avoided, far]);
  });

  it('keeps the order by words where nothing fits better', () => {
    const first = { strength: 'similar', fit: 0, stance: undefined } as unknown as OrderedCandidate;
    const second = { strength: 'similar', fit: 0 } as const;
    expect(ordered(first, second)[0]).toBe(first);
    expect(ordered(second, first)[0]).toBe(second);
  });
});
