import type { FailureProfile } from '../../model/failure.ts';
import { compareCommands, compareFiles, compareFrames, jaccard } from '../recording/compare-places.ts';
import type { NameComparison } from './compare-names.ts';
import { lineSimilarity } from './error-similarity.ts';
import type { FailureQuery, KnownFailure, WeightedView } from './failure-sides.ts';
import { shareFound } from './failure-terms.ts';
import type { PartName } from './match-weights.ts';

/** How far each kind of evidence speaks for it, 0–1; what cannot be told is absent. */
export type Evidence = Readonly<Partial<Record<PartName, number>>>;

interface GatheredEvidence {
  readonly evidence: Evidence;
  /** How much each side says that the other does not, 0–1: the lesser of both, for one of them may just tell more. */
  readonly replaced: number;
  /** Both name a kind of failure and are surely of some family and cause, and these differ. */
  readonly isOtherCause: boolean;
}

/** Compares a failure at hand with a known one in every respect but the names that contradict. */
export function gatherEvidence(
  query: FailureQuery,
  known: KnownFailure,
  names: NameComparison,
): GatheredEvidence {
  const view = bestView(query, known.views);
  const { failure: queried } = query;
  const { failure } = known;
  const family = compareFamilies(queried.family, failure.family);
  // In one family, `ImportError` and `ModuleNotFoundError` are two words for nearly one thing.
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

/** Kinds of failure that differ in name only agree so far. */
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
  /** That times how much it can tell. */
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
/** A family that is less likely than this is no evidence. */
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
