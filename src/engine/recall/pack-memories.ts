import { saysWhatToDo } from '../../cards/audit-card.ts';
import { compileCard } from '../../cards/compile-card.ts';
import type { CardFocus } from '../../cards/select-passages.ts';
import type { Disclosure, MemoryCard } from '../../model/card.ts';
import type { GateAction } from '../../model/gate.ts';
import type { GateQuestion } from '../../model/gate-question.ts';
import type { ItemId, MemoryItem } from '../../model/memory-item.ts';
import { isTrustedAs } from '../../model/trust.ts';
import { originShare } from '../../packing/origin-share.ts';
import { packUnits } from '../../packing/pack-units.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import { workingFileBoost } from '../../retrieval/rank-items.ts';
import type { ConsideredCandidate } from './considered-candidate.ts';

/** What is shown of what was considered. */
export interface PackedMemories {
  readonly considered: readonly ConsideredCandidate[];
  /** Cards that fit. */
  readonly cards: readonly MemoryCard[];
  readonly budgetTokens: number;
  /** Put instead of cards. */
  readonly question: GateQuestion | undefined;
}

const uncomparedWorth = 0.001;

interface Packable {
  readonly considered: readonly ConsideredCandidate[];
  readonly focus: CardFocus;
  readonly budgetTokens: number;
  readonly action: GateAction | undefined;
  readonly question: GateQuestion | undefined;
  /** What is shown rests on the place that its fix changed. */
  readonly isByPlace?: boolean;
  /** It is offered to somebody who did not ask. */
  readonly isUnasked: boolean;
  /** Of what was asked for; what nobody asked for is told as a card: long enough to act on, short enough to skip. */
  readonly disclosure: Disclosure;
  /** What contradicts each other may share the pack. */
  readonly mayContradict?: boolean;
}

/**
 * What is chosen as cards, those that are most useful together within the budget: of three in short, a line each; of a wide search, with a
 * warning. What contradicts each other never shares a pack, whichever of them the gate saw first.
 */
export function packMemories({
  considered,
  focus,
  budgetTokens,
  action,
  question,
  isUnasked,
  isByPlace = false,
  disclosure,
  mayContradict = false,
}: Packable): PackedMemories {
  const unasked = action === 'top3_summary' ? 'summary' : 'selective_detail';
  const mostOf = ({ trust }: MemoryItem) =>
    isUnasked && !isTrustedAs(trust, 'verified') ? originShare * budgetTokens : undefined;
  const isAnswered = considered.some(({ answer }) => answer !== undefined);
  const keptOut = considered.filter(({ admission }) => admission.refusals.includes('contradicts_another'));
  const units = considered
    .filter(({ omitted, admission }) => admission.admitted && omitted === undefined)
    .map((candidate) => {
      const { item, standing, strength, sameness, place, freshness } = candidate;
      const card = compileCard({
        item,
        outcomes: standing.outcomes,
        focus,
        isUnasked,
        utility: worthOf(candidate, isAnswered),
        disclosure: isUnasked ? unasked : disclosure,
        place: isByPlace ? place : undefined,
        isElsewhere: strength === 'same' ? sameness?.isElsewhere : undefined,
        isUnverified: action === 'high_recall_retrieval' ? true : undefined,
        isStale: freshness === 'stale' ? true : undefined,
        otherwiseIn: isUnasked ? undefined : keptOut.find((other) => contradict(candidate, other))?.item.id,
        mostTokens: mostOf(item),
      });
      const { tokens, utility } = card;
      return {
        id: item.id,
        tokens,
        utility,
        conflictsWith: mayContradict ? [] : contradictedBy(item),
        card,
        item,
      };
    })
    .filter(({ item, tokens }) => tokens <= (mostOf(item) ?? tokens));
  const sound = units.filter(({ card }) => saysWhatToDo(card));
  const packed = packUnits(sound, budgetTokens - frameTokens);
  const unsound = new Set(units.filter((unit) => !sound.includes(unit)).map(({ id }) => id));
  return {
    considered: considered.map((candidate) =>
      unsound.has(candidate.item.id) ? { ...candidate, omitted: 'says_nothing' } : candidate,
    ),
    cards: packed.units.map(({ card }) => card),
    budgetTokens,
    question,
  };
}

/**
 * What fills a pack: the fix of this very failure first; of what was asked in words, what is likely to answer it, as it is ordered by, and
 * what was too far down to be compared last. Neither proxy nor ranker of the receipt fills it: both did worse (0038).
 *
 * @param isAnswered some were compared with the question
 */
function worthOf(
  { strength, comparison, answer, relevance, aboutWork }: ConsideredCandidate,
  isAnswered: boolean,
): number {
  if (strength === 'same') return 1;
  if (comparison !== undefined) return comparison.value;
  if (answer === undefined) return isAnswered ? uncomparedWorth * relevance : relevance;
  return Math.min(1, (aboutWork ? workingFileBoost : 1) * answer.confidence);
}

function contradict(one: ConsideredCandidate, other: ConsideredCandidate): boolean {
  return [[one, other.item.id] as const, [other, one.item.id] as const].some(
    ([{ item, contrary = [] }, id]) => [...contradictedBy(item), ...contrary].includes(id),
  );
}

function contradictedBy({ relatedItems }: MemoryItem): readonly ItemId[] {
  return relatedItems
    .filter(({ relation }) => relation === 'contradicts' || relation === 'may_supersede')
    .map(({ id }) => id);
}
