import type { FailureProfile } from '../../model/failure.ts';
import { dice } from '../../text/likeness.ts';
import { namedWords } from '../matching/failure-names.ts';
import { contentWords } from './content-words.ts';

/** The traits that identify a class of failures. */
export interface PatternTraits {
  readonly family?: string | undefined;
  readonly rootCause?: string | undefined;
  /** How it shows, in somebody's words; absent when nobody said. */
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
