import { describe, expect, it } from 'vitest';
import { riskCoverageArea, riskCoverageTable } from './risk-coverage.ts';

const answer = (risk: number, isWrong: boolean) => ({ risk, isWrong });

describe('the curve of risk over coverage', () => {
  it('has a smaller area the surer what is right is', () => {
    const right = [answer(0.1, false), answer(0.2, false), answer(0.9, true), answer(0.8, true)];
    const reversed = right.map(({ risk, isWrong }) => answer(1 - risk, isWrong));
    expect(riskCoverageArea(right)).toBeCloseTo((0 + 0 + 1 / 3 + 1 / 2) / 4);
    expect(riskCoverageArea(reversed)).toBeCloseTo((1 + 1 + 2 / 3 + 1 / 2) / 4);
  });

  it('does not hang on the order of what is equally sure', () => {
    const tied = [answer(0, true), answer(0, false), answer(1, true)];
    expect(riskCoverageArea(tied)).toBeCloseTo(riskCoverageArea(tied.toReversed()));
    expect(riskCoverageArea([])).toBeNaN();
  });

  it('is printed at shares of all answers', () => {
    const answers = [answer(0.1, false), answer(0.2, true)];
    const [row] = riskCoverageTable('curve', [{ name: 'one', answers }]).rows;
    expect(row).toEqual([
      'one',
      '0.250',
      ...['0.000', '0.000', '0.000', '0.000', '0.000', '0.000'],
      '0.500',
      '0.500',
    ]);
  });
});
