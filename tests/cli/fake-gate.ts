import {
  type GateEvaluation,
  type GateReplay,
  type GateReport,
  type GateStatistics,
  type MetricName,
  metricNames,
} from '../../src/model/answers/gate-report.ts';
import type { DecisionId } from '../../src/model/decision.ts';

const share = (count: number, of: number) => ({ count, of, low: 0.1, high: 0.6 });
const ledgerReport = {
  ...{ falsePositives: 1, pending: 2, labelled: 9 },
  ...{ unlabelled: share(12, 21), limit: 6, isOpen: true, isOpenToSame: true },
};
export const gateReport: GateReport = {
  ...{ policy: 'guarded_rscb_mc', policyVersion: 2, knowledge: 'outcomes', judged: 9, learnsAfter: 4 },
  ledger: ledgerReport,
  numbers: [{ description: 'risk up to which a memory is shown', value: 0.1 }],
  bytes: 40_000,
};
export const gateReplay: GateReplay = {
  ...{ policy: 'never_inject', replayed: 30, same: 29, passedOver: 2, ofOthers: 30 },
  changed: [
    {
      decisionId: '9c0d1e2f-3a4b-4c5d-8e6f-7a8b9c0d1e2f' as DecisionId,
      ...{ atMs: 1_000, before: 'top1_resolution', now: 'abstain', reason: 'this policy shows nothing' },
    },
  ],
};
export const gateEvaluation: GateEvaluation = {
  ...{ judged: 9, leftOut: 21, isDeterministic: true },
  logged: { value: 0.5, low: 0.1, high: 0.9 },
  policies: [
    {
      ...{ policy: 'never_inject', matched: 0, effectiveSampleSize: 0 },
      ips: { value: 0, low: 0, high: 0 },
      snips: { value: Number.NaN, low: Number.NaN, high: Number.NaN },
      dr: { value: 0.2, low: -0.1, high: 0.4 },
    },
  ],
};
export const gateStatistics: GateStatistics = {
  ...{ sinceMs: 0, decisions: 30, hooks: { tooLate: 1, faults: 0 } },
  steps: { of: 5, now: 3, firstTime: 9 },
  ...{
    injections: share(21, 30),
    abstentions: share(6, 30),
    nothingKnown: share(2, 30),
    questions: share(1, 30),
  },
  ...{ falsePositives: share(1, 9), helped: share(8, 9), missed: share(0, 0), unlabelled: share(12, 21) },
  silences: [{ reason: 'no memory bears on it', count: 2 }],
  outcomes: { verified: 8, false_positive: 1 },
  ledger: ledgerReport,
  memory: {
    ...{ answers: 40, medianTokens: 0, contradictoryPacks: share(0, 21), repeatedFailures: share(2, 9) },
    metrics: Object.fromEntries(metricNames.map((name, at) => [name, at])) as Record<MetricName, number>,
  },
};
