import { describe, expect, it } from 'vitest';
import { itemId } from '../../tests/fakes/memory-item.ts';
import type { DecisionId, Outcome, OutcomeKind } from '../model/decision.ts';
import { rejectedInSession, sessionPenalty } from './standing.ts';

const minuteMs = 60_000;
const rejected = { itemId: itemId(1), patternId: itemId(10), family: 'import_error', atMs: 0 };

describe('sessionPenalty', () => {
  it.each([
    ['the same variant', rejected, { silenced: true, value: 0.9 }],
    ['another of its pattern', { ...rejected, itemId: itemId(2) }, { silenced: false, value: 0.54 }],
    ['one of its family', { itemId: itemId(2), family: 'import_error' }, { silenced: false, value: 0.18 }],
    ['anything else', { itemId: itemId(2), family: 'json_error' }, { silenced: false, value: 0 }],
    ['what nothing is known of', { itemId: itemId(2) }, { silenced: false, value: 0 }],
  ])('of %s', (_, subject, expected) => {
    const { silenced, value } = sessionPenalty(subject, [rejected], 0);
    expect(silenced).toBe(expected.silenced);
    expect(value).toBeCloseTo(expected.value);
  });

  it('halves every half hour and ends after six hours, but what was rejected itself stays silent', () => {
    const penaltyAt = (ms: number) => sessionPenalty(rejected, [rejected], ms);
    expect(penaltyAt(30 * minuteMs).value).toBeCloseTo(0.45);
    expect(penaltyAt(60 * minuteMs).value).toBeCloseTo(0.225);
    expect(penaltyAt(360 * minuteMs).value).toBeGreaterThan(0);
    expect(penaltyAt(361 * minuteMs)).toEqual({ silenced: true, value: 0 });
    expect(penaltyAt(-minuteMs).value).toBeCloseTo(0.9);
  });

  it('is that of the rejection that weighs most, not their sum', () => {
    const others = [2, 3, 4].map((number) => ({ ...rejected, itemId: itemId(number) }));
    expect(sessionPenalty(rejected, others, 0).value).toBeCloseTo(0.54);
    expect(sessionPenalty(rejected, [], 0)).toEqual({ silenced: false, value: 0 });
  });
});

describe('rejectedInSession', () => {
  const outcome = (kind: OutcomeKind, item: number, atMs: number): Outcome => ({
    id: `${kind} ${atMs}`,
    decisionId: `d${item}` as DecisionId,
    itemId: itemId(item),
    kind,
    by: 'agent',
    principal: 'agent:x',
    session: 's',
    atMs,
  });

  it('holds what was rejected and not taken back', () => {
    const told = [
      outcome('rejected', 1, 1),
      outcome('false_positive', 2, 2),
      outcome('accepted', 3, 3),
      outcome('rejected', 4, 4),
      outcome('verified', 4, 5),
    ];
    expect(rejectedInSession(told)).toEqual([
      [itemId(1), 1],
      [itemId(2), 2],
    ]);
  });
});
