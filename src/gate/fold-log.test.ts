import { describe, expect, it } from 'vitest';
import type { DecisionId } from '../model/decision.ts';
import { emptyKnowledge, foldDecision, forgetOld, type GateKnowledge, judgedKinds } from './fold-log.ts';
import { guardedRscbMc } from './guarded-rscb-mc.ts';
import { balanceOf, defaultLedgerTerms } from './injection-ledger.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const idOf = (number: number) =>
  `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000` as DecisionId;

/** A year of a hundred shown memories a day, each of them judged. */
function year(): GateKnowledge {
  const all = Array.from({ length: 36_500 }, (_, at) => ({ id: idOf(at), atMs: (at / 100) * dayMs }));
  return {
    ...emptyKnowledge(guardedRscbMc()),
    injections: all.map((one) => ({ ...one, status: 'clean' })),
    judged: Object.fromEntries(all.map(({ id, atMs }) => [id, { kind: 'verified', atMs }])),
  };
}

describe('forgetOld', () => {
  it('keeps what is stored below a megabyte, and the ledger as it is', () => {
    const nowMs = 365 * dayMs;
    const kept = forgetOld(year(), nowMs);
    expect(JSON.stringify(kept).length).toBeLessThan(1_000_000);
    expect(balanceOf(kept.injections, nowMs, defaultLedgerTerms)).toEqual(
      balanceOf(year().injections, nowMs, defaultLedgerTerms),
    );
  });

  it('keeps the latest however far ahead the clock once was', () => {
    const kept = forgetOld(year(), 10_000 * dayMs);
    expect(kept.injections).toHaveLength(1_000);
    expect(kept.injections.at(-1)?.id).toBe(idOf(36_499));
    expect(Object.keys(kept.judged)).toHaveLength(1_000);
  });
});

describe('foldDecision', () => {
  it('notes no decision that was asked for', () => {
    const knowledge = emptyKnowledge(guardedRscbMc());
    const asked = { id: idOf(1), atMs: 0, considered: [], verdict: undefined };
    expect(foldDecision(knowledge, asked as never)).toBe(knowledge);
  });
});

describe('judgedKinds', () => {
  it('takes the worst outcome of a decision, and none of one that was ignored or whose outcome is unknown', () => {
    const said = (decisionId: string, kind: string) => ({ outcome: { decisionId, kind } as never });
    const kinds = judgedKinds([
      said('a', 'verified'),
      said('a', 'false_positive'),
      said('a', 'accepted'),
      said('b', 'ignored'),
      said('c', 'applauded'),
    ]);
    expect([...kinds]).toEqual([['a', 'false_positive']]);
  });
});
