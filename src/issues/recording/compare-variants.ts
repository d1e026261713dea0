import type { FailureEntity, FailureProfile } from '../../model/failure.ts';
import { lineSimilarity, readErrorLines } from '../matching/error-similarity.ts';
import { criticalEntities, namedWords, readAlike } from '../matching/issue-names.ts';
import { compareFixes, type FixComparison } from './compare-fixes.ts';

/** A failure with what made it go away. */
export interface FixedFailure {
  readonly failure: FailureProfile;
  readonly fix: string;
}

/**
 * What one occurrence of a pattern is to another. `same`: about the same names, at a place that may be the same, and its fix
 * says the same. `contradicts`: the same failure, whose fix says otherwise. `doubtful`: nobody but a person can tell.
 * `other`: another way in which the pattern occurs.
 */
type VariantRelation = 'same' | 'contradicts' | 'doubtful' | 'other';

export interface VariantComparison {
  readonly relation: VariantRelation;
  /** How alike their error lines are, 0–1. */
  readonly likeness: number;
}

/** Error lines so alike are of one failure. */
const sameErrors = 0.75;
/** Fixes that share so much are perhaps one. */
const nearFix = 0.5;

/**
 * Compares what is told with a known variant of the same, or of nearly the same, pattern.
 *
 * @param isSameFailure what was printed is the same: of two fixes for it, nobody but a person can tell which one helps
 */
export function compareVariants(
  told: FixedFailure,
  known: FixedFailure,
  isSameFailure = false,
): VariantComparison {
  const likeness = lineSimilarity(
    readErrorLines(told.failure.errorLines),
    readErrorLines(known.failure.errorLines),
  );
  const fix = compareFixes(told.fix, known.fix);
  if (isSameFailure && fix.relation !== 'same' && fix.likeness < nearFix)
    return { relation: 'contradicts', likeness };
  if (areAboutOthers(told.failure, known.failure) || nameOthers(told.failure, known.failure))
    return { relation: 'other', likeness };
  const isElsewhere = isAtAnotherPlace(told.failure, known.failure);
  return { relation: relationOf(fix, likeness >= sameErrors, isElsewhere), likeness };
}

function relationOf(fix: FixComparison, isSameError: boolean, isElsewhere: boolean): VariantRelation {
  // The very same fix at another place is the same remedy; one that only says nearly the same may have been meant for it.
  if (fix.relation === 'same') return !isElsewhere || fix.likeness === 1 ? 'same' : 'doubtful';
  if (!isSameError || isElsewhere) return 'other';
  if (fix.relation === 'contradicts') return 'contradicts';
  return fix.likeness >= nearFix ? 'doubtful' : 'other';
}

/** Whether, of some critical kind of names, each is about one that the other is not about (RSCB-MC, Section 3.2). */
function areAboutOthers(told: FailureProfile, known: FailureProfile): boolean {
  const [one, other] = [criticalEntities(told.entities), criticalEntities(known.entities)];
  const lackedBy = (names: readonly FailureEntity[], others: readonly FailureEntity[]) =>
    names.filter(({ kind, value }) => !others.some((held) => held.kind === kind && held.value === value));
  const kinds = new Set(lackedBy(one, other).map(({ kind }) => kind));
  return lackedBy(other, one).some(({ kind }) => kinds.has(kind));
}

/** Lines that share less of their plain words say different things, whatever they name. */
const alike = 0.5;

/** Whether their most telling lines read alike, and each names what the other does not. */
function nameOthers(told: FailureProfile, known: FailureProfile): boolean {
  const [one, other] = [namedWords(told.errorLines[0] ?? ''), namedWords(known.errorLines[0] ?? '')];
  if (readAlike(one, other) < alike) return false;
  return (
    one.names.some((name) => !other.names.includes(name)) &&
    other.names.some((name) => !one.names.includes(name))
  );
}

/** Whether file, stack or command say that it happened elsewhere; what only one side knows says nothing. */
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
