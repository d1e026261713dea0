import { type MemoryStatistics, type MetricName, metricNames } from '../../model/answers/gate-report.ts';
import type { DecisionReceipt } from '../../model/decision.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { measureReceipt } from './measure-receipt.ts';
import { countedShare } from './report-gate.ts';

/** The metrics of the Memory V3 record since a time, from what is stored; and those of its KPIs that can be told without labels. */
export function countMetrics(reader: ItemReader, sinceMs: number): MemoryStatistics {
  const receipts = reader
    .decisionsAfter(0)
    .map(({ receipt }) => receipt)
    .filter(({ atMs }) => atMs >= sinceMs);
  const totals = new Map<MetricName, number>(metricNames.map((name) => [name, 0]));
  const add = (name: MetricName, value: number) => totals.set(name, (totals.get(name) ?? 0) + value);
  for (const receipt of receipts)
    for (const [name, value] of Object.entries(measureReceipt(receipt))) add(name as MetricName, value);
  const superseded = countSuperseded(reader, sinceMs);
  add('memory.v3.items.superseded', superseded);
  add('memory.v3.contradiction.detected', superseded + countDoubts(reader, sinceMs));
  const packs = receipts.filter(({ considered }) => considered.some(({ shown }) => shown));
  const again = receipts.filter(isOfKnownFailure);
  return {
    answers: receipts.length,
    metrics: Object.fromEntries(totals) as MemoryStatistics['metrics'],
    contradictoryPacks: countedShare(
      packs.filter((pack) => holdsContradiction(reader, pack)).length,
      packs.length,
    ),
    repeatedFailures: countedShare(
      again.filter(({ considered }) => !considered.some(({ shown }) => shown)).length,
      again.length,
    ),
    medianTokens: medianOf(receipts.map(({ usedTokens }) => usedTokens)),
  };
}

function countSuperseded(reader: ItemReader, sinceMs: number): number {
  return reader.items({ statuses: ['superseded'] }).filter(({ supersededById }) => {
    const successor = supersededById && reader.item(supersededById);
    return successor !== undefined && successor.createdAtMs >= sinceMs;
  }).length;
}

/** Memories whose place another one may take, which was said since then; those that a person decided about are doubts no more. */
function countDoubts(reader: ItemReader, sinceMs: number): number {
  return reader
    .items({ kinds: ['lesson'], statuses: ['active'] })
    .filter(({ updatedAtMs }) => updatedAtMs >= sinceMs)
    .flatMap(({ relatedItems }) => relatedItems.filter(({ relation }) => relation === 'may_supersede'))
    .length;
}

/** Of two that are shown, one says that it contradicts the other, or may take its place. What was superseded is labelled so. */
function holdsContradiction(reader: ItemReader, { considered }: DecisionReceipt): boolean {
  const shown = considered
    .filter((memory) => memory.shown)
    .flatMap(({ itemId }) => reader.item(itemId) ?? []);
  const ids = new Set(shown.map(({ id }) => id));
  return shown.some(({ relatedItems }: MemoryItem) =>
    relatedItems.some(
      ({ id, relation }) => ids.has(id) && (relation === 'contradicts' || relation === 'may_supersede'),
    ),
  );
}

/** A command failed, and its very failure was known. */
function isOfKnownFailure({ moment, considered }: DecisionReceipt): boolean {
  return moment === 'after_failure' && considered.some(({ strength }) => strength === 'same');
}

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
