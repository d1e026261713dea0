import { expect, it } from 'vitest';
import type { GateStatistics } from '../../model/answers/gate-report.ts';
import { type MetricName, metricNames } from '../../model/answers/gate-report.ts';
import { layOut } from '../page.ts';
import { showStatistics } from './gate.ts';

const share = { count: 0, of: 0, low: 0, high: 1 };

it('gives each metric its number, and says why one is always 0', () => {
  const metrics = Object.fromEntries(
    metricNames.map((name) => [name, name.includes('extraction') ? 0 : 1_234]),
  ) as Readonly<Record<MetricName, number>>;
  const statistics: GateStatistics = {
    ...{ sinceMs: 0, decisions: 0, silences: [], outcomes: {}, hooks: { tooLate: 0, faults: 0 } },
    ...{ injections: share, abstentions: share, nothingKnown: share, questions: share },
    ...{ falsePositives: share, helped: share, missed: share, unlabelled: share },
    steps: { of: 0, now: 0, firstTime: 0 },
    ledger: {
      ...{ falsePositives: 0, pending: 0, labelled: 0, unlabelled: share },
      ...{ limit: 5, isOpen: true, isOpenToSame: true },
    },
    memory: { answers: 1, metrics, contradictoryPacks: share, repeatedFailures: share, medianTokens: 0 },
  };
  const rows = layOut(showStatistics(statistics), { width: 80, nowMs: 0 })
    .map((row) =>
      row
        .map(({ text }) => text)
        .join('')
        .trim(),
    )
    .filter((row) => row.includes('memory.v3.'));
  expect(rows).toEqual(
    metricNames.map((name) =>
      name.includes('extraction') ? `0  ${name}  no language model was asked` : `1,234  ${name}`,
    ),
  );
});
