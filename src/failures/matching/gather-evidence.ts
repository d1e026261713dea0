import type { FailureProfile } from '../../model/failure.ts';
import type { NameComparison } from './compare-names.ts';
import { compareCommands, compareFiles, compareFrames, jaccard } from './compare-places.ts';
import { lineSimilarity } from './error-similarity.ts';
import type { FailureQuery, KnownFailure, WeightedView } from './failure-sides.ts';
import { shareFound } from './failure-terms.ts';
import type { PartName } from './match-weights.ts';

/** Strength of each kind of evidence, 0–1; unknown kinds are absent. */
export type Evidence = Readonly<Partial<Record<PartName, number>>>;

interface GatheredEvidence {
  readonly evidence: Evidence;
  /**
   * Share of words that the other side lacks, 0–1; the smaller of both sides, because one output may simply be longer.
   */
  readonly replaced: number;
  /** Both have a kind of failure and a confident family and cause, and these differ. */
  readonly isOtherCause: boolean;
}

/** Compares the queried failure with a known one in every aspect except contradicting names. */
export function gatherEvidence(
  query: FailureQuery,
  known: KnownFailure,
  names: NameComparison,
): GatheredEvidence {
  const view = bestView(query, known.views);
  const { failure: queried } = query;
  const { failure } = known;
  const family = compareFamilies(queried.family, failure.family);
  // Within one family, different exceptions mean nearly the same: `ImportError` and `ModuleNotFoundError`.
  const isOneFamily = family !== undefined && family > 0;
  const asked = shareFound(
    query.terms,
    isOneFamily ? either(known.terms, query.exceptionTerms) : known.terms,
  );
  const exceptions = jaccard(new Set(queried.exceptionTypes), new Set(failure.exceptionTypes));
  const all: Readonly<Record<PartName, number | undefined>> = {
    known: view.value,
    asked,
    lines: Math.max(...known.errors.map((errors) => lineSimilarity(query.errors, errors))),
    names: names.found,
    particulars: jaccard(query.particulars, known.particulars),
    exceptions: isOneFamily && exceptions !== undefined ? Math.max(exceptions, oneFamily) : exceptions,
    family,
    command: compareCommands(query, known),
    place: compareFiles(query.file, known.file),
    frames: compareFrames(queried.frames, failure.frames),
    environment: jaccard(new Set(queried.environment), new Set(failure.environment)),
  };
  return {
    evidence: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
    replaced: Math.min(1 - view.found, 1 - asked),
    isOtherCause:
      family !== undefined &&
      family < 1 &&
      exceptions !== undefined &&
      areSure(queried.family, failure.family),
  };
}

/** Agreement of kinds of failure that differ only in name. */
const oneFamily = 0.5;

function either(one: Terms, other: Terms): Terms {
  return { has: (term) => one.has(term) || other.has(term) };
}

interface Terms {
  has(term: string): boolean;
}

interface FoundView {
  /** Share of it that is in the query, 0–1. */
  readonly found: number;
  /** The share multiplied by the text's weight. */
  readonly value: number;
}

function bestView(query: FailureQuery, views: readonly WeightedView[]): FoundView {
  let best: FoundView = { found: 0, value: 0 };
  for (const { weight, terms } of views) {
    const found = shareFound(terms, query.terms);
    if (weight * found > best.value) best = { found, value: weight * found };
  }
  return best;
}

type Family = FailureProfile['family'];

const sameFamilyOnly = 0.7;
/** A family with a lower confidence does not count as evidence. */
const likely = 0.5;
const sure = 0.8;

function compareFamilies(query: Family, known: Family): number | undefined {
  if (query === undefined || known === undefined) return undefined;
  if (Math.min(query.confidence, known.confidence) < likely) return undefined;
  if (query.name !== known.name) return 0;
  return query.rootCause === known.rootCause ? 1 : sameFamilyOnly;
}

function areSure(...families: readonly Family[]): boolean {
  return families.every((family) => family !== undefined && family.confidence >= sure);
}
