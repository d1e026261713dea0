import { lastWords } from '../../feedback/outcomes.ts';
import { judgedKinds } from '../../gate/fold-log.ts';
import { type LedgerEntry, ledgerBalance, ledgerMs } from '../../gate/injection-ledger.ts';
import type { GateSettings } from '../../gate/options.ts';
import type { TrackRecord } from '../../model/answers/gate-report.ts';
import type { ItemId } from '../../model/brands.ts';
import type { DecisionId, DecisionReceipt, OutcomeKind } from '../../model/decision.ts';
import { wilsonInterval } from '../../numeric/confidence-bounds.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { firstLine, nameItem } from './read-decisions.ts';

interface TrackRequest {
  readonly settings: GateSettings;
  readonly nowMs: number;
  readonly days: number;
}

interface ShownDecision extends Pick<DecisionReceipt, 'id' | 'atMs'> {
  readonly risk: number | undefined;
  /** The first memory. */
  readonly shown: ItemId;
  readonly query: string;
  readonly isUnasked: boolean;
}

function shownBy({ id, atMs, verdict, considered, query }: DecisionReceipt): ShownDecision | undefined {
  const shown = considered.find((one) => one.shown)?.itemId;
  if (shown === undefined) return undefined;
  return { id, atMs, risk: verdict?.risk, shown, query: firstLine(query), isUnasked: verdict !== undefined };
}

interface JudgedInjection {
  readonly risk: number | undefined;
  readonly isWrong: boolean;
}

const dayMs = 86_400_000;
const groups = 10;
const mostWrong = 50;
const wrongKinds: readonly OutcomeKind[] = ['false_positive', 'rejected'];

/** Reports, over so many days, whether the gate's estimates came true, whether its bound held, and its mistakes. */
export function readTrackRecord(reader: ItemReader, { settings, nowMs, days }: TrackRequest): TrackRecord {
  const sinceMs = nowMs - days * dayMs;
  const fromMs = sinceMs - ledgerMs;
  const log = reader.outcomesAfter(0, fromMs);
  const kinds = judgedKinds(log);
  const shown = reader.decisionsSince(fromMs, shownBy).flatMap((one) => one ?? []);
  const injections = shown.filter(({ isUnasked }) => isUnasked);
  const shownOf = new Map(shown.map((one) => [one.id, one]));
  const ofLate = injections.filter(({ atMs }) => atMs >= sinceMs);
  const judged = ofLate.flatMap(({ id, risk }): JudgedInjection[] => {
    const kind = kinds.get(id);
    return kind === undefined ? [] : [{ risk, isWrong: wrongKinds.includes(kind) }];
  });
  const wrong = lastWords(log.map(({ outcome }) => outcome))
    .filter(({ kind, atMs }) => wrongKinds.includes(kind) && atMs >= sinceMs)
    .reverse();
  const labels = { user: 0, agent: 0, tests: 0, inference: 0 };
  for (const { outcome } of log) if (outcome.atMs >= sinceMs) labels[outcome.by] += 1;
  return {
    ...groupByRisk(judged),
    ledger: ledgerOverTime(injections, kinds, { settings, nowMs, days }),
    wrong: wrong.slice(0, mostWrong).flatMap(({ decisionId, itemId, atMs, kind, by, principal }) => {
      const receipt = shownOf.get(decisionId) ?? shownIn(reader, decisionId);
      const item = itemId ?? receipt?.shown;
      if (item === undefined) return [];
      const said = { decisionId, atMs, kind, by, principal };
      return { ...said, item: nameItem(reader, item), query: receipt?.query ?? '' };
    }),
    wrongCount: wrong.length,
    labels,
  };
}

/** For a decision older than the latest judged ones. */
function shownIn(reader: ItemReader, id: DecisionId): ShownDecision | undefined {
  const receipt = reader.decision(id);
  return receipt && shownBy(receipt);
}

function groupByRisk(
  judged: readonly JudgedInjection[],
): Pick<TrackRecord, 'reliability' | 'coverage' | 'unestimated'> {
  const estimated = judged
    .flatMap(({ risk, isWrong }) => (risk === undefined ? [] : [{ risk, isWrong }]))
    .sort((a, b) => a.risk - b.risk);
  const others = judged.filter(({ risk }) => risk === undefined);
  let wrong = 0;
  const coverage = estimated.map(({ isWrong }, at) => {
    wrong += Number(isWrong);
    return { coverage: (at + 1) / estimated.length, wrong: wrong / (at + 1) };
  });
  const reliability = Array.from({ length: groups }, (_, group) => {
    const within = estimated.filter(({ risk }) => Math.min(groups - 1, Math.floor(risk * groups)) === group);
    return {
      meanRisk: within.reduce((sum, { risk }) => sum + risk, 0) / Math.max(1, within.length),
      wrong: shareOfWrong(within),
    };
  }).filter(({ wrong: { of } }) => of > 0);
  return { reliability, coverage, unestimated: shareOfWrong(others) };
}

function shareOfWrong(judged: readonly Pick<JudgedInjection, 'isWrong'>[]) {
  const count = judged.filter(({ isWrong }) => isWrong).length;
  return { count, of: judged.length, ...wilsonInterval(count, judged.length) };
}

/** Returns the ledger at the end of each day, with today's knowledge of those injections. */
function ledgerOverTime(
  injections: readonly ShownDecision[],
  kinds: ReadonlyMap<string, OutcomeKind>,
  { settings, nowMs, days }: TrackRequest,
): TrackRecord['ledger'] {
  const entries = injections.map(({ id, atMs }): LedgerEntry => {
    const kind = kinds.get(id);
    return {
      atMs,
      status: kind === undefined ? 'pending' : kind === 'false_positive' ? 'false_positive' : 'clean',
    };
  });
  return Array.from({ length: days }, (_, day) => {
    const atMs = nowMs - (days - 1 - day) * dayMs;
    const until = entries.filter((entry) => entry.atMs <= atMs && entry.atMs > atMs - ledgerMs);
    const { falsePositives, pending, limit } = ledgerBalance(until, atMs, settings);
    return { atMs, falsePositives, pending, limit };
  });
}
