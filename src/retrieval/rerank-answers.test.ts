import { describe, expect, it } from 'vitest';
import { clean, memoryItem } from '../../tests/fakes/memory-item.ts';
import { rerankAnswers } from './rerank-answers.ts';

const rarityOf = () => 0.8;
const raritiesOf = (terms: readonly string[]) => new Map(terms.map((term) => [term, 0.8]));

function candidate(content: string, facts: { readonly aboutWork?: boolean; readonly atMs?: number } = {}) {
  const { aboutWork = false, atMs = 0 } = facts;
  const item = memoryItem({ title: clean(''), content: clean(content), updatedAtMs: atMs });
  return { item, aboutWork, score: 1, strength: 'similar' as const };
}

const settings = {
  ...{ enabled: true, maxCandidates: 8 },
  ...{ triggerMinMargin: 1, triggerMinAmbiguity: 1, triggerMinSharing: 0 },
};
const asked = (question: string) => ({ question, rarityOf, raritiesOf, settings });
const order = (question: string, ...candidates: readonly ReturnType<typeof candidate>[]) =>
  rerankAnswers(asked(question), candidates).candidates.map(({ item }) => item.content as string);

describe('rerankAnswers', () => {
  it('puts the statement in the same words above one that has the words in another order', () => {
    const inOrder = 'Run the build before the tests.';
    const swapped = 'Run the tests before the build.';
    expect(order(inOrder, candidate(swapped), candidate(inOrder))[0]).toBe(inOrder);
  });

  it('puts what tells little beside what is asked above what tells much', () => {
    const short = 'Jobs are kept in Postgres.';
    const long = `Jobs are kept in Postgres, invoices in files, prices in tables, images in buckets, logs in streams, keys in vaults.`;
    expect(order('where are jobs kept?', candidate(long), candidate(short))[0]).toBe(short);
  });

  it('puts the latest of those equally likely first', () => {
    const same = 'Jobs are kept in Postgres.';
    const { candidates: reranked } = rerankAnswers(asked('where are jobs kept?'), [
      candidate(same, { atMs: 1 }),
      candidate(same, { atMs: 2 }),
    ]);
    expect(reranked.map(({ item }) => item.updatedAtMs)).toEqual([2, 1]);
  });

  it('favours what is about a file that is being worked on', () => {
    const other = 'Jobs are kept in Postgres now.';
    const worked = 'Jobs are kept in Postgres too.';
    expect(order('where are jobs kept?', candidate(other), candidate(worked, { aboutWork: true }))[0]).toBe(
      worked,
    );
  });

  it('keeps what did not come near, and what stands too far down, at the end', () => {
    const near = Array.from({ length: 10 }, (_, at) => candidate(`Jobs of ${at} are kept in Postgres.`));
    const far = { ...candidate('Jobs are kept.'), strength: 'different' as const };
    const { candidates: reranked } = rerankAnswers(asked('where are jobs kept?'), [far, ...near]);
    expect(reranked).toHaveLength(11);
    expect(reranked.filter(({ answer }) => answer !== undefined)).toHaveLength(8);
    expect(reranked.slice(0, 8).map(({ item }) => item)).not.toContain(far.item);
  });

  it.each([
    ['switched off', { enabled: false }, [2, 1.9], false],
    ['one is far ahead by words', { triggerMinMargin: 0.2 }, [2, 1], false],
    ['two are near', { triggerMinMargin: 0.2 }, [2, 1.9], true],
    ['always', {}, [2, 0.1], true],
  ])('changes the order only where it is meant to: %s', (_, changes, [first = 0, second = 0], isReranked) => {
    const swapped = { ...candidate('Run the tests before the build.'), score: first };
    const inOrder = { ...candidate('Run the build before the tests.'), score: second };
    const question = { ...asked('Run the build before the tests.'), settings: { ...settings, ...changes } };
    const compared = rerankAnswers(question, [swapped, inOrder]);
    expect(compared.isReranked).toBe(isReranked);
    expect(compared.candidates[0]?.item).toBe((isReranked ? inOrder : swapped).item);
    expect(compared.candidates.every(({ answer }) => answer !== undefined)).toBe(true);
  });

  it('compares as many as are set', () => {
    const many = Array.from({ length: 5 }, (_, at) => candidate(`Jobs of ${at} are kept in Postgres.`));
    const few = { ...asked('where are jobs kept?'), settings: { ...settings, maxCandidates: 2 } };
    const { candidates } = rerankAnswers(few, many);
    expect(candidates.filter(({ answer }) => answer !== undefined)).toHaveLength(2);
  });
});
