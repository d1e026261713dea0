import { describe, expect, it } from 'vitest';
import { itemId } from '../../tests/fakes/memory-item.ts';
import type { FailureMatch, PlaceEvidence } from '../model/evidence.ts';
import { type CandidateEvidence, untold } from '../model/gate.ts';
import { guardedRscbMc } from './guarded-rscb-mc.ts';
import { emptyLedger } from './injection-ledger.ts';
import type { GateState, JudgedDecision, LearnedState, Policy, PolicyCandidate } from './policy.ts';
import { describeState } from './state-vector.ts';

const agreeing: CandidateEvidence = {
  ...{ score: 0.95, likeness: 0.95, family: 1, entities: 1, command: 1, path: 1, stack: 1 },
  ...{ conflicts: false, isOther: false },
};

function candidate(
  number: number,
  evidence: Partial<CandidateEvidence>,
  strength: PolicyCandidate['strength'] = 'same',
): PolicyCandidate {
  return {
    ...{ itemId: itemId(number), relevance: 1, strength, tokenCost: 60 },
    evidence: { ...agreeing, ...evidence },
  };
}

/** Decides where another fix is known for what reads the same. */
const decideContested = (...candidates: readonly PolicyCandidate[]) => decideAmong(candidates, 'ambiguous');

function decideAmong(candidates: readonly PolicyCandidate[], status: FailureMatch['status']) {
  const fixes = candidates.flatMap(({ evidence, tokenCost }) => (evidence ? [{ evidence, tokenCost }] : []));
  const policy = guardedRscbMc();
  return policy.decide(
    {
      ...{ candidates, nearCount: candidates.length, budgetTokens: 600 },
      match: { status, topScore: 0.95, margin: 0, reason: '' },
      vector: describeState({
        candidates: fixes,
        ...{ sessionRejections: 0, acceptanceRate: 0.5, falsePositiveRate: 0.25 },
        ...{ latencyMs: 16, budgetTokens: 600 },
      }),
    },
    { learned: policy.start(), random: () => 0.5, ledger: emptyLedger },
  );
}

describe('of two fixes for one wording', () => {
  it('shows none where nothing but the words is told', () => {
    const told = { path: untold, stack: untold };
    const verdict = decideContested(candidate(1, told), candidate(2, told));
    expect(verdict).toMatchObject({ action: 'abstain', overridden: { reason: 'two_fixes' } });
  });

  it('shows none whatever command and place say: matching has asked them already', () => {
    const elsewhere = candidate(2, { command: 0, path: 0.2 });
    expect(decideContested(candidate(1, {}), elsewhere).overridden?.reason).toBe('two_fixes');
  });

  it('shows none where the other one is not among what may be shown', () => {
    expect(decideContested(candidate(1, {})).overridden?.reason).toBe('two_fixes');
  });
});

it('shows no other failure, whatever command, frames and environment say', () => {
  const everything = { command: 1, path: 1, stack: 1, environment: 1 };
  const shows = (strength: PolicyCandidate['strength']) =>
    decideAmong([candidate(1, everything, strength)], 'abstain');
  expect(shows('similar').action).toBe('top1_resolution');
  expect(shows('different')).toMatchObject({ shows: [], shadow: itemId(1) });
});

/** A failure of which nothing is known, with a past fix of the function that is to be changed. */
function placedState(functionChance: number, fileChance: number, tokenCost = 60): GateState {
  const place = { functionChance, fileChance };
  return {
    candidates: [{ itemId: itemId(1), relevance: 0.1, strength: 'different', tokenCost, place }],
    ...{ nearCount: 1, budgetTokens: 600 },
    vector: describeState({
      candidates: [],
      ...{ sessionRejections: 0, acceptanceRate: 0.5, falsePositiveRate: 0.25 },
      ...{ latencyMs: 16, budgetTokens: 600 },
    }),
  };
}

/** The same, with several past fixes. */
function withPlaces(...places: readonly PlaceEvidence[]): GateState {
  const state = placedState(0.5, 0.5);
  const [known] = state.candidates;
  const candidates = places.flatMap((place, at) =>
    known === undefined ? [] : [{ ...known, itemId: itemId(at + 1), place }],
  );
  return { ...state, candidates };
}

interface Deciding {
  readonly policy?: Policy;
  readonly learned?: LearnedState;
}

describe('a past fix of the function that is to be changed', () => {
  const decide = (state: GateState, { policy = guardedRscbMc(), learned }: Deciding = {}) =>
    policy.decide(state, { learned: learned ?? policy.start(), random: () => 0.5, ledger: emptyLedger });
  const judged = (kind: JudgedDecision['kind'], chance: number): JudgedDecision => ({
    ...{ row: [], covariates: [0], action: 'abstain', kind, reward: 0, scale: 4 },
    place: { functionChance: chance, fileChance: chance },
  });

  it('is shown where its place is likely, by a risk of its own', () => {
    const verdict = decide(placedState(0.8, 0.9));
    expect(verdict).toMatchObject({ action: 'top1_resolution', shows: [itemId(1)], knowledge: 'priors' });
    expect(verdict.risk).toBeLessThan(decide(placedState(0.2, 0.3)).risk ?? 0);
  });

  it.each([
    ['it is unlikely', placedState(0.2, 0.4), 'risk_above_threshold'],
    ['its file is sure, and its function too unlikely', placedState(0.24, 1), 'place_unlikely'],
    [
      'each function is unlikely, though one of them is likely to be changed',
      withPlaces({ functionChance: 0.59, namedChance: 0.245, fileChance: 0.95 }),
      'place_unlikely',
    ],
    ['it does not fit', placedState(0.9, 0.9, 580), 'nothing_to_show'],
  ] as const)('is a shadow decision where %s', (_, state, reason) => {
    expect(decide(state)).toMatchObject({
      ...{ action: 'abstain', shows: [], shadow: itemId(1), overridden: { reason } },
      place: state.candidates[0]?.place,
    });
  });

  it('is that of the function that is likeliest with its file, though another one is in a surer file', () => {
    const state = withPlaces(
      { functionChance: 0.45, namedChance: 0.45, fileChance: 0.95 },
      { functionChance: 0.6, namedChance: 0.6, fileChance: 0.8 },
    );
    expect(decide(state)).toMatchObject({ action: 'top1_resolution', shows: [itemId(2)] });
  });

  it('begins more carefully where less may be wrong', () => {
    const careful = guardedRscbMc({ alpha: 0.05 });
    expect(decide(placedState(0.5, 0.85)).action).toBe('top1_resolution');
    expect(decide(placedState(0.5, 0.85), { policy: careful }).action).toBe('abstain');
  });

  it('learns from its own labels alone, and nothing else learns from them', () => {
    const policy = guardedRscbMc();
    let learned = policy.start();
    for (let at = 0; at < 60; at++) learned = policy.update(learned, judged('correct_abstain', 0.9));
    expect(learned).toMatchObject({ control: policy.start().control });
    const state = placedState(0.9, 0.9);
    expect(decide(state, { policy, learned }).risk).toBeGreaterThan(decide(state).risk ?? 1);
    expect(decide(state, { policy, learned }).action).toBe('abstain');
  });
});

describe('the very same failure', () => {
  const decide = (changes: Partial<CandidateEvidence>, status: 'match' | 'ambiguous' = 'match') => {
    const known = candidate(1, changes);
    const others = [2, 3, 4, 5, 6, 7, 8, 9].map((number) => ({
      ...candidate(number, { likeness: 0.3, score: 0.9 }),
      strength: 'similar' as const,
    }));
    const candidates = [known, ...others];
    const policy = guardedRscbMc();
    const state: GateState = {
      ...{
        candidates,
        nearCount: 9,
        budgetTokens: 600,
        match: { status, topScore: 1, margin: 1, reason: '' },
      },
      vector: describeState({
        candidates: candidates.flatMap(({ evidence, tokenCost }) =>
          evidence ? [{ evidence, tokenCost }] : [],
        ),
        ...{ sessionRejections: 0, acceptanceRate: 0.5, falsePositiveRate: 0.25 },
        ...{ latencyMs: 16, budgetTokens: 600 },
      }),
    };
    return policy.decide(state, { learned: policy.start(), random: () => 0.5, ledger: emptyLedger });
  };
  /** A log tells no place and names nothing, and much that is remembered reads like it. */
  const ofLog = { command: 0.2, path: untold, stack: untold, entities: untold };

  it('is shown though all that the made ones were told apart by is missing', () => {
    expect(decide(ofLog)).toMatchObject({ shows: [itemId(1)] });
  });

  it.each<[string, Partial<CandidateEvidence>, 'match' | 'ambiguous']>([
    ['a name speaks against it', { ...ofLog, conflicts: true }, 'match'],
    ['it is another one', { ...ofLog, isOther: true }, 'match'],
    ['another fix is known', ofLog, 'ambiguous'],
  ])('is not shown for that where %s', (_, changes, status) => {
    expect(decide(changes, status).shows).toEqual([]);
  });
});
