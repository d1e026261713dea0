import { describe, expect, it } from 'vitest';
import { guardedRscbMc } from '../../../src/gate/guarded-rscb-mc.ts';
import { describeState } from '../../../src/gate/state-vector.ts';
import { itemId } from '../../../tests/fakes/memory-item.ts';
import type { ObservedEvent } from './observe-history.ts';
import { countLive } from './real-figures.ts';
import { realMethods } from './real-methods.ts';
import { runLive } from './run-live.ts';
import type { CandidateTruth } from './truth-of.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const right: CandidateTruth = { sharesFile: true, sharesFunction: true };
const wrong: CandidateTruth = { sharesFile: false, sharesFunction: false };

/** An issue about which the gate is as sure as it can be, rightly or not. */
function event(at: number, truth: CandidateTruth, chance = 0.95): ObservedEvent {
  const vector = describeState({
    candidates: [],
    ...{
      sessionRejections: 0,
      acceptanceRate: 0.5,
      falsePositiveRate: 0.25,
      latencyMs: 16,
      budgetTokens: 600,
    },
  });
  const candidate = {
    ...{ itemId: itemId(1), relevance: 0.1, strength: 'different' as const, tokenCost: 60 },
    place: { functionChance: chance, fileChance: chance },
  };
  return {
    ...{
      id: `e${at}`,
      repository: 'ada/kettle',
      atMs: at * dayMs,
      mustAbstain: !truth.sharesFile,
    },
    state: { candidates: [candidate], nearCount: 1, budgetTokens: 600, vector },
    truths: { [itemId(1)]: truth },
    ...{ isLocated: true, recallCpuMs: 1 },
  };
}

const days = (count: number, truthAt: (at: number) => CandidateTruth) =>
  Array.from({ length: count }, (_, at) => event(at, truthAt(at)));

describe('runLive', () => {
  it('shows what is surely right, and counts it', () => {
    const { steps, violations } = runLive(
      { name: 'ours', policy: guardedRscbMc() },
      days(20, () => right),
    );
    expect(countLive(steps)).toMatchObject({ events: 20, shown: 20, disjoint: 0, sameFunction: 20 });
    expect(violations).toBe(0);
  });

  it('holds the bound when everything that looks right is wrong', () => {
    const { steps, violations } = runLive(
      { name: 'ours', policy: guardedRscbMc() },
      days(200, () => wrong),
    );
    expect(violations).toBe(0);
    expect(countLive(steps).disjoint).toBeLessThan(15);
  });

  it('says that the bound broke where nothing holds it', () => {
    const method = realMethods.find(({ name }) => name.startsWith('probe'));
    if (method === undefined) throw new Error('no probe');
    expect(
      runLive(
        method,
        days(60, () => wrong),
      ).violations,
    ).toBeGreaterThan(0);
  });

  it('shows at most one memory for each event, by every policy', () => {
    const events = days(10, (at) => (at % 2 === 0 ? right : wrong));
    for (const method of realMethods)
      expect(countLive(runLive(method, events).steps).shown).toBeLessThanOrEqual(10);
  });
});
