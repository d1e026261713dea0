import { expect, it } from 'vitest';
import { utilityOf } from '../../../src/judging/utility.ts';
import { estimateByProxy } from './estimate.ts';
import { type JudgedUnit, readEvidence } from './evidence.ts';

const plainUnit: JudgedUnit = {
  ...{ id: 'a', kind: 'rule', text: 'Round invoices with roundHalfEven in src/money.ts', tokens: 20 },
  ...{ places: [], names: [], confidence: 1, isStale: false, retrieval: 1 },
  ...{ helped: 0, failed: 0, conflicts: 0 },
};
const task = { text: 'invoices are rounded wrongly', plannedActions: ['edit src/money.ts'] };
const estimate = (...changes: readonly Partial<JudgedUnit>[]) =>
  readEvidence(
    changes.map((change) => ({ ...plainUnit, ...change })),
    task,
  ).map(estimateByProxy);

it('shifts the action most where the unit is what the action is about, and half for a mention', () => {
  const file = { kind: 'file', text: 'export const x = 1', places: ['src/money.ts'] } as const;
  const [place = 0, advice = 0, mention = 0] = estimate(file, {}, { kind: 'strategy' }).map(
    ({ actionShift }) => actionShift,
  );
  expect(place).toBe(1);
  expect(advice).toBeLessThan(1);
  expect(mention).toBeCloseTo(advice / 2);
});

it('gains by successes less failures, never below none, and needs most what few others hold', () => {
  const gain = (helped: number, failed: number) => estimate({ helped, failed })[0]?.outcomeGain;
  expect([gain(0, 0), gain(8, 0), gain(0, 5)]).toEqual([0, expect.closeTo(0.8), 0]);
  const [right = 0, other = 0] = estimate({}, { text: 'Sort the list' }).map(({ necessity }) => necessity);
  expect(right).toBeGreaterThan(other);
});

it('ranks an unjudged example between one that helped and one that failed', () => {
  const [helped = 0, unknown = 0, failed = 0] = estimate({ helped: 3 }, {}, { failed: 3 }).map((one) =>
    utilityOf(one),
  );
  expect(helped).toBeGreaterThan(unknown);
  expect(unknown).toBeGreaterThan(failed);
});
