import type { RouteReason } from '../model/decision.ts';
import type { JudgingSettings } from './options.ts';

/** What decides whether a judge is asked about a memory. */
export interface RoutableUnit<Id> {
  readonly id: Id;
  /** How likely it is the answer, 0–1: what it is ordered by. */
  readonly likelihood: number;
  /** R of Eq. 1, by the proxy, 0–1. */
  readonly risk: number;
  readonly contradicts: readonly Id[];
}

/** What a judge is asked about, and why. */
export interface Route<Id> {
  readonly reasons: readonly RouteReason[];
  /** At least two, in the order of the units. */
  readonly ids: readonly Id[];
}

/**
 * Decides whether a judge is asked; the paper's Figure 1 has a router and no rule for it. Of the first `maxCandidates`, p being how likely each answers: those in a near tie, p ≥ (1 − tieMargin) · max p; those that contradict each other; and those with
 * R ≥ riskThreshold, beside the first. Where these are fewer than two there is nothing to decide.
 *
 * @param units best first
 */
export function routeToJudge<Id>(
  units: readonly RoutableUnit<Id>[],
  { tieMargin, riskThreshold, maxCandidates }: JudgingSettings,
): Route<Id> | undefined {
  const head = units.slice(0, maxCandidates);
  const most = Math.max(0, ...head.map(({ likelihood }) => likelihood));
  const tied = head.filter(({ likelihood }) => likelihood >= (1 - tieMargin) * most);
  const found: readonly (readonly [RouteReason, readonly RoutableUnit<Id>[]])[] = [
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
