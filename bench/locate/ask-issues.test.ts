import { describe, expect, it } from 'vitest';
import type { GoldRanks } from '../reporting/gold-ranks.ts';
import { figuresOf, type LocateResult, tablesOf } from './ask-issues.ts';

const none = Number.POSITIVE_INFINITY;

function result(first: number, last: number, baseline?: GoldRanks): LocateResult {
  const gold_files = first === last ? ['a.py'] : ['a.py', 'b.py'];
  return {
    issue: { instance_id: 'x', repo: 'owner/name', base_commit: 'base', problem_statement: '', gold_files },
    ranks: { first, last },
    ...(baseline === undefined ? {} : { baseline }),
    likely: [],
  };
}

const mixed = [
  result(1, 1, { first: 6, last: 6 }),
  result(1, 4, { first: 1, last: 3 }),
  result(2, 11, { first: 2, last: 5 }),
  result(none, none, { first: none, last: none }),
  result(11, 50),
];

describe('figuresOf', () => {
  it('counts a case as right when all its files are there, first hits and MRR by its first file', () => {
    expect(figuresOf(mixed)).toMatchObject({
      acc_at_1: 1 / 5,
      acc_at_3: 1 / 5,
      acc_at_5: 2 / 5,
      acc_at_10: 2 / 5,
      hit_at_1: 2 / 5,
      mrr_at_10: (1 + 1 + 1 / 2) / 5,
      ceiling_at_50: 4 / 5,
      paired_wins: 1,
      paired_losses: 1,
    });
  });

  it('says "not run" of pairs without ChronoRepo', () => {
    expect(figuresOf([result(1, 1)])).toMatchObject({
      acc_at_1: 1,
      paired_wins: 'not run',
      paired_losses: 'not run',
    });
  });

  it('says "not run" of everything when no case ran', () => {
    expect(new Set(Object.values(figuresOf([])))).toEqual(new Set(['not run']));
  });
});

describe('tablesOf', () => {
  it('sets ours beside ChronoRepo on the cases both were asked', () => {
    const [overall, paired] = tablesOf(mixed);
    expect(overall?.rows.map(([method, , , at5]) => [method, at5])).toEqual([
      ['afterwit', '0.40 [0.12, 0.77] (2 of 5)'],
    ]);
    expect(paired?.rows.map(([method, , , at5]) => [method, at5])).toEqual([
      ['afterwit', '0.50 [0.15, 0.85] (2 of 4)'],
      ['ChronoRepo', '0.50 [0.15, 0.85] (2 of 4)'],
    ]);
    expect(paired?.rows[1]?.slice(-2)).toEqual(['1/1', '1.0']);
    expect(tablesOf([result(1, 1)])).toHaveLength(4);
  });

  it('groups by how many files a fix changed, three and more together', () => {
    const three = { ...result(1, 2), issue: { ...result(1, 2).issue, gold_files: ['a', 'b', 'c', 'd'] } };
    const groups = tablesOf([...mixed, three]).at(-2);
    expect(groups?.rows.map(([group, n]) => [group, n])).toEqual([
      ['1', 2],
      ['2', 3],
      ['3+', 1],
    ]);
  });
});
