import { describe, expect, it } from 'vitest';
import { guardedRscbMc } from '../../../src/gate/guarded-rscb-mc.ts';
import { describeState } from '../../../src/gate/state-vector.ts';
import { itemId } from '../../../tests/fakes/memory-item.ts';
import { lexical } from '../gate-methods.ts';
import type { ObservedEvent } from './observe-history.ts';
import { type LiveRun, runLive } from './run-live.ts';
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
    isLocated: true,
  };
}

const days = (count: number, truthAt: (at: number) => CandidateTruth) =>
  Array.from({ length: count }, (_, at) => event(at, truthAt(at)));

const countOf = ({ steps }: LiveRun, holds: (truth: CandidateTruth) => boolean = () => true) =>
  steps.filter(({ shown }) => shown !== undefined && holds(shown)).length;
const ours = { name: 'ours', policy: guardedRscbMc() };

describe('runLive', () => {
  it('shows what is surely right', () => {
    const run = runLive(
      ours,
      days(20, () => right),
    );
    expect(countOf(run)).toBe(20);
    expect(run.violations).toBe(0);
  });

  it('holds the bound when everything that looks right is wrong', () => {
    const run = runLive(
      ours,
      days(200, () => wrong),
    );
    expect(run.violations).toBe(0);
    expect(countOf(run, ({ sharesFile }) => !sharesFile)).toBeLessThan(15);
  });

  it('says that the bound broke where nothing holds it', () => {
    const events = days(60, () => wrong);
    const run = runLive({ name: 'lexical', policy: lexical, ignoresLedger: true }, events);
    expect(countOf(run)).toBe(60);
    expect(run.violations).toBeGreaterThan(0);
  });
});
