import { describe, expect, it } from 'vitest';
import { itemId } from '../../../tests/fakes/memory-item.ts';
import { redact } from '../../redaction/redact.ts';
import { type FailureScore, type JudgedCandidate, judgeMatch } from './score-failure.ts';

const settings = { acceptScore: 0.6, weakScore: 0.4, clearMargin: 0.1 };

const similar = { likeness: 0.5, strength: 'similar' } as const;
const same = (likeness: number) => ({ likeness, strength: 'same' }) as const;

function candidate(
  value: number,
  changes: Partial<FailureScore> = {},
  fix = `fix ${value}`,
): JudgedCandidate {
  const explain = () => ({ value, description: 'made up', parts: [] });
  const plain = {
    conflicting: [],
    evidence: {},
    replaced: 0,
    isOtherCause: false,
    sharesName: false,
    sharedFrames: 0,
    messages: () => undefined,
    explain,
  };
  return {
    fix,
    sameness: similar,
    score: { id: itemId(Math.round(value * 1_000)), value, ...plain, ...changes },
  };
}

const judge = (...candidates: readonly JudgedCandidate[]) => judgeMatch(candidates, settings);

describe('judgeMatch', () => {
  it('abstains without candidates, and when none is near', () => {
    expect(judge()).toMatchObject({ status: 'abstain', topScore: 0, margin: 0 });
    expect(judge(candidate(0.39))).toMatchObject({ status: 'abstain', topScore: 0.39 });
  });

  it('is clear when one fits and none other nearly as well, in whatever order they come', () => {
    const all = [candidate(0.9), candidate(0.5), candidate(0.7)];
    expect(judge(...all)).toMatchObject({ status: 'match', topScore: 0.9 });
    expect(judge(...all.toReversed())).toEqual(judge(...all));
    expect(judge(...all).margin).toBeCloseTo(0.2);
  });

  it.each([
    ['it fits only in part', [candidate(0.59)], 'in part'],
    ['another comes near', [candidate(0.9), candidate(0.85)], 'comes near'],
    ['a name contradicts', [candidate(0.9, { conflicting: ['spool-9'] })], 'spool-9'],
    ['they say other things of a place', [candidate(0.9, { messages: () => 0.2 })], 'another thing'],
    ['each says what the other does not', [candidate(0.9, { replaced: 0.25 })], 'something else'],
    [
      'the family differs, and some words',
      [candidate(0.9, { replaced: 0.15, isOtherCause: true, sharesName: true })],
      'something else',
    ],
  ] as const)('is ambiguous when %s', (_, candidates, reason) => {
    const match = judge(...candidates);
    expect(match.status).toBe('ambiguous');
    expect(match.reason).toContain(reason);
  });

  it('lets circumstances differ around a name that both have', () => {
    expect(judge(candidate(0.9, { replaced: 0.25, sharesName: true })).status).toBe('match');
  });

  it('does not mind a rival that says to do the same', () => {
    const match = judge(
      candidate(0.9, {}, 'Wait for it.'),
      candidate(0.88, {}, 'wait for it'),
      candidate(0.5),
    );
    expect(match).toMatchObject({ status: 'match' });
    expect(match.margin).toBeCloseTo(0.4);
  });

  it('is clear of the same failure, however else it fits', () => {
    const match = judge({ ...candidate(0.3), sameness: same(0.9) }, candidate(0.99));
    expect(match).toMatchObject({ status: 'match', topScore: 0.9 });
  });

  it('is ambiguous of the same failure while another fix contests it', () => {
    const one = { ...candidate(0.9), sameness: same(0.9) };
    expect(judge({ ...one, isContested: true })).toMatchObject({ status: 'ambiguous' });
    expect(judge({ ...one, sameness: { ...same(0.9), caveat: { says: redact('lid.c') } } })).toMatchObject({
      status: 'match',
      reason:
        'it is the same failure, but it says `lid.c` where the known one says another name, and no other fix is known for it',
    });
  });

  it('is ambiguous where what was printed says otherwise', () => {
    const match = judge({
      ...candidate(0.9),
      sameness: { ...similar, reason: 'it says 401', isOther: true },
    });
    expect(match).toMatchObject({ status: 'ambiguous', reason: 'it says 401' });
    expect(judge({ ...candidate(0.9), sameness: { ...similar, reason: 'x' } }).status).toBe('match');
  });
});
