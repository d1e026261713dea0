import type { FailureEntity, FailureProfile } from '../../model/failure.ts';
import { pointElsewhere } from '../mask-references.ts';
import { lineSimilarity, readErrorLines } from '../matching/error-similarity.ts';
import { criticalEntities, namedWords, readAlike } from '../matching/failure-names.ts';
import { compareFixes, type FixComparison } from './compare-fixes.ts';

/** A failure with what made it go away. */
interface FixedFailure {
  readonly failure: FailureProfile;
  readonly fix: string;
}

/**
 * Relation of two occurrences of a pattern. `same`: the same names, possibly the same place, and the same fix.
 * `contradicts`: the same failure with a contradicting fix. `doubtful`: only a person can decide. `other`: another
 * variant of the pattern.
 */
type VariantRelation = 'same' | 'contradicts' | 'doubtful' | 'other';

export interface VariantComparison {
  readonly relation: VariantRelation;
  /** Similarity of their error lines, 0–1. */
  readonly likeness: number;
}

/** Whether two failures are one, by all that they printed; undefined where that is not to be told. */
export type FailureRelation = 'same' | 'other' | undefined;

/** Similarity of error lines from which on two failures are the same. */
const sameErrors = 0.75;
/** Similarity from which on two fixes may be the same. */
const nearFix = 0.5;

/**
 * Compares a reported failure with a known variant of the same, or a similar, pattern.
 *
 * @param relation of two fixes for the same failure only a person can tell which one helps; for another failure, another fix
 * contradicts nothing
 */
export function compareVariants(
  told: FixedFailure,
  known: FixedFailure,
  relation?: FailureRelation,
): VariantComparison {
  const likeness = lineSimilarity(
    readErrorLines(told.failure.errorLines),
    readErrorLines(known.failure.errorLines),
  );
  const fix = compareFixes(told.fix, known.fix);
  const isSameFailure = relation === 'same';
  if (isSameFailure && fix.relation !== 'same' && fix.likeness < nearFix)
    return { relation: 'contradicts', likeness };
  if (areAboutOthers(told.failure, known.failure) || nameOthers(told.failure, known.failure))
    return { relation: 'other', likeness };
  // "Fixed by #12" and "fixed by #31" agree where the failure is one; of two failures they say nothing in common.
  if (!isSameFailure && pointElsewhere(told.fix, known.fix)) return { relation: 'other', likeness };
  const isElsewhere = isAtAnotherPlace(told.failure, known.failure);
  const found = relationOf(fix, likeness >= sameErrors, isElsewhere);
  return { relation: found === 'contradicts' && relation === 'other' ? 'other' : found, likeness };
}

function relationOf(fix: FixComparison, isSameError: boolean, isElsewhere: boolean): VariantRelation {
  // An identical fix is the same at any place; a merely similar one at another place may be specific to that place.
  if (fix.relation === 'same') return !isElsewhere || fix.likeness === 1 ? 'same' : 'doubtful';
  if (!isSameError || isElsewhere) return 'other';
  if (fix.relation === 'contradicts') return 'contradicts';
  return fix.likeness >= nearFix ? 'doubtful' : 'other';
}

/** Whether each has a name of the same critical kind that the other lacks (RSCB-MC, Section 3.2). */
function areAboutOthers(told: FailureProfile, known: FailureProfile): boolean {
  const [one, other] = [criticalEntities(told.entities), criticalEntities(known.entities)];
  const lackedBy = (names: readonly FailureEntity[], others: readonly FailureEntity[]) =>
    names.filter(({ kind, value }) => !others.some((held) => held.kind === kind && held.value === value));
  const kinds = new Set(lackedBy(one, other).map(({ kind }) => kind));
  return lackedBy(other, one).some(({ kind }) => kinds.has(kind));
}

/** Lines that share fewer plain words have different meanings, whatever they name. */
const alike = 0.5;

/** Whether their most important lines have the same wording but different names. */
function nameOthers(told: FailureProfile, known: FailureProfile): boolean {
  const [one, other] = [namedWords(told.errorLines[0] ?? ''), namedWords(known.errorLines[0] ?? '')];
  if (readAlike(one, other) < alike) return false;
  return (
    one.names.some((name) => !other.names.includes(name)) &&
    other.names.some((name) => !one.names.includes(name))
  );
}

/** Whether file, stack or command differ; a fact known on one side only does not count. */
function isAtAnotherPlace(told: FailureProfile, known: FailureProfile): boolean {
  const { file, command, frames = [] } = told;
  if (file !== undefined && known.file !== undefined && file !== known.file) return true;
  if (command !== undefined && known.command !== undefined && command.family !== known.command.family)
    return true;
  const places = new Set(known.frames?.map(frameName));
  return frames.length > 0 && places.size > 0 && !frames.some((frame) => places.has(frameName(frame)));
}

function frameName({
  path,
  function: name = '',
}: {
  readonly path: string;
  readonly function?: string;
}): string {
  return `${path} ${name}`;
}
