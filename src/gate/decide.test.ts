import { describe, expect, it } from 'vitest';
import { itemId } from '../../tests/fakes/memory-item.ts';
import type { DecisionId } from '../model/decision.ts';
import type { MatchStatus } from '../model/evidence.ts';
import type { CandidateEvidence } from '../model/gate.ts';
import { decide } from './decide.ts';
import { guardedRscbMc } from './guarded-rscb-mc.ts';
import { emptyLedger, type LedgerBalance } from './injection-ledger.ts';
import { plainRule } from './policies.ts';
import { type GateState, learnsNothing, type Policy, type PolicyCandidate } from './policy.ts';
import { describeState } from './state-vector.ts';

const agreeing: CandidateEvidence = {
  ...{ score: 0.95, likeness: 0.95, family: 1, entities: 1, command: 1, path: 1, stack: 1 },
  ...{ conflicts: false, isOther: false },
};

interface Case extends Partial<CandidateEvidence> {
  readonly strength?: PolicyCandidate['strength'];
  readonly status?: MatchStatus;
}

function stateOf({ strength = 'same', status = 'match', ...evidence }: Case): GateState {
  const candidate: PolicyCandidate = {
    ...{ itemId: itemId(1), relevance: 1, strength, tokenCost: 60 },
    evidence: { ...agreeing, ...evidence },
  };
  const fixes = [{ evidence: { ...agreeing, ...evidence }, tokenCost: 60 }];
  return {
    ...{ candidates: [candidate], nearCount: 1, budgetTokens: 600 },
    match: { status, topScore: 0.95, margin: 0.95, reason: '' },
    vector: describeState({
      candidates: fixes,
      ...{ sessionRejections: 0, acceptanceRate: 0.5, falsePositiveRate: 0.25 },
      ...{ latencyMs: 16, budgetTokens: 600 },
    }),
  };
}

/** Shows whatever there is. */
const alwaysInject: Policy = {
  ...{ name: 'always_inject', version: 1, ...learnsNothing },
  decide: ({ candidates }) => ({
    ...{ policy: 'always_inject', policyVersion: 1, propensity: 1, reason: 'always', actionScores: [] },
    ...{ action: 'top1_resolution', shows: candidates.map((one) => one.itemId) },
  }),
};

const decideOn = (policy: Policy, given: Case, ledger: LedgerBalance = emptyLedger) =>
  decideIn(stateOf(given), policy, ledger);

const decideIn = (state: GateState, policy: Policy, ledger: LedgerBalance = emptyLedger) =>
  decide(state, {
    ...{ policy, learned: policy.start(), ledger, holdBackShare: 0 },
    id: '00000001-0000-4000-8000-000000000000' as DecisionId,
  });

describe('a fix that no policy may show', () => {
  it.each<[string, Case, string]>([
    ['another fix is known for the very same failure', { status: 'ambiguous' }, 'two_fixes'],
    ['it reads alike and is another', { strength: 'similar', isOther: true }, 'other_failure'],
  ])('is silenced even under a policy that shows everything: %s', (_, given, reason) => {
    expect(decideOn(alwaysInject, given)).toMatchObject({
      ...{ action: 'abstain', overridden: { action: 'top1_resolution', reason }, shadow: itemId(1) },
    });
  });

  it('leaves what is merely similar, and in doubt, to the policy', () => {
    const inDoubt = [{ status: 'ambiguous' }, { isOther: true, likeness: 0.8 }] as const;
    for (const doubt of inDoubt)
      expect(decideOn(alwaysInject, { strength: 'similar', ...doubt }).action).toBe('top1_resolution');
  });
});

describe('why guarded_rscb_mc shows something', () => {
  it.each<[string, Case]>([
    ['an admitted memory resolved this very failure', {}],
    ['what it may bring outweighs the risk that it is wrong', { strength: 'similar' }],
  ])('%s', (reason, given) => {
    expect(decideOn(guardedRscbMc(), given)).toMatchObject({ action: 'top1_resolution', reason });
  });
});

describe('why guarded_rscb_mc is silent', () => {
  it.each<[string, string, Partial<GateState>]>([
    ['no_memory', 'no memory bears on it', { candidates: [], nearCount: 0 }],
    ['abstain', 'no memory that bears on it was admitted', { candidates: [] }],
    ['abstain', 'the risk that it is wrong is above what is proven to be safe', {}],
  ])('%s, for %s', (action, reason, changes) => {
    const unlikely = stateOf({ strength: 'similar', command: 0, path: 0, stack: 0, entities: 0 });
    expect(decideIn({ ...unlikely, ...changes }, guardedRscbMc())).toMatchObject({ action, reason });
  });

  it('where a threshold that outcomes raised allows more than Eq. 21 does', () => {
    const policy = guardedRscbMc();
    const start = policy.start() as { control: object };
    const learned = { ...start, control: { ...start.control, steered: 0.5 } };
    const reasons = [1, 0.75, 0.5, 0.25, 0].map((stack) => {
      const state = stateOf({ strength: 'similar', stack });
      const { overridden, risk = 0 } = policy.decide(state, {
        learned,
        random: () => 0,
        ledger: emptyLedger,
      });
      expect(overridden === undefined).toBe(risk < 0.25);
      return overridden?.reason;
    });
    expect(reasons).toContain('silence_is_better');
  });
});

describe('a ledger that is open to the very same failure alone', () => {
  const waiting: LedgerBalance = { ...emptyLedger, pending: 5, isOpen: false, isOpenToSame: true };
  const closed: LedgerBalance = { ...waiting, isOpenToSame: false };

  it.each([
    ['plain_rule', plainRule],
    ['guarded_rscb_mc', guardedRscbMc()],
  ])('lets %s show it, until it is closed to that, too', (_, policy) => {
    expect(decideOn(policy, {}, waiting).action).toBe('top1_resolution');
    expect(decideOn(policy, {}, closed)).toMatchObject({ action: 'abstain', shadow: itemId(1) });
  });

  it('lets nothing through that rests on an estimate', () => {
    expect(decideOn(guardedRscbMc(), { strength: 'similar' }).action).toBe('top1_resolution');
    expect(decideOn(guardedRscbMc(), { strength: 'similar' }, waiting).overridden?.reason).toBe(
      'ledger_closed',
    );
    expect(decideOn(alwaysInject, { strength: 'similar' }, waiting).overridden?.reason).toBe('ledger_closed');
    const place = { functionChance: 0.9, fileChance: 0.9 };
    const [known] = stateOf({ strength: 'different' }).candidates;
    const placed = { ...known, evidence: undefined, place } as PolicyCandidate;
    const state = { ...stateOf({}), candidates: [placed] };
    expect(decideIn(state, guardedRscbMc())).toMatchObject({ action: 'top1_resolution', place });
    expect(decideIn(state, guardedRscbMc(), waiting)).toMatchObject({
      ...{ action: 'abstain', place, shadow: itemId(1), overridden: { reason: 'ledger_closed' } },
    });
  });
});
