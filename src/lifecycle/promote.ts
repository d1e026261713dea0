import type { Outcome } from '../model/decision.ts';
import type { ItemLayer, ItemType, MemoryItem } from '../model/memory-item.ts';
import { ttlDaysOf } from './expiry.ts';
import type { ForgettingSettings, PromotionSettings } from './options.ts';

/** What a test shows counts as two people's words: nobody had to judge it. */
const weightBy: Readonly<Record<Outcome['by'], number>> = { tests: 2, user: 1, agent: 0, inference: 0 };
/** Each is the state of something, and the next takes its place. */
const states: readonly ItemType[] = ['task_state', 'command_result'];

/**
 * What happened once and proved to hold since, as a lasting memory: in the layer of what is known or done, and as long as a fact of the
 * project. Nobody believes it more for that: its trust, its origin and its words stay. Undefined where it is not proven enough.
 *
 * @param outcomes the last word of each decision that showed it
 */
export function promote(
  item: MemoryItem,
  outcomes: readonly Outcome[],
  settings: ForgettingSettings & PromotionSettings,
): MemoryItem | undefined {
  if (!settings.promotionEnabled || !isPromotable(item)) return undefined;
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

function isPromotable({ layer, type, status, quarantined, body, validToMs }: MemoryItem): boolean {
  return (
    (layer === 'episodic' || layer === 'working') &&
    !states.includes(type) &&
    status === 'active' &&
    !quarantined &&
    body === undefined &&
    validToMs === undefined
  );
}

/** Mean of the chance that it helps, from one good and one bad word that nobody said: 2/3 after one, 3/4 after two. */
function confidenceOf(outcomes: readonly Outcome[]): number {
  let [good, all] = [1, 2];
  for (const { kind, by } of outcomes) {
    const helped = kind === 'verified' || kind === 'accepted';
    const wrong = kind === 'rejected' || kind === 'false_positive';
    // Whoever says that it was wrong is heard; an agent's own success proves nothing.
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
