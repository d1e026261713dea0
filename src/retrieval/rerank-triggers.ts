import type { MemoryItem } from '../model/memory-item.ts';
import { compoundPrefix } from '../text/terms.ts';
import { itemTerms, queryTerms } from './item-terms.ts';
import type { RerankSettings } from './options.ts';
import type { RankedItems } from './rank-items.ts';

/** Why what was found by words is put in order again (Memory V3). */
export type RerankTrigger = 'low_margin' | 'ambiguous_intent' | 'shared_entity';

/** What the triggers look at. */
interface TriggeringCandidate {
  readonly item: MemoryItem;
  /** By words. */
  readonly score: number;
}

interface TriggerQuestion extends Pick<RankedItems, 'rarityOf'> {
  readonly question: string;
  readonly settings: RerankSettings;
}

/** What scores less than this share of the best is not close to it. */
const closeShare = 0.5;

/**
 * The triggers that fire, each by its formula in `options.ts`.
 *
 * @param candidates those to be compared, best by words first
 */
export function firedTriggers(
  { question, rarityOf, settings }: TriggerQuestion,
  candidates: readonly TriggeringCandidate[],
): readonly RerankTrigger[] {
  const { enabled, triggerMinMargin, triggerMinAmbiguity, triggerMinSharing } = settings;
  if (!enabled || candidates.length === 0) return [];
  if (triggerMinMargin === 1) return ['low_margin'];
  const asked = [...queryTerms(question, undefined).keys()];
  const known = candidates.map(({ item }) => itemTerms(item));
  const fired: readonly (readonly [RerankTrigger, boolean])[] = [
    ['low_margin', marginOf(candidates) <= triggerMinMargin],
    ['ambiguous_intent', triggerMinAmbiguity < 1 && ambiguity() >= triggerMinAmbiguity],
    ['shared_entity', triggerMinSharing > 0 && sharing() >= triggerMinSharing],
  ];
  return fired.filter(([, isFired]) => isFired).map(([trigger]) => trigger);

  function ambiguity(): number {
    const weightOf = (terms: readonly string[]) =>
      terms.reduce((sum, term) => sum + (rarityOf(term) ?? 0), 0);
    const explained = weightOf(asked.filter((term) => known.some((terms) => terms.has(term))));
    const byBest = weightOf(asked.filter((term) => known[0]?.has(term)));
    return explained === 0 ? 0 : 1 - byBest / explained;
  }

  function sharing(): number {
    const best = candidates[0]?.score ?? 0;
    const close = known.filter((_, at) => (candidates[at]?.score ?? 0) >= closeShare * best);
    const entities = asked.filter((term) => term.startsWith(compoundPrefix));
    return Math.max(0, ...entities.map((entity) => close.filter((terms) => terms.has(entity)).length));
  }
}

function marginOf([best, second]: readonly TriggeringCandidate[]): number {
  return 1 - (second?.score ?? 0) / Math.max(best?.score ?? 0, Number.MIN_VALUE);
}
