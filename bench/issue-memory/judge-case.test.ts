import { describe, expect, it } from 'vitest';
import type { MatchStatus, Recollection } from '../../src/index.ts';
import type { MatchCase } from './issue-data.ts';
import { judgeCase } from './judge-case.ts';

function answer(status: MatchStatus, ...titles: readonly string[]): Recollection {
  const memories = titles.map((title) => ({ item: { title } }));
  return { match: { status }, memories } as unknown as Recollection;
}

const positive: MatchCase = {
  kind: 'positive',
  query: {},
  expected: { title: 'Ink', status: null },
};
const negative = (expected?: Readonly<Record<string, unknown>>): MatchCase => ({
  kind: 'negative',
  query: {},
  expected: { title: null, ...expected },
});

describe('judgeCase', () => {
  it('counts what is shown first', () => {
    expect(judgeCase(positive, answer('ambiguous', 'Ink', 'Wax'))).toMatchObject({
      isTop: true,
      isUnsafe: false,
    });
    expect(judgeCase(positive, answer('match', 'Wax', 'Ink')).isTop).toBe(false);
    expect(judgeCase(positive, answer('abstain')).isTop).toBe(false);
  });

  it.each([
    [undefined, 'abstain', false, false],
    [undefined, 'ambiguous', true, false],
    [undefined, 'match', true, true],
    [{ status: 'abstain' }, 'ambiguous', true, false],
    [{ safe_statuses: ['abstain', 'ambiguous'] }, 'ambiguous', false, false],
    [{ status: ['match'] }, 'match', false, false],
  ] as const)(
    'of a negative that allows %j, %s is unsafe: %s, a false match: %s',
    (expected, status, unsafe, clear) => {
      const judged = judgeCase(negative(expected), answer(status, 'Ink'));
      expect(judged).toMatchObject({ isPositive: false, isUnsafe: unsafe, isClearMatch: clear });
    },
  );
});
