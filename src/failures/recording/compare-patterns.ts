import type { FailureEntity, FailureProfile } from '../../model/failure.ts';
import { dice } from '../../text/likeness.ts';
import { contentWords, pointElsewhere } from '../fix-wording.ts';
import { criticalEntities, errorSimilarity, namedWords, readAlike } from '../matching/failure-words.ts';
import { compareFixes, type FixComparison } from './compare-fixes.ts';

/** The traits that identify a class of failures. */
export interface PatternTraits {
  readonly family?: string | undefined;
  readonly rootCause?: string | undefined;
  /** How it shows, in the speaker's words; absent when they did not say. */
  readonly symptom?: string | undefined;
  readonly preventionRule?: string | undefined;
  readonly failure: Pick<FailureProfile, 'errorLines' | 'entities'>;
}

/** `same`: one class of failures. `near`: only a person can decide. `other`: two classes. */
export interface PatternComparison {
  readonly relation: 'same' | 'near' | 'other';
  /** 0–1. */
  readonly likeness: number;
}

const weights = { errors: 0.4, symptom: 0.35, rule: 0.25 } as const;
const samePattern = 0.5;
const nearPattern = 0.42;
/** An equal symptom in words decides, regardless of the printed output. */
const sameSymptom = 0.9;
/** Threshold for error lines alone, which say less than a symptom in words, so more of them must agree. */
const sameByErrorsAlone = 0.65;
const nearByErrorsAlone = 0.55;
/** Words of two names of one root cause. */
const sameRootCause = 0.5;
const readLines = 3;

/**
 * Whether two failures have the same symptom and root cause. Names that only one of them has are ignored, because a
 * pattern covers all names. Different families or root causes always mean different patterns.
 */
export function comparePatterns(told: PatternTraits, known: PatternTraits): PatternComparison {
  if (differ(told.family, known.family) || isOtherCause(told.rootCause, known.rootCause))
    return { relation: 'other', likeness: 0 };
  const own = ownNames(told, known);
  const words = (text: string) => new Set([...contentWords(text)].filter((word) => !own.has(word)));
  const likenessOf = (one: string | undefined, other: string | undefined): number | undefined =>
    one === undefined || other === undefined ? undefined : dice(words(one), words(other));
  const symptom = likenessOf(told.symptom, known.symptom);
  const parts = [
    [weights.errors, errorLikeness(told.failure.errorLines, known.failure.errorLines, words)],
    [weights.symptom, symptom],
    [weights.rule, likenessOf(told.preventionRule, known.preventionRule)],
  ] as const;
  const likeness = weightedMean(parts);
  const isByErrorsAlone = parts.slice(1).every(([, value]) => value === undefined);
  const [same, near] = isByErrorsAlone ? [sameByErrorsAlone, nearByErrorsAlone] : [samePattern, nearPattern];
  if (symptom !== undefined && symptom >= sameSymptom) return { relation: 'same', likeness };
  return { relation: likeness >= same ? 'same' : likeness >= near ? 'near' : 'other', likeness };
}

function differ(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/** Whether the root causes differ. Their names are free text: `missing module` equals `missing_python_module`. */
function isOtherCause(one: string | undefined, other: string | undefined): boolean {
  if (!differ(one, other)) return false;
  const words = (name = '') => contentWords(name.replaceAll(/[_-]/g, ' '));
  return dice(words(one), words(other)) < sameRootCause;
}

/** Similarity of all lines and of the best-matching lines, because one run may print more than another. */
function errorLikeness(
  told: readonly string[],
  known: readonly string[],
  words: (text: string) => ReadonlySet<string>,
): number {
  const read = (lines: readonly string[]) => lines.slice(0, readLines).map(words);
  const [left, right] = [read(told), read(known)];
  const all = (lines: readonly ReadonlySet<string>[]) => new Set(lines.flatMap((line) => [...line]));
  const best = Math.max(0, ...left.flatMap((one) => right.map((other) => dice(one, other))));
  return (dice(all(left), all(right)) + best) / 2;
}

/** Recognised entities, and made-up names in the error lines. */
function namesOf({ entities, errorLines }: PatternTraits['failure']): ReadonlySet<string> {
  const names = [...entities.map(({ value }) => value), ...namedWords(errorLines[0] ?? '').names];
  return new Set(names.flatMap((name) => [...contentWords(name)]));
}

/** Words of the names that only one of the two is about. */
function ownNames({ failure: told }: PatternTraits, { failure: known }: PatternTraits): ReadonlySet<string> {
  const [left, right] = [namesOf(told), namesOf(known)];
  return new Set([...left, ...right].filter((name) => left.has(name) !== right.has(name)));
}

function weightedMean(parts: readonly (readonly [weight: number, value: number | undefined])[]): number {
  const known = parts.filter(([, value]) => value !== undefined);
  const total = known.reduce((sum, [weight]) => sum + weight, 0);
  return total === 0 ? 0 : known.reduce((sum, [weight, value = 0]) => sum + weight * value, 0) / total;
}

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
 * @param relation of the failures: only for the same one does another fix contradict, so that a person must say which helps
 */
export function compareVariants(
  told: FixedFailure,
  known: FixedFailure,
  relation?: FailureRelation,
): VariantComparison {
  const likeness = errorSimilarity(told.failure.errorLines, known.failure.errorLines);
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
