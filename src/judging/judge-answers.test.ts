import { describe, expect, it } from 'vitest';
import { routeToJudge } from './judge-answers.ts';
import type { JudgingSettings } from './options.ts';

const settings: JudgingSettings = { tieMargin: 0.1, riskThreshold: 0.5, maxCandidates: 4, timeoutMs: 1 };

function route(
  units: readonly { p: number; risk?: number; against?: readonly number[] }[],
  changes: Partial<JudgingSettings> = {},
) {
  return routeToJudge(
    units.map(({ p, risk = 0, against = [] }, id) => ({ id, likelihood: p, risk, contradicts: against })),
    { ...settings, ...changes },
  );
}

describe('a judge is asked', () => {
  it('of those that are nearly as likely as the likeliest, and of no other', () => {
    expect(route([{ p: 0.9 }, { p: 0.82 }, { p: 0.8 }])).toEqual({ reasons: ['near_tie'], ids: [0, 1] });
    expect(route([{ p: 0.9 }, { p: 0.8 }])).toBeUndefined();
    expect(route([{ p: 0.9 }, { p: 0.8 }], { tieMargin: 0.2 })?.ids).toEqual([0, 1]);
  });

  it('of those that contradict each other, whichever says so, beside the first', () => {
    const apart = [{ p: 0.9 }, { p: 0.5 }, { p: 0.4, against: [1] }];
    expect(route(apart)).toEqual({ reasons: ['conflict'], ids: [0, 1, 2] });
    expect(route(apart, { maxCandidates: 2 })).toBeUndefined();
  });

  it('of what may lead astray, beside the first', () => {
    expect(route([{ p: 0.9 }, { p: 0.5, risk: 0.4 }, { p: 0.4, risk: 0.5 }])).toEqual({
      reasons: ['high_risk'],
      ids: [0, 2],
    });
  });

  it('for all reasons there are, of no more than it may be', () => {
    const units = [{ p: 0.5, risk: 1 }, { p: 0.5, against: [0] }, { p: 0.5 }, { p: 0.5 }, { p: 0.5 }];
    expect(route(units)).toEqual({ reasons: ['near_tie', 'conflict', 'high_risk'], ids: [0, 1, 2, 3] });
  });

  it.each([
    ['nothing', []],
    ['one', [{ p: 0.9 }]],
    ['one, though it may lead astray', [{ p: 0.9, risk: 1 }]],
    ['one and one that is far', [{ p: 0.9, risk: 1 }, { p: 0.1 }]],
  ])('not where there is no order to decide: %s', (_, units) => {
    expect(route(units)).toBeUndefined();
  });
});
