import type { ItemId } from '../model/brands.ts';
import type { LedgerEntry, RouteReason } from '../model/decision.ts';
import { logOdds } from '../numeric/probabilities.ts';
import type { JudgeVerdict } from '../ports/judge.ts';
import type { JudgingSettings } from './options.ts';
import { utilityOf } from './utility.ts';

/** Facts that decide whether a judge is asked about a memory. */
interface RoutableUnit<Id> {
  readonly id: Id;
  /** Likelihood that it is the answer, 0–1, by which it is ordered. */
  readonly likelihood: number;
  /** R of Eq. 1, by the proxy, 0–1. */
  readonly risk: number;
  readonly contradicts: readonly Id[];
}

/**
 * Decides whether a judge is asked; the paper's Figure 1 has a router and no rule for it. With p for how
 * likely a candidate answers, routes among the first `maxCandidates`: all of them where none is likely, max p
 * < sureFrom; those in a near tie, p ≥ (1 − tieMargin) · max p; those that contradict each other; and those
 * with R ≥ riskThreshold, beside the first. Fewer than two are not routed.
 * @param units best first
 * @returns at least two, in the order of the units
 */
export function routeToJudge<Id>(
  units: readonly RoutableUnit<Id>[],
  { sureFrom, tieMargin, riskThreshold, maxCandidates }: JudgingSettings,
) {
  const head = units.slice(0, maxCandidates);
  const most = Math.max(0, ...head.map(({ likelihood }) => likelihood));
  const tied = head.filter(({ likelihood }) => likelihood >= (1 - tieMargin) * most);
  const found: readonly (readonly [RouteReason, readonly RoutableUnit<Id>[]])[] = [
    ['unsure', most < sureFrom && head.length > 1 ? head : []],
    ['near_tie', tied.length > 1 ? tied : []],
    ['conflict', head.filter((unit) => head.some((other) => contradict(unit, other)))],
    ['high_risk', head.filter(({ risk }) => risk >= riskThreshold)],
  ];
  const reasons = found.filter(([, some]) => some.length > 0);
  const asked = new Set(reasons.flatMap(([, some]) => some));
  const routed = head.filter((unit, place) => place === 0 || asked.has(unit));
  if (reasons.length === 0 || routed.length < 2) return undefined;
  return { reasons: reasons.map(([reason]) => reason), ids: routed.map(({ id }) => id) };
}

function contradict<Id>(one: RoutableUnit<Id>, other: RoutableUnit<Id>): boolean {
  return one !== other && (one.contradicts.includes(other.id) || other.contradicts.includes(one.id));
}

/**
 * The judged units on the places that they had, likeliest first: a judge's verdict moves a likelihood by no
 * more than `weight` times the range of the utility. Where it says nothing against a unit, the order is as it
 * was.
 */
export function orderByJudge<Id, Unit extends { readonly id: Id; readonly likelihood: number }>(
  units: readonly Unit[],
  utilities: ReadonlyMap<Id, number>,
  weight: number,
): readonly Unit[] {
  let least = Number.POSITIVE_INFINITY;
  const believed = units
    .filter(({ id }) => utilities.has(id))
    .map((unit) => {
      least = Math.min(least, logOdds(unit.likelihood));
      return { unit, score: least + weight * (utilities.get(unit.id) ?? 0) };
    });
  const ordered = believed.toSorted((a, b) => b.score - a.score);
  let next = 0;
  return units.map((unit) => (utilities.has(unit.id) ? (ordered[next++]?.unit ?? unit) : unit));
}

const numbers = [
  'actionShift',
  'necessity',
  'expectedOutcomeUplift',
  'negativeTransferRisk',
  'confidence',
] as const satisfies readonly (keyof JudgeVerdict)[];

/**
 * A judge's verdicts, one for each unit it was asked about, in their order. Undefined where a unit has none
 * or two, a value is no number from 0 to 1, or a unit was not asked about. A partial answer is not used,
 * since the order of some says nothing of the rest.
 */
export function readVerdicts(answer: unknown, ids: readonly ItemId[]): readonly JudgeVerdict[] | undefined {
  if (!Array.isArray(answer) || answer.length !== ids.length) return undefined;
  const verdicts = ids.flatMap((id) => answer.find((one) => isVerdictOf(one, id, ids)) ?? []);
  return verdicts.length === ids.length ? verdicts : undefined;
}

function isVerdictOf(candidate: unknown, id: ItemId, ids: readonly ItemId[]): candidate is JudgeVerdict {
  if (typeof candidate !== 'object' || candidate === null) return false;
  const verdict = candidate as Partial<Record<keyof JudgeVerdict, unknown>>;
  return (
    verdict.id === id &&
    numbers.every((name) => isShare(verdict[name])) &&
    [verdict.supportedBy, verdict.contradictedBy].every((others) => areOthers(others, id, ids))
  );
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function areOthers(others: unknown, id: ItemId, ids: readonly ItemId[]): boolean {
  if (others === undefined) return true;
  return Array.isArray(others) && others.every((other) => other !== id && ids.includes(other));
}

/** A memory that a judge was asked about. */
interface LedgerUnit {
  readonly id: ItemId;
  /** Length of its card. */
  readonly tokens: number;
  /** Other units that it contradicts, as far as it is known without the judge. */
  readonly contradicts: readonly ItemId[];
}

/** Returns the evidence on each memory. @param verdicts one a unit, in order; absent where there is no answer */
export function keepLedger(
  units: readonly LedgerUnit[],
  verdicts: readonly JudgeVerdict[] | undefined,
): readonly LedgerEntry[] {
  return units.map(({ id, tokens, contradicts }, at): LedgerEntry => {
    const verdict = verdicts?.[at];
    const known = { itemId: id, supportedBy: verdict?.supportedBy ?? [] };
    const contradictedBy = [...new Set([...contradicts, ...(verdict?.contradictedBy ?? [])])];
    if (verdict === undefined) return { ...known, contradictedBy, state: 'deferred' };
    const utility = judgedUtility(verdict, tokens);
    return {
      ...known,
      contradictedBy,
      state: utility > 0 && contradictedBy.length === 0 ? 'supported' : 'limited',
      utility,
      confidence: verdict.confidence,
    };
  });
}

/** s of Eq. 3 from a judge's estimates: its confidence is no part of it. */
export function judgedUtility(verdict: JudgeVerdict, tokens: number): number {
  const { actionShift, necessity, expectedOutcomeUplift, negativeTransferRisk } = verdict;
  return utilityOf({
    ...{ actionShift, necessity, tokens },
    outcomeGain: expectedOutcomeUplift,
    transferRisk: negativeTransferRisk,
  });
}
