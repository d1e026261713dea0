import type { Outcome, OutcomeCounts } from '../model/decision.ts';
import { type ItemLayer, type ItemType, itemTypes, type MemoryItem } from '../model/memory-item.ts';
import type { ForgettingSettings, LifecycleSettings, PromotionSettings } from './options.ts';

const dayMs = 86_400_000;

/** A memory that was wrong may be right after all: it keeps a part of its time, in which it can be asked for. */
const leastStretch = 0.1;

/** Days after which a new memory of a type expires; undefined: never, or by Memory V2's rule. */
export function ttlDaysOf(type: ItemType, { v3 }: Pick<ForgettingSettings, 'v3'>): number | undefined {
  return v3.lifecycle.enabled ? v3.lifecycle.typeTtlDays[type] || undefined : undefined;
}

/** Terms that decide when a memory expires, beside the memory. */
export interface ExpiryTerms {
  readonly nowMs: number;
  readonly settings: ForgettingSettings;
  /** Outcomes of showing it; absent: none is known. */
  readonly outcomes?: OutcomeCounts | undefined;
}

type Expirable = Pick<
  MemoryItem,
  'layer' | 'ttlDays' | 'updatedAtMs' | 'validFromMs' | 'validToMs' | 'accessCount' | 'lastAccessedAtMs'
>;

/** Whether a memory has expired or is not valid yet. A clock that was set back makes nothing expire. */
export function isExpired(item: Expirable, terms: ExpiryTerms): boolean {
  const { nowMs } = terms;
  if (item.validFromMs !== undefined && nowMs < item.validFromMs) return true;
  if (item.validToMs !== undefined && nowMs >= item.validToMs) return true;
  const expiresAtMs = decaysAt(item, terms);
  return expiresAtMs !== undefined && nowMs >= expiresAtMs;
}

/** When a memory expires if nothing more happens to it; undefined: never by age. */
function decaysAt(item: Expirable, terms: ExpiryTerms): number | undefined {
  const { settings, nowMs, outcomes = {} } = terms;
  if (!settings.decayEnabled) return undefined;
  const days = lifeDays(item, settings);
  if (days === undefined) return undefined;
  const { lifecycle } = settings.v3;
  if (!lifecycle.enabled) return item.updatedAtMs + days * dayMs;
  const use = { ...countJudgements(outcomes), shown: item.accessCount };
  const ends = renewedAt(item, use, nowMs) + stretchOf(use, lifecycle) * days * dayMs;
  // Until it has helped, being shown proves nothing: an outdated memory is shown as often.
  return use.helped > 0
    ? ends
    : Math.min(ends, item.updatedAtMs + lifecycle.unconfirmedStretch * days * dayMs);
}

/** The time by age alone: its own, else Memory V2's for a memory of one event. */
function lifeDays({ ttlDays, layer }: Expirable, { v3, decayDays }: ForgettingSettings): number | undefined {
  if (ttlDays !== undefined || v3.lifecycle.enabled) return ttlDays;
  return onceLayers.includes(layer) ? decayDays : undefined;
}

/** Whether recall does not look back as far, by Memory V2's rule for memories of what happened once. */
export function isBeyondLookback(
  { layer, updatedAtMs }: Pick<MemoryItem, 'layer' | 'updatedAtMs'>,
  { nowMs, settings }: Pick<ExpiryTerms, 'nowMs' | 'settings'>,
): boolean {
  const { v3, retrievalLookbackDays } = settings;
  return (
    !v3.lifecycle.enabled &&
    onceLayers.includes(layer) &&
    nowMs >= updatedAtMs + retrievalLookbackDays * dayMs
  );
}

/** How often a memory was shown, and its outcomes. */
interface Use {
  readonly shown: number;
  readonly helped: number;
  readonly wrong: number;
}

/** How many times its TTL a memory lasts (formula: `docs/guides/memory-v3.md`). */
export function stretchOf({ shown, helped, wrong }: Use, settings: LifecycleSettings): number {
  const { perHelp, perUse, perHarm, mostStretch } = settings;
  const stretch =
    1 + perHelp * Math.log2(1 + helped) + perUse * Math.log2(1 + shown) - perHarm * Math.log2(1 + wrong);
  return Math.min(mostStretch, Math.max(leastStretch, stretch));
}

function countJudgements({
  verified = 0,
  accepted = 0,
  rejected = 0,
  false_positive = 0,
}: OutcomeCounts): Pick<Use, 'helped' | 'wrong'> {
  return { helped: verified + accepted, wrong: rejected + false_positive };
}

/** A use renews a memory not wrong more often than it helps. A future one, by a fast clock, counts as now. */
function renewedAt(
  { updatedAtMs, lastAccessedAtMs = updatedAtMs }: Expirable,
  { helped, wrong }: Use,
  nowMs: number,
): number {
  const isTrusted = wrong === 0 || helped > wrong;
  return isTrusted ? Math.max(updatedAtMs, Math.min(lastAccessedAtMs, nowMs)) : updatedAtMs;
}

/** A passing test counts as two people's words, because it is no judgement. */
const weightBy: Readonly<Record<Outcome['by'], number>> = { tests: 2, user: 1, agent: 0, inference: 0 };
/** Each is the state of something, and the next reading of a session replaces it by the state then. */
const states: readonly ItemType[] = ['task_state', 'command_result'];
/** Types and layers of memories of a single event, which may last. */
export const onceTypes = itemTypes.filter((type) => !states.includes(type));
export const onceLayers: readonly ItemLayer[] = ['episodic', 'working'];

/**
 * A memory of a single event that proved to hold since, as a lasting memory: in the layer of facts or
 * procedures, and as long as a fact of the project. It is believed no more for that: its trust, its origin
 * and its words stay. Undefined where it is not proven enough.
 * @param outcomes the last word of each decision that showed it
 */
export function promote(
  item: MemoryItem,
  outcomes: readonly Outcome[],
  settings: ForgettingSettings & PromotionSettings,
): MemoryItem | undefined {
  if (!settings.promotionEnabled || !mayLast(item)) return undefined;
  const confidence = confidenceOf(outcomes);
  if (confidence < settings.promotionMinConfidence) return undefined;
  const layer: ItemLayer = item.type === 'fix' ? 'procedural' : 'semantic';
  const { ttlDays: _, ...rest } = item;
  const ttlDays = lasting(item.ttlDays, ttlDaysOf('project_fact', settings));
  return {
    ...rest,
    layer,
    confidence: Math.max(item.confidence, confidence),
    ...(ttlDays === undefined ? {} : { ttlDays }),
  };
}

/** Whether a memory of one event is in use, and may last: no state of a thing, no body, no end. */
export function mayLast({ layer, type, status, quarantined, body, validToMs }: MemoryItem): boolean {
  return (
    onceLayers.includes(layer) &&
    onceTypes.includes(type) &&
    status === 'active' &&
    !quarantined &&
    body === undefined &&
    validToMs === undefined
  );
}

/** Mean of the chance that it helps, with a prior of one good and one bad word: 2/3 after one, 3/4 after two. */
function confidenceOf(outcomes: readonly Outcome[]): number {
  let [good, all] = [1, 2];
  for (const { kind, by } of outcomes) {
    const helped = kind === 'verified' || kind === 'accepted';
    const wrong = kind === 'rejected' || kind === 'false_positive';
    // A speaker who says that it was wrong is heard; an agent's own success proves nothing.
    const weight = helped ? weightBy[by] : wrong ? 2 : 0;
    all += weight;
    if (helped) good += weight;
  }
  return good / all;
}

/** The longer of two times; without one it lasts for ever. */
function lasting(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : Math.max(one, other);
}
