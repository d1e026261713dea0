import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logOdds } from '../numeric/probabilities.ts';
import { orderByJudge, routeToJudge } from './judge-answers.ts';
import type { JudgingSettings } from './options.ts';

const settings: JudgingSettings = {
  sureFrom: 0,
  tieMargin: 0.1,
  riskThreshold: 0.5,
  maxCandidates: 4,
  weight: 3,
  timeoutMs: 1,
};

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

  it('of all where none is likely, unless there is but one', () => {
    const unsure = [{ p: 0.5 }, { p: 0.3 }, { p: 0.02 }];
    expect(route(unsure, { sureFrom: 0.55 })).toEqual({ reasons: ['unsure'], ids: [0, 1, 2] });
    expect(route(unsure.slice(0, 1), { sureFrom: 0.55 })).toBeUndefined();
    expect(route(unsure, { sureFrom: 0.5 })).toBeUndefined();
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

describe('the say of a judge', () => {
  const anyUnits = fc.array(
    fc.record({
      likelihood: fc.double({ min: 0, max: 1, noNaN: true }),
      utility: fc.option(fc.double({ min: -0.3, max: 0.88, noNaN: true })),
    }),
    { maxLength: 12 },
  );
  const ordered = (told: readonly { readonly likelihood: number; readonly utility: number | null }[]) => {
    const units = told
      .map(({ likelihood }, id) => ({ id, likelihood, utility: told[id]?.utility ?? null }))
      .toSorted((a, b) => b.likelihood - a.likelihood);
    const utilities = new Map(
      units.flatMap(({ id, utility }) => (utility === null ? [] : [[id, utility] as const])),
    );
    return { units, utilities, after: orderByJudge(units, utilities, settings.weight) };
  };

  it('loses none, and leaves those that it was not asked about on their places', () => {
    fc.assert(
      fc.property(anyUnits, (told) => {
        const { units, utilities, after } = ordered(told);
        expect(after.toSorted((a, b) => a.id - b.id)).toEqual(units.toSorted((a, b) => a.id - b.id));
        for (const [at, unit] of units.entries()) if (!utilities.has(unit.id)) expect(after[at]).toBe(unit);
      }),
    );
  });

  it('overturns no more than its bound, however wrong it is', () => {
    const bound = settings.weight * 1.18;
    fc.assert(
      fc.property(anyUnits, (told) => {
        const { utilities, after } = ordered(told);
        const judged = after.filter(({ id }) => utilities.has(id));
        for (const [at, unit] of judged.entries())
          for (const later of judged.slice(at + 1))
            expect(logOdds(later.likelihood) - logOdds(unit.likelihood)).toBeLessThanOrEqual(bound + 1e-9);
      }),
    );
  });
});
