import { describe, expect, it } from 'vitest';
import { clean, memoryItem } from '../../tests/fakes/memory-item.ts';
import { rerankAnswers } from './rerank-answers.ts';

const rarityOf = () => 0.8;
const raritiesOf = (terms: readonly string[]) => new Map(terms.map((term) => [term, 0.8]));

function candidate(content: string, facts: { readonly aboutWork?: boolean; readonly atMs?: number } = {}) {
  const { aboutWork = false, atMs = 0 } = facts;
  const item = memoryItem({ title: clean(''), content: clean(content), updatedAtMs: atMs });
  return { item, aboutWork, strength: 'similar' as const };
}

const order = (question: string, ...candidates: readonly ReturnType<typeof candidate>[]) =>
  rerankAnswers({ question, rarityOf, raritiesOf }, candidates).map(({ item }) => item.content as string);

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
    const reranked = rerankAnswers({ question: 'where are jobs kept?', rarityOf, raritiesOf }, [
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
    const reranked = rerankAnswers({ question: 'where are jobs kept?', rarityOf, raritiesOf }, [
      far,
      ...near,
    ]);
    expect(reranked).toHaveLength(11);
    expect(reranked.filter(({ answer }) => answer !== undefined)).toHaveLength(8);
    expect(reranked.slice(0, 8).map(({ item }) => item)).not.toContain(far.item);
  });
});
