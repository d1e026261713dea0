import type { ItemId } from '../../model/brands.ts';
import type { PatternBody, VariantBody, VariantDoubt } from '../../model/item-body.ts';
import { isTrustedAs, type Trust } from '../../model/provenance.ts';
import { areWaysOut } from '../../wording/leave-out.ts';
import {
  comparePatterns,
  compareVariants,
  type FailureRelation,
  type PatternComparison,
  type PatternTraits,
  type VariantComparison,
} from './compare-patterns.ts';

/** A failure and its fix as reported. */
export interface ToldVariant {
  readonly pattern: PatternBody;
  readonly variant: Omit<VariantBody, 'patternId'>;
  readonly fix: string;
  /** How far its teller is believed. */
  readonly trust: Trust;
  readonly principal: string;
}

export interface KnownVariant {
  readonly id: ItemId;
  readonly fix: string;
  readonly variant: VariantBody;
  readonly pattern: PatternBody;
  /** Whether it is the very failure that is told, by what was printed. */
  readonly relation: FailureRelation;
  /** True unless it is rejected, superseded or waiting for a person. Only a variant that holds can be contradicted. */
  readonly holds: boolean;
  readonly trust: Trust;
  readonly principal: string;
}

/**
 * The plan for a report. `create`: a new pattern. `split`: a new variant of a known pattern. `attach`: an episode of
 * a known variant. `doubt`: a variant that waits for a person, in a known pattern or a new one.
 */
export type RecordingPlan =
  | { readonly kind: 'create' }
  | { readonly kind: 'split'; readonly patternId: ItemId }
  | { readonly kind: 'attach'; readonly variantId: ItemId }
  | { readonly kind: 'doubt'; readonly patternId?: ItemId; readonly doubt: VariantDoubt };

interface Situation {
  readonly told: ToldVariant;
  /** The pattern that says the same to the letter. */
  readonly exactPatternId?: ItemId | undefined;
  /** Variants that may be of the same pattern, in any order. */
  readonly known: readonly KnownVariant[];
}

interface Compared extends KnownVariant {
  readonly byPattern: PatternComparison;
  readonly byVariant: VariantComparison;
}

/** Normalised failure and fix → its pattern → its variant there (RSCB-MC, Section 2.2). Writes nothing. */
export function planRecording({ told, exactPatternId, known }: Situation): RecordingPlan {
  const compared = known.map((one) => compare(told, one, exactPatternId)).sort(likestFirst);
  const samePattern = compared.filter(({ byPattern }) => byPattern.relation === 'same');
  const same = samePattern.find(
    (one) => one.byVariant.relation === 'same' && mayJoinVariant(told.trust, one),
  );
  if (same !== undefined) return { kind: 'attach', variantId: same.id };
  const patternId = exactPatternId ?? samePattern[0]?.variant.patternId;
  const doubt = findDoubt(told, compared);
  if (doubt !== undefined) return { kind: 'doubt', doubt, ...(patternId === undefined ? {} : { patternId }) };
  return patternId === undefined ? { kind: 'create' } : { kind: 'split', patternId };
}

function compare(told: ToldVariant, known: KnownVariant, exactPatternId: ItemId | undefined): Compared {
  const isExact = known.variant.patternId === exactPatternId;
  return {
    ...known,
    byPattern: isExact ? { relation: 'same', likeness: 1 } : comparePatterns(traits(told), traits(known)),
    byVariant: compareVariants(
      { failure: told.variant.failure, fix: told.fix },
      { failure: known.variant.failure, fix: known.fix },
      known.relation,
    ),
  };
}

/** A contradiction is the more pressing doubt: one of the two fixes is wrong. */
function findDoubt(told: ToldVariant, compared: readonly Compared[]): VariantDoubt | undefined {
  const near = compared.filter(({ holds, byPattern }) => holds && byPattern.relation !== 'other');
  const contradicted = near.find(
    (one) =>
      one.byVariant.relation === 'contradicts' &&
      !isOwnWord(told, one) &&
      !areWaysOut(told.variant.seen, one.variant.seen),
  );
  if (contradicted !== undefined) return { kind: 'contradiction', variantId: contradicted.id };
  // A less trusted fix is no reason to let a person's word wait.
  const equals = near.filter(({ trust }) => isTrustedAs(trust, told.trust));
  const doubtful = equals.find(
    ({ byVariant: { relation } }) => relation === 'doubtful' || relation === 'same',
  );
  return doubtful === undefined ? undefined : { kind: 'merge', variantId: doubtful.id };
}

/** A person's later word takes the place of the earlier one: both are kept, and matching shows the later. */
function isOwnWord(told: ToldVariant, known: Compared): boolean {
  return told.trust === 'user' && known.trust === 'user' && told.principal === known.principal;
}

function likestFirst(one: Compared, other: Compared): number {
  const likeness = ({ byPattern, byVariant }: Compared) => byPattern.likeness + byVariant.likeness;
  return likeness(other) - likeness(one) || (one.id < other.id ? -1 : 1);
}

function traits({ pattern, variant }: Pick<ToldVariant, 'pattern' | 'variant'>): PatternTraits {
  const { family, rootCause, preventionRule } = pattern;
  const { symptom, failure } = variant;
  return {
    failure,
    family,
    rootCause,
    preventionRule,
    symptom,
  };
}

/**
 * Whether an episode may join a variant that says the same in other words. It must not lend trust to words its speaker never
 * read, nor revive a rejected fix: a person's "install left-pad" does not support an agent's "install left-pad and always
 * begin with …". An agent's episode joins a rejected variant, and stays as silent.
 * @param told trust of its speaker
 */
export function mayJoinVariant(
  told: Trust,
  known: { readonly trust: Trust; readonly holds: boolean },
): boolean {
  return told !== 'user' || (known.holds && isTrustedAs(known.trust, told));
}
