import { describe, expect, it } from 'vitest';
import { seededRandom } from '../numeric/seeded-random.ts';
import { provenThreshold, type RiskTrial } from './risk-control.ts';

function trials(count: number, risk: number, wrong = 0): readonly RiskTrial[] {
  return Array.from({ length: count }, (_, at) => ({ risk, isWrong: at < wrong }));
}

describe('provenThreshold', () => {
  it('needs 29 clean trials for a share of .10, and 59 for .05', () => {
    expect(provenThreshold(trials(28, 0.004), 0.1, 0.05)).toBe(0);
    expect(provenThreshold(trials(29, 0.004), 0.1, 0.05)).toBe(0.3);
    expect(provenThreshold(trials(58, 0.004), 0.05, 0.05)).toBe(0);
    expect(provenThreshold(trials(59, 0.004), 0.05, 0.05)).toBe(0.3);
    expect(provenThreshold([], 0.1, 0.05)).toBe(0);
  });

  it('stops where the first threshold fails, whatever comes after', () => {
    const mixed = [...trials(60, 0.01), ...trials(40, 0.04, 30), ...trials(2_000, 0.09)];
    expect(provenThreshold(mixed, 0.1, 0.05)).toBe(0.03);
  });

  it('is too bold in no more than δ of all cases', () => {
    const random = seededRandom(3);
    let bold = 0;
    for (let run = 0; run < 400; run++) {
      // Above .05 the share of wrong ones is beyond α: a threshold there is one too bold.
      const drawn = Array.from({ length: 300 }, (): RiskTrial => {
        const risk = random() * 0.2;
        return { risk, isWrong: random() < (risk <= 0.05 ? 0.1 : 0.14) };
      });
      if (provenThreshold(drawn, 0.1, 0.05) > 0.05) bold += 1;
    }
    expect(bold / 400).toBeLessThanOrEqual(0.05 + 0.02);
  });
});
