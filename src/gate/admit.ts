import type { ItemId } from '../model/brands.ts';
import type { Standing } from '../model/decision.ts';
import type { Admission, RefusalReason } from '../model/gate.ts';
import type { Stance } from '../model/item-body.ts';
import { type Freshness, type ItemRelation, isSeen, kindOf, type MemoryItem } from '../model/memory-item.ts';
import { isTrustedAs, mayReplace, type Scope, scopeKindOf } from '../model/provenance.ts';

/** Input of admission: a memory with facts about it at the time of the decision. */
export interface AdmissionUnit {
  readonly item: MemoryItem;
  /** Absent without anchors. */
  readonly freshness?: Freshness | undefined;
  /** The failure at hand is another case of the one that it mended: a change that stands shows what to do. */
  readonly isOtherCase?: boolean | undefined;
  /** False when it was learned on a branch outside of the checked-out history; absent when that is unknown. */
  readonly onBranch?: boolean | undefined;
  readonly expired: boolean;
  readonly standing: Standing;
  /** It was rejected in the current session. */
  readonly rejectedHere?: boolean;
  /** It was shown unasked in the current session, so the agent has it in its context. */
  readonly shownHere?: boolean;
  /** It follows a strategy that a trusted speaker wants, or does not want. */
  readonly stance?: Stance | undefined;
  /** Other candidates that its words rule out; memories linked as contradicting need not be among them. */
  readonly contrary?: readonly ItemId[] | undefined;
}

interface AdmissionRequest {
  /** Memories were asked for, rather than offered unasked. */
  readonly asked: boolean;
  /** The scopes that are read here. */
  readonly scopes: readonly Scope[];
  /** Reasons that refuse even when asked: a request for all that holds does not name this memory. */
  readonly alsoRefused?: readonly RefusalReason[];
  /** Memories that may contradict each other are admitted: setting `memory.v3.contradiction.enabled`. */
  readonly mayContradict?: boolean;
}

/**
 * Maximum number of memories from one origin in an unasked pack; memories confirmed by a person do not count.
 * When asked, all are shown: one session that saves a rule and later its successor is a single origin.
 */
const mostOfOneOrigin = 1;

/**
 * The first stage of the gate: decides for each memory whether it may enter a context at all, regardless of its
 * usefulness. Some reasons refuse a memory only unasked, and are warnings when asked; the others always refuse it.
 * @param units best first. Of several that contradict each other, the most trusted is admitted, else the first; unasked, the
 * first of one origin
 */
export function admit(units: readonly AdmissionUnit[], request: AdmissionRequest): readonly Admission[] {
  const { asked, alsoRefused = [] } = request;
  const admitted: AdmissionUnit[] = [];
  const possible = units.filter((unit) => {
    const unasked = refusalsUnasked(unit).filter((reason) => !asked || alsoRefused.includes(reason));
    return refusalsForAll(unit, request).length + unasked.length === 0;
  });
  return units.map((unit) => {
    const isBeside = asked && standsBesideSuccessor(unit.item, admitted);
    const found = [
      ...refusalsForAll(unit, request),
      ...refusalsBeside(unit, { admitted, possible }, request),
    ];
    const always = found.filter((reason) => !(isBeside && reason === 'not_active'));
    const unasked = [...refusalsUnasked(unit), ...(isBeside ? (['not_active'] as const) : [])].filter(
      (reason) => !always.includes(reason),
    );
    const refusals = [...always, ...unasked.filter((reason) => !asked || alsoRefused.includes(reason))];
    if (refusals.length > 0) return { admitted: false, refusals, warnings: [] };
    admitted.push(unit);
    return { admitted: true, refusals: [], warnings: unasked };
  });
}

function refusalsForAll(
  { item, freshness, expired, standing, rejectedHere = false }: AdmissionUnit,
  { scopes }: AdmissionRequest,
): readonly RefusalReason[] {
  return reasons({
    quarantined: item.quarantined,
    out_of_scope: !scopes.includes(item.scope),
    not_active: item.status !== 'active',
    expired,
    orphaned: freshness === 'orphaned',
    rejected_before: standing.rejectedBy === 'person' || rejectedHere,
  });
}

/** Reasons against showing it unasked. */
function refusalsUnasked({
  item,
  freshness,
  isOtherCase = false,
  onBranch,
  standing,
  stance,
  shownHere = false,
}: AdmissionUnit): readonly RefusalReason[] {
  const isRule = item.trust === 'imported' && scopeKindOf(item.scope) === 'repo';
  return reasons({
    untrusted: item.trust === 'untrusted' || (item.trust === 'imported' && !isRule),
    unverified: item.trust === 'agent' && !isSeen(item),
    applied: freshness === 'applied' && !isOtherCase,
    stale: freshness === 'stale',
    other_branch: onBranch === false,
    rejected_before: standing.rejectedBy === 'agent',
    avoided_strategy: stance === 'avoid',
    shown_before: shownHere,
  });
}

function refusalsBeside(
  unit: AdmissionUnit,
  {
    admitted,
    possible,
  }: { readonly admitted: readonly AdmissionUnit[]; readonly possible: readonly AdmissionUnit[] },
  { asked, mayContradict = false }: AdmissionRequest,
): readonly RefusalReason[] {
  const { item } = unit;
  return reasons({
    contradicts_another:
      !mayContradict &&
      (admitted.some((other) => contradict(unit, other)) ||
        possible.some((other) => contradict(unit, other) && keepsOut(other.item, item))),
    too_many_of_one_origin:
      !asked &&
      !isTrustedAs(item.trust, 'verified') &&
      admitted.filter((other) => other.item.origin === item.origin).length >= mostOfOneOrigin,
  });
}

/** Whether one memory keeps the other out: more believed; of equals, later and maybe the other's successor. */
function keepsOut(one: MemoryItem, other: MemoryItem): boolean {
  if (isBelievedMore(one, other)) return true;
  return isLater(one, other) && isLinked(one, other.id, ['may_supersede']) && !isBelievedMore(other, one);
}

/** Memories that were changed in turns may each replace the next: an order keeps one of them. */
function isLater(one: MemoryItem, other: MemoryItem): boolean {
  return one.updatedAtMs === other.updatedAtMs ? one.id > other.id : one.updatedAtMs > other.updatedAtMs;
}

/**
 * Whether one of two contradicting memories keeps the other out, even where the other fits better. Of equals neither
 * does. A rule of the repository's files and an agent's word do not replace each other; the rule is to be followed.
 */
function isBelievedMore(one: MemoryItem, other: MemoryItem): boolean {
  const overrides = mayReplace(one.trust, other.trust);
  const isOverridden = mayReplace(other.trust, one.trust);
  if (overrides !== isOverridden) return overrides;
  return !overrides && one.trust === 'imported' && other.trust !== 'imported';
}

/** A superseded lesson is shown when asked, labelled, after its successor and only with other words. */
function standsBesideSuccessor(item: MemoryItem, admitted: readonly AdmissionUnit[]): boolean {
  return (
    item.status === 'superseded' &&
    kindOf(item) === 'lesson' &&
    admitted.some((other) => other.item.id === item.supersededById && other.item.content !== item.content)
  );
}

/** Whether one of two speaks against the other, or may have taken its place. */
export function contradict(
  one: Pick<AdmissionUnit, 'item' | 'contrary'>,
  other: Pick<AdmissionUnit, 'item' | 'contrary'>,
): boolean {
  return speaksAgainst(one, other.item.id) || speaksAgainst(other, one.item.id);
}

function speaksAgainst(
  { item, contrary = [] }: Pick<AdmissionUnit, 'item' | 'contrary'>,
  otherId: ItemId,
): boolean {
  // Until a person has said whether both hold, one of them is enough.
  return isLinked(item, otherId, ['contradicts', 'may_supersede']) || contrary.includes(otherId);
}

function isLinked(
  { relatedItems }: MemoryItem,
  otherId: ItemId,
  relations: readonly ItemRelation[],
): boolean {
  return relatedItems.some(({ id, relation }) => id === otherId && relations.includes(relation));
}

function reasons(found: Partial<Record<RefusalReason, boolean>>): readonly RefusalReason[] {
  return (Object.keys(found) as RefusalReason[]).filter((reason) => found[reason]);
}
