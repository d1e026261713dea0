import { describe, expect, it } from 'vitest';
import { costOf, transferRisk, utilityOf } from '../../../src/judging/utility.ts';
import { actionShift, estimateByProxy, necessity, outcomeGain } from './estimate.ts';
import type { JudgedUnit, UnitEvidence } from './evidence.ts';
import { plainUnit, readExamples } from './example-units.ts';

describe('the terms of Eq. 1', () => {
  it('shift the action most where the unit is what the action is about', () => {
    const [file, advice, mention] = readExamples(
      { kind: 'file', text: 'export const x = 1', places: ['src/money.ts'] },
      {},
      { kind: 'strategy' },
    ) as [UnitEvidence, UnitEvidence, UnitEvidence];
    expect(actionShift(file)).toBe(1);
    expect(actionShift(advice)).toBeLessThan(1);
    expect(actionShift(mention)).toBeCloseTo(actionShift(advice) / 2);
  });

  it('need most what few others hold', () => {
    const [right, other] = readExamples({}, { text: 'Sort the list' }) as [UnitEvidence, UnitEvidence];
    expect(necessity(right)).toBeGreaterThan(necessity(other));
  });

  it('gain by successes less failures, and never below none', () => {
    const gain = (helped: number, failed: number) =>
      outcomeGain(readExamples({ helped, failed })[0] as UnitEvidence);
    expect(gain(0, 0)).toBe(0);
    expect(gain(8, 0)).toBeCloseTo(0.8);
    expect(gain(1, 0)).toBeLessThan(gain(8, 0));
    expect(gain(0, 5)).toBe(0);
  });

  it('risk more with what is stale, contested, doubtful or failed before', () => {
    const risk = (change: Partial<JudgedUnit>) =>
      transferRisk((readExamples(change)[0] as UnitEvidence).unit);
    expect(risk({})).toBe(0);
    for (const change of [{ isStale: true }, { conflicts: 2 }, { confidence: 0.5 }, { failed: 3 }])
      expect(risk(change)).toBeGreaterThan(0);
    expect(risk({ isStale: true, conflicts: 9, confidence: 0, failed: 99 })).toBeLessThanOrEqual(1);
  });
});

describe('the utility', () => {
  const estimates = { actionShift: 1, necessity: 0.5, outcomeGain: 0.25, transferRisk: 0.5, tokens: 400 };

  it('adds the terms as Eq. 3 does', () => {
    expect(costOf(estimates)).toBeCloseTo(0.5);
    expect(utilityOf(estimates)).toBeCloseTo(0.34 + 0.13 + 0.07 - 0.11 - 0.04);
    expect(costOf({ tokens: 50_000, transferRisk: 1 })).toBe(1);
  });
});

describe('bad evidence', () => {
  const worth = (one: UnitEvidence) => utilityOf(estimateByProxy(one));

  it('makes a unit without text worth less than one that speaks of the task', () => {
    const [silent, telling] = readExamples(
      { text: '', tokens: 0 },
      { text: 'invoices are rounded in src/money.ts' },
    );
    expect(worth(silent as UnitEvidence)).toBeLessThan(worth(telling as UnitEvidence));
  });

  it('ranks an unjudged example between one that helped and one that failed', () => {
    const [helped, unknown, failed] = readExamples({ helped: 3 }, {}, { failed: 3 }).map(worth);
    expect(helped).toBeGreaterThan(unknown as number);
    expect(unknown).toBeGreaterThan(failed as number);
  });

  it('believes contradicting evidence less than what all agree on, and gains nothing by it', () => {
    const [agreed, contested] = readExamples({ helped: 3 }, { helped: 3, failed: 3, conflicts: 2 });
    expect(outcomeGain(contested as UnitEvidence)).toBe(0);
    expect(transferRisk((contested as UnitEvidence).unit)).toBeGreaterThan(0);
    expect(worth(contested as UnitEvidence)).toBeLessThan(worth(agreed as UnitEvidence));
  });

  it('reads 10 MB without a space within what its beginning takes', () => {
    const [long, short] = readExamples({ text: 'x'.repeat(10_000_000) }, { text: 'x'.repeat(20_000) });
    expect({ ...long, unit: plainUnit }).toEqual({ ...short, unit: plainUnit });
  });
});
