import { describe, expect, it } from 'vitest';
import { clean, memoryItem } from '../../tests/fakes/memory-item.ts';
import { type OrderedCandidate, orderCandidates, rerankAnswers } from './rerank-answers.ts';

function candidate(content: string, atMs = 0) {
  const item = memoryItem({ title: clean(''), content: clean(content), updatedAtMs: atMs });
  return { item, score: 1, strength: 'similar' as const };
}

const settings = { enabled: true, maxCandidates: 8, triggerMinMargin: 1 };
const statistics = { itemCount: 10, averageLength: 5, frequencyOf: () => 1 };
const asked = (question: string) => ({ question, statistics, settings });

describe('rerankAnswers', () => {
  it('orders by words and by likelihood together', () => {
    const question = asked('where are invoices archived?');
    const likely = candidate('Invoices are archived in a bucket.');
    const unlikely = candidate('Nobody knows.');
    const first = (...candidates: readonly ReturnType<typeof candidate>[]) =>
      rerankAnswers(question, candidates).candidates[0]?.item;
    expect(first({ ...unlikely, score: 1.1 }, likely)).toBe(likely.item);
    const better = { ...candidate(likely.item.content), score: 2 };
    expect(first(likely, better)).toBe(better.item);
  });

  it('puts the latest of those equally likely first', () => {
    const same = 'Jobs are kept in Postgres.';
    const { candidates: reranked } = rerankAnswers(asked('where are jobs kept?'), [
      candidate(same, 1),
      candidate(same, 2),
    ]);
    expect(reranked.map(({ item }) => item.updatedAtMs)).toEqual([2, 1]);
  });

  it('keeps what stands too far down at the end', () => {
    const near = Array.from({ length: 10 }, (_, at) => candidate(`Jobs of ${at} are kept in Postgres.`));
    const { candidates: reranked } = rerankAnswers(asked('where are jobs kept?'), near);
    expect(reranked).toHaveLength(10);
    expect(reranked.slice(0, 8).every(({ answer }) => answer !== undefined)).toBe(true);
    expect(reranked.slice(8).some(({ answer }) => answer !== undefined)).toBe(false);
  });

  it.each([
    ['switched off', { enabled: false }, [2, 1.9], false],
    ['one is far ahead by words', { triggerMinMargin: 0.2 }, [2, 1], false],
    ['two are near', { triggerMinMargin: 0.2 }, [2, 1.9], true],
    ['always', {}, [2, 1.5], true],
  ])('changes the order only where it is meant to: %s', (_, changes, [first = 0, second = 0], isReranked) => {
    const other = { ...candidate('Nobody knows.'), score: first };
    const answer = { ...candidate('Invoices are archived in a bucket.'), score: second };
    const question = { ...asked('where are invoices archived?'), settings: { ...settings, ...changes } };
    const compared = rerankAnswers(question, [other, answer]);
    expect(compared.isReranked).toBe(isReranked);
    expect(compared.candidates[0]?.item).toBe((isReranked ? answer : other).item);
    expect(compared.candidates.every((one) => one.answer !== undefined)).toBe(true);
  });

  it('compares as many as are set', () => {
    const many = Array.from({ length: 5 }, (_, at) => candidate(`Jobs of ${at} are kept in Postgres.`));
    const few = { ...asked('where are jobs kept?'), settings: { ...settings, maxCandidates: 2 } };
    const { candidates } = rerankAnswers(few, many);
    expect(candidates.filter(({ answer }) => answer !== undefined)).toHaveLength(2);
  });
});

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
