import type { FailureProfile, StackFrame } from '../../model/failure.ts';
import { jaccard } from '../../text/likeness.ts';
import { folderOf } from '../../text/path-role.ts';
import type { NameComparison } from './compare-names.ts';
import type { FailureQuery, KnownFailure, WeightedView } from './failure-sides.ts';
import { lineSimilarity, type ReadLines, readErrorLines, shareFound } from './failure-words.ts';

/** One kind of evidence in F(q, c). */
export interface PartWeight {
  readonly description: string;
  readonly weight: number;
  /**
   * Share of the weight that counts when nothing agrees. The same failure can have many commands and wordings, so
   * agreement is stronger evidence than its absence.
   */
  readonly against: number;
}

/** Weights of the parts of F(q, c). Only parts known on both sides count, so their sum does not matter. */
export const matchWeights = {
  /** The best-matching text about the known failure (an error line, its symptom, its context …). */
  known: { description: 'what is known is in what failed', weight: 0.36, against: 1 },
  asked: { description: 'what failed is in the memory', weight: 0.2, against: 1 },
  lines: { description: 'error lines are in each other', weight: 0.12, against: 0.4 },
  names: { description: 'names it has too', weight: 0.08, against: 0.5 },
  /** Original values that normalisation removes. */
  particulars: { description: 'the same numbers and paths', weight: 0.06, against: 0.7 },
  exceptions: { description: 'kinds of failure in common', weight: 0.06, against: 0.7 },
  family: { description: 'failure family and root cause', weight: 0.06, against: 0.7 },
  command: { description: 'the command', weight: 0.06, against: 0.4 },
  place: { description: 'the file', weight: 0.06, against: 0.4 },
  frames: { description: 'frames of the stack', weight: 0.06, against: 0.4 },
  environment: { description: 'what it ran in', weight: 0.02, against: 0.5 },
} as const satisfies Readonly<Record<string, PartWeight>>;

export type PartName = keyof typeof matchWeights;

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
  const asked = shareFound(query.terms, known.terms);
  const exceptions = agreement(queried.exceptionTypes, failure.exceptionTypes);
  const all: Readonly<Record<PartName, number | undefined>> = {
    known: view.value,
    asked,
    lines: Math.max(...known.errors.map((errors) => lineSimilarity(query.errors, errors))),
    names: names.found,
    particulars: agreement(query.particulars, known.particulars),
    exceptions,
    family,
    command: compareCommands(query, known),
    place: compareFiles(query.file, known.file),
    frames: compareFrames(queried.frames, failure.frames),
    environment: agreement(queried.environment, failure.environment),
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

const sameFamily = 0.7;
const sameFolder = 0.5;
const framesLookedAt = 8;

interface CommandSide {
  readonly failure: FailureProfile;
  readonly command: string | undefined;
}

/** Similarity of two commands: by family, and by common words within it. Undefined when one is unknown. */
export function compareCommands(query: CommandSide, known: CommandSide): number | undefined {
  const family = query.failure.command?.family;
  const other = known.failure.command?.family;
  if (family === undefined || other === undefined) return undefined;
  if (family !== other) return 0;
  return sameFamily + (1 - sameFamily) * (agreement(wordsOf(query.command), wordsOf(known.command)) ?? 1);
}

/** 1 for the same file, less for one of the same kind in the same folder. Undefined when one is unknown. */
export function compareFiles(query: string | undefined, known: string | undefined): number | undefined {
  if (query === undefined || known === undefined) return undefined;
  if (query === known || query.endsWith(`/${known}`) || known.endsWith(`/${query}`)) return 1;
  return folderOf(query) === folderOf(known) && extensionOf(query) === extensionOf(known) ? sameFolder : 0;
}

/**
 * Share of common frames in the project's own code, weighted towards the innermost. Undefined when one side has none.
 */
export function compareFrames(
  query: readonly StackFrame[] = [],
  known: readonly StackFrame[] = [],
): number | undefined {
  return agreement(innerFrames(query), innerFrames(known));
}

/** How many inner frames both failures passed through: any failure of a command may share its outermost ones. */
export function countSharedFrames(one: FailureProfile, other: FailureProfile): number {
  const frames = new Set(innerFrames(one.frames));
  return new Set(innerFrames(other.frames).filter((frame) => frames.has(frame))).size;
}

function innerFrames(frames: readonly StackFrame[] = []): readonly string[] {
  return frames.slice(-framesLookedAt).map((frame) => `${frame.path} ${frame.function ?? ''}`);
}

/** Share of common members; undefined when a side is empty, which says nothing. */
function agreement(left: Iterable<string> = [], right: Iterable<string> = []): number | undefined {
  const [one, other] = [new Set(left), new Set(right)];
  return one.size === 0 || other.size === 0 ? undefined : jaccard(one, other);
}

function wordsOf(command: string | undefined): readonly string[] {
  return (command ?? '').split(/\s+/).filter(Boolean);
}

function extensionOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0] ?? '';
}

/** Number of lines compared, because any error of a list may be the known one. */
const comparedLines = 6;
/** The place of an error: it is ignored, because a file may fail for many causes. */
const place = /^(?:E\s+)?[\w\u0080-\uffff./@+-]+:(?: line)? ?__NUM__(?::__NUM__)?:?\s*/;

/** Similarity of the two likest messages about a place, 0–1; undefined if a side has no line with a place. */
export function messageLikeness(query: readonly string[], known: readonly string[]): number | undefined {
  const asked = messagesOf(query);
  const met = messagesOf(known);
  if (asked.length === 0 || met.length === 0) return undefined;
  return Math.max(...asked.flatMap((one) => met.map((other) => lineSimilarity(one, other))));
}

/** Messages of lines with a place. A single word is only a kind of failure: `tests/test_pot.py:3: KeyError`. */
function messagesOf(lines: readonly string[]): readonly ReadLines[] {
  return lines
    .slice(0, comparedLines)
    .filter((line) => place.test(line))
    .map((line) => readErrorLines([line.replace(place, '')]))
    .filter(([words]) => words !== undefined && words.size > 1);
}
