import { describe, expect, it } from 'vitest';
import { itemId } from '../../tests/fakes/memory-item.ts';
import type { JudgeVerdict } from '../ports/judge.ts';
import { judgedUtility, keepLedger, readVerdicts } from './judge-answers.ts';

const [a, b] = [itemId(1), itemId(2)];
const useful = {
  ...{ actionShift: 1, necessity: 0.5, expectedOutcomeUplift: 0.5, negativeTransferRisk: 0 },
  confidence: 0.7,
};
const useless = {
  ...useful,
  actionShift: 0,
  necessity: 0,
  expectedOutcomeUplift: 0,
  negativeTransferRisk: 1,
};

describe("a judge's answer", () => {
  it('is read in the order of what it was asked, its texts left alone', () => {
    const verdicts = readVerdicts(
      [
        { id: b, ...useful, reason: 'it says so' },
        { id: a, ...useless, supportedBy: [b] },
      ],
      [a, b],
    );
    expect(verdicts?.map(({ id }) => id)).toEqual([a, b]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'a is better'],
    ['one of two', [{ id: a, ...useful }]],
    [
      'one twice',
      [
        { id: a, ...useful },
        { id: a, ...useful },
      ],
    ],
    [
      'what it was not asked about',
      [
        { id: a, ...useful },
        { id: itemId(3), ...useful },
      ],
    ],
    ['null', [null, { id: b, ...useful }]],
    ...[Number.NaN, Number.POSITIVE_INFINITY, -0.1, 1.1, '1', undefined].map(
      (confidence): [string, unknown] => [
        `a confidence of ${String(confidence)}`,
        [
          { id: a, ...useful, confidence },
          { id: b, ...useful },
        ],
      ],
    ),
    [
      'that a memory supports itself',
      [
        { id: a, ...useful, supportedBy: [a] },
        { id: b, ...useful },
      ],
    ],
    [
      'that a text contradicts',
      [
        { id: a, ...useful, contradictedBy: 'b' },
        { id: b, ...useful },
      ],
    ],
  ])('is not used where it is %s', (_, answer) => {
    expect(readVerdicts(answer, [a, b])).toBeUndefined();
  });
});

describe('the ledger', () => {
  const units = [
    { id: a, tokens: 50, contradicts: [] },
    { id: b, tokens: 50, contradicts: [] },
  ];
  const states = (verdicts: readonly JudgeVerdict[] | undefined, known = units) =>
    keepLedger(known, verdicts).map(({ state }) => state);

  it('says of each memory whether it is supported, limited or not judged', () => {
    expect(
      states([
        { id: a, ...useful },
        { id: b, ...useless },
      ]),
    ).toEqual(['supported', 'limited']);
    expect(
      states([
        { id: a, ...useful, contradictedBy: [b] },
        { id: b, ...useful },
      ]),
    ).toEqual(['limited', 'supported']);
    expect(states(undefined)).toEqual(['deferred', 'deferred']);
  });

  it('keeps what contradicts a memory by its own links, judged or not', () => {
    const contrary = [{ id: a, tokens: 50, contradicts: [b] }];
    expect(keepLedger(contrary, undefined)[0]).toEqual({
      ...{ itemId: a, state: 'deferred', supportedBy: [], contradictedBy: [b] },
    });
    expect(keepLedger(contrary, [{ id: a, ...useful, contradictedBy: [b] }])[0]).toMatchObject({
      ...{ state: 'limited', contradictedBy: [b] },
    });
  });

  it('scores by Eq. 3 without the confidence, which stands beside', () => {
    const [sure, unsure] = [1, 0].map((confidence) => ({ id: a, ...useful, confidence }));
    const s = 0.34 + 0.26 * 0.5 + 0.28 * 0.5 - 0.08 * 0.05;
    expect(judgedUtility(sure as JudgeVerdict, 50)).toBeCloseTo(s, 12);
    expect(judgedUtility(unsure as JudgeVerdict, 50)).toBe(judgedUtility(sure as JudgeVerdict, 50));
    expect(states([unsure as JudgeVerdict, { id: b, ...useful }])).toEqual(['supported', 'supported']);
    expect(keepLedger(units, [unsure as JudgeVerdict])[0]?.confidence).toBe(0);
  });
});
