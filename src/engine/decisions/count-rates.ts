import { judgedKinds } from '../../gate/fold-log.ts';
import type { GateSettings } from '../../gate/options.ts';
import type { GateStatistics } from '../../model/answers/gate-report.ts';
import type { DecisionReceipt, OutcomeKind } from '../../model/decision.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { countMetrics } from './count-metrics.ts';
import { readGateKnowledge } from './gate-knowledge.ts';
import { countedShare, reportLedger } from './report-gate.ts';

interface RatesRequest {
  readonly settings: GateSettings;
  readonly nowMs: number;
  /** Decisions since then. */
  readonly sinceMs: number;
  readonly hooks: GateStatistics['hooks'];
}

/** How often the gate speaks unasked, how often it is wrong, and why it is silent: counts with intervals. */
export function countRates(
  reader: ItemReader,
  { settings, nowMs, sinceMs, hooks }: RatesRequest,
): GateStatistics {
  const decisions = reader
    .decisionsAfter(0)
    .map(({ receipt }) => receipt)
    .filter(({ atMs, verdict }) => atMs >= sinceMs && verdict !== undefined);
  const judged = judgedKinds(reader.outcomesAfter(0));
  const kindOf = ({ id }: DecisionReceipt) => judged.get(id);
  const shown = decisions.filter(isShown);
  const silent = decisions.filter((one) => !isShown(one));
  const labelled = shown.flatMap((one) => kindOf(one) ?? []);
  const labelledSilences = silent.flatMap((one) => kindOf(one) ?? []);
  const share = (some: readonly unknown[], all: readonly unknown[]) => countedShare(some.length, all.length);
  const is =
    (...kinds: readonly OutcomeKind[]) =>
    (kind: OutcomeKind) =>
      kinds.includes(kind);
  const acted = (action: string) => decisions.filter(({ verdict }) => verdict?.action === action);
  return {
    sinceMs,
    decisions: decisions.length,
    injections: share(shown, decisions),
    abstentions: share(
      silent.filter(({ verdict }) => verdict?.action !== 'no_memory' && verdict?.action !== 'ask_feedback'),
      decisions,
    ),
    nothingKnown: share(acted('no_memory'), decisions),
    questions: share(acted('ask_feedback'), decisions),
    falsePositives: share(labelled.filter(is('false_positive')), labelled),
    helped: share(labelled.filter(is('verified', 'accepted')), labelled),
    missed: share(labelledSilences.filter(is('missed')), labelledSilences),
    unlabelled: countedShare(shown.length - labelled.length, shown.length),
    silences: countReasons(silent),
    outcomes: countKinds(decisions.flatMap((one) => kindOf(one) ?? [])),
    ledger: reportLedger(readGateKnowledge(reader, settings, nowMs).ledger),
    hooks,
    memory: countMetrics(reader, sinceMs),
  };
}

function isShown({ considered }: DecisionReceipt): boolean {
  return considered.some(({ shown }) => shown);
}

function countReasons(silent: readonly DecisionReceipt[]): GateStatistics['silences'] {
  const reasons = Map.groupBy(silent, ({ verdict }) => verdict?.reason ?? 'unknown');
  return [...reasons]
    .map(([reason, all]) => ({ reason, count: all.length }))
    .sort((a, b) => b.count - a.count);
}

function countKinds(kinds: readonly OutcomeKind[]): GateStatistics['outcomes'] {
  return Object.fromEntries([...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]));
}
