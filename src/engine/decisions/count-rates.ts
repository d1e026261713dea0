import { judgedKinds } from '../../gate/fold-log.ts';
import type { LedgerBalance } from '../../gate/injection-ledger.ts';
import type { GateSettings } from '../../gate/options.ts';
import {
  type CountedShare,
  type GateReport,
  type GateStatistics,
  type LedgerReport,
  type MemoryStatistics,
  type MetricName,
  type MetricValues,
  metricNames,
  metrics,
} from '../../model/answers/gate-report.ts';
import type { ModelCostLine } from '../../model/answers/model-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import type { ConsideredMemory, DecisionReceipt, OutcomeKind } from '../../model/decision.ts';
import { defined } from '../../model/defined.ts';
import type { RefusalReason } from '../../model/gate.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { wilsonInterval } from '../../numeric/confidence-bounds.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import type { Meter } from '../../ports/system.ts';
import { readGateKnowledge } from './gate-knowledge.ts';

interface RatesRequest {
  readonly settings: GateSettings;
  readonly nowMs: number;
  /** Decisions since then. */
  readonly sinceMs: number;
  readonly hooks: GateStatistics['hooks'];
  /** Questions to language models since then. */
  readonly asked?: readonly ModelCostLine[] | undefined;
}

/** How often the gate speaks unasked, how often it is wrong, and why it is silent: counts with intervals. */
export function countRates(
  reader: ItemReader,
  { settings, nowMs, sinceMs, hooks, asked = [] }: RatesRequest,
): GateStatistics {
  const receipts = reader.decisionsSince(sinceMs, countedOf);
  const decisions = receipts.filter(({ action }) => action !== undefined);
  const judged = judgedKinds(
    decisions.flatMap(({ id }) => reader.outcomesOf(id).map((outcome) => ({ outcome }))),
  );
  const kindOf = ({ id }: CountedDecision) => judged.get(id);
  const shown = decisions.filter(isShown);
  const silent = decisions.filter((one) => !isShown(one));
  const labelled = shown.flatMap((one) => kindOf(one) ?? []);
  const labelledSilences = silent.flatMap((one) => kindOf(one) ?? []);
  const share = (some: readonly unknown[], all: readonly unknown[]) => countedShare(some.length, all.length);
  const is =
    (...kinds: readonly OutcomeKind[]) =>
    (kind: OutcomeKind) =>
      kinds.includes(kind);
  const acted = (named: string) => decisions.filter(({ action }) => action === named);
  return {
    sinceMs,
    decisions: decisions.length,
    injections: share(shown, decisions),
    abstentions: share(
      silent.filter(({ action }) => action !== 'no_memory' && action !== 'ask_feedback'),
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
    steps: compareSteps(shown),
    hooks,
    memory: countMetrics(reader, receipts, sinceMs, asked),
  };
}

/** Facts of a decision that are counted. */
interface CountedDecision extends Pick<DecisionReceipt, 'id' | 'usedTokens' | 'steps'> {
  /** Absent where nothing was decided by a gate. */
  readonly action: string | undefined;
  readonly reason: string;
  readonly shown: readonly ItemId[];
  /** A command failed, and its very failure was known. */
  readonly isOfKnownFailure: boolean;
  readonly values: MetricValues;
}

export function countedOf(receipt: DecisionReceipt): CountedDecision {
  const { id, usedTokens, steps, verdict, considered, moment } = receipt;
  return {
    ...defined({ steps }),
    ...{ id, usedTokens, action: verdict?.action, reason: verdict?.reason ?? 'unknown' },
    shown: considered.filter(({ shown }) => shown).map(({ itemId }) => itemId),
    isOfKnownFailure: moment === 'after_failure' && considered.some(({ strength }) => strength === 'same'),
    values: measureReceipt(receipt),
  };
}

function isShown({ shown }: CountedDecision): boolean {
  return shown.length > 0;
}

function compareSteps(shown: readonly CountedDecision[]): GateStatistics['steps'] {
  const known = shown.flatMap(({ steps }) => (steps?.firstTime === undefined ? [] : [steps]));
  return {
    of: known.length,
    now: medianOf(known.map(({ now }) => now)),
    firstTime: medianOf(known.map(({ firstTime = 0 }) => firstTime)),
  };
}

function countReasons(silent: readonly CountedDecision[]): GateStatistics['silences'] {
  const reasons = Map.groupBy(silent, ({ reason }) => reason);
  return [...reasons]
    .map(([reason, all]) => ({ reason, count: all.length }))
    .sort((a, b) => b.count - a.count);
}

function countKinds(kinds: readonly OutcomeKind[]): GateStatistics['outcomes'] {
  return Object.fromEntries([...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]));
}

/** The prompt that extracts statements, in any version. */
const extractionUse = 'statements@';

/**
 * The metrics of the Memory V3 record since a time, from stored receipts; and those of its KPIs that need no labels.
 * @param receipts of the decisions since then
 */
export function countMetrics(
  reader: ItemReader,
  receipts: readonly CountedDecision[],
  sinceMs: number,
  asked: readonly ModelCostLine[] = [],
): MemoryStatistics {
  const totals = new Map<MetricName, number>(metricNames.map((name) => [name, 0]));
  const add = (name: MetricName, value: number) => totals.set(name, (totals.get(name) ?? 0) + value);
  for (const receipt of receipts)
    for (const [name, value] of Object.entries(receipt.values)) add(name as MetricName, value);
  for (const { use, calls, faults } of asked) {
    if (!use.startsWith(extractionUse)) continue;
    add('memory.v3.extraction.calls', calls);
    add('memory.v3.extraction.fallback.count', faults);
  }
  const superseded = countSuperseded(reader, sinceMs);
  add('memory.v3.items.superseded', superseded);
  add('memory.v3.contradiction.detected', superseded + countDoubts(reader, sinceMs));
  const packs = receipts.filter(isShown);
  const again = receipts.filter(({ isOfKnownFailure }) => isOfKnownFailure);
  return {
    answers: receipts.length,
    metrics: Object.fromEntries(totals) as MemoryStatistics['metrics'],
    contradictoryPacks: countedShare(
      packs.filter((pack) => holdsContradiction(reader, pack)).length,
      packs.length,
    ),
    repeatedFailures: countedShare(again.filter((one) => !isShown(one)).length, again.length),
    medianTokens: medianOf(receipts.map(({ usedTokens }) => usedTokens)),
  };
}

function countSuperseded(reader: ItemReader, sinceMs: number): number {
  return reader.items({ statuses: ['superseded'] }).filter(({ supersededById }) => {
    const successor = supersededById && reader.item(supersededById);
    return successor !== undefined && successor.createdAtMs >= sinceMs;
  }).length;
}

/** Memories that a later one, said since `sinceMs`, may replace and about which no person decided. */
function countDoubts(reader: ItemReader, sinceMs: number): number {
  return reader
    .items({ kinds: ['lesson'], statuses: ['active'], mayReplace: true, changedSinceMs: sinceMs })
    .flatMap(({ relatedItems }) => relatedItems.filter(({ relation }) => relation === 'may_supersede'))
    .length;
}

/** Whether one of two shown memories contradicts the other, or may replace it; a superseded one is labelled. */
function holdsContradiction(reader: ItemReader, { shown: packed }: CountedDecision): boolean {
  if (packed.length < 2) return false;
  const shown = packed.flatMap((id) => reader.item(id) ?? []);
  const ids = new Set(shown.map(({ id }) => id));
  return shown.some(({ relatedItems }: MemoryItem) =>
    relatedItems.some(
      ({ id, relation }) => ids.has(id) && (relation === 'contradicts' || relation === 'may_supersede'),
    ),
  );
}

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** The metrics of one answer, from its receipt. */
export function measureReceipt({
  considered,
  moment,
  usedTokens,
  elsewhere = 0,
  reranked,
}: DecisionReceipt): MetricValues {
  const refusedFor = (reason: RefusalReason) =>
    considered.filter(({ admission }: ConsideredMemory) => admission.refusals.includes(reason)).length;
  return {
    'memory.v3.rerank.calls': reranked ? 1 : 0,
    'memory.v3.rerank.skipped': moment === 'asked' && !reranked ? 1 : 0,
    'memory.v3.retrieval.candidate_count': considered.length,
    'memory.v3.retrieval.final_count': considered.filter(({ shown }) => shown).length,
    'memory.v3.contradiction.detected': refusedFor('contradicts_another'),
    'memory.v3.scope.mismatch.filtered': refusedFor('out_of_scope') + elsewhere,
    'memory.v3.token.overhead': usedTokens,
  };
}

/** Reports the gate's knowledge: its policy, its learning, its ledger. */
export function reportGate(reader: ItemReader, settings: GateSettings, nowMs: number): GateReport {
  const { policy, learned, ledger, judged, learnsAfter } = readGateKnowledge(reader, settings, nowMs);
  return {
    policy: policy.name,
    policyVersion: policy.version,
    knowledge: judged > 0 ? 'outcomes' : 'priors',
    judged,
    ...(learnsAfter === undefined ? {} : { learnsAfter }),
    ledger: reportLedger(ledger),
    numbers: policy.describe?.(learned) ?? [],
    bytes: Buffer.byteLength(reader.gateKnowledge()?.body ?? ''),
  };
}

function reportLedger(balance: LedgerBalance): LedgerReport {
  const { falsePositives, pending, labelled, ignored, limit, isOpen, isOpenToSame } = balance;
  const unlabelled = countedShare(ignored + pending, ignored + pending + labelled);
  return { falsePositives, pending, labelled, unlabelled, limit, isOpen, isOpenToSame };
}

function countedShare(count: number, of: number): CountedShare {
  return { count, of, ...wilsonInterval(count, of) };
}

/** Tells values to instruments of a meter, made once. A meter that fails fails no answer. */
export function tellMeter(meter: Meter): (values: MetricValues) => void {
  const instruments = new Map(metricNames.map((name) => [name, instrumentOf(meter, name)]));
  return (values) => {
    for (const [name, value] of Object.entries(values)) {
      try {
        instruments.get(name as MetricName)?.(value);
      } catch {
        // A fault of the watcher is no fault of the watched.
      }
    }
  };
}

function instrumentOf(meter: Meter, name: MetricName): (value: number) => void {
  const { kind, description } = metrics[name];
  if (kind === 'each') {
    const histogram = meter.createHistogram(name, { description });
    return (value) => histogram.record(value);
  }
  const counter = meter.createCounter(name, { description });
  return (value) => counter.add(value);
}
