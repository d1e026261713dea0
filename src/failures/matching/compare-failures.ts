import type {
  FailureComparison,
  FailureEntity,
  FailureEntityKind,
  FailureLikeness,
  FailureProfile,
} from '../../model/failure.ts';
import type { ScoreTree } from '../../model/score-tree.ts';
import { errorSimilarity } from './error-similarity.ts';
import { findReplacedWord } from './find-replaced-word.ts';

/** Least similarity of equal errors: a larger difference is more than normalisation may have left over. */
const sameErrors = 0.9;
const similarFailures = 0.5;

const weights = { errors: 0.6, exceptions: 0.15, entities: 0.15, command: 0.1 } as const;

/**
 * Kinds of names that do not distinguish causes: versions change with every release, and any quoted word is a `name`.
 */
const uncritical: ReadonlySet<FailureEntityKind> = new Set(['version']);

/**
 * How alike two failures are. `same` allows acting without asking, so it needs all of these: the same normalised error;
 * commands of one family, if both are known; no contradicting kind of failure or critical entity (RSCB-MC, Section
 * 3.2); and no word of an error line that the other replaces by another word.
 */
export function compareFailures(query: FailureProfile, known: FailureProfile): FailureComparison {
  const errors = errorSimilarity(query.errorLines, known.errorLines);
  const conflicts = conflictingEntities(query.entities, known.entities);
  const exceptions = overlap(query.exceptionTypes, known.exceptionTypes);
  const entities = overlap(query.entities.map(identityOf), known.entities.map(identityOf));
  const isSameFamily = query.command !== undefined && query.command.family === known.command?.family;
  const isOtherFamily = query.command !== undefined && known.command !== undefined && !isSameFamily;
  const parts = weightedMean([
    part('error lines found again in each other', weights.errors, errors.value),
    part('kinds of failure in common', weights.exceptions, exceptions),
    part('names in common', weights.entities, entities),
    part('command of one family', weights.command, isSameFamily ? 1 : isOtherFamily ? 0 : undefined),
  ]);
  // Generic lines such as `FAIL TestWriter` and `exit status 1` match themselves for any cause, so they are not
  // evidence.
  const isTelling =
    query.guessed !== true &&
    known.guessed !== true &&
    errors.sharedWords + sharedNames(query.entities, known.entities) >= 2;
  const isSame =
    errors.value >= sameErrors &&
    isTelling &&
    !isOtherFamily &&
    conflicts.length === 0 &&
    exceptions !== 0 &&
    findReplacedWord(query.errorLines, known.errorLines) === undefined;
  return {
    similarity: parts.value,
    sameCommandFamily: isSameFamily,
    conflicts,
    strength: strengthOf(isSame, parts.value),
    parts,
  };
}

function strengthOf(isSame: boolean, similarity: number): FailureLikeness {
  if (isSame) return 'same';
  return similarity >= similarFailures ? 'similar' : 'different';
}

/**
 * Names of the query that contradict the known failure: each side has a name of this kind that the other lacks. If only
 * one side has more names, its output may simply have been longer.
 */
function conflictingEntities(
  query: readonly FailureEntity[],
  known: readonly FailureEntity[],
): readonly FailureEntity[] {
  const queried = new Set(query.map(identityOf));
  const shared = new Set(known.map(identityOf));
  const unmatched = new Set(
    known.filter((entity) => !queried.has(identityOf(entity))).map(({ kind }) => kind),
  );
  return query.filter(
    (entity) => unmatched.has(entity.kind) && !shared.has(identityOf(entity)) && !uncritical.has(entity.kind),
  );
}

function sharedNames(query: readonly FailureEntity[], known: readonly FailureEntity[]): number {
  const names = new Set(known.map(identityOf));
  return query.filter((entity) => entity.kind !== 'test' && names.has(identityOf(entity))).length;
}

function identityOf({ kind, value }: FailureEntity): string {
  return `${kind} ${value}`;
}

/** Jaccard index; undefined when a side is empty, which says nothing. */
function overlap(left: readonly string[], right: readonly string[]): number | undefined {
  if (left.length === 0 || right.length === 0) return undefined;
  const all = new Set([...left, ...right]);
  const held = new Set(right);
  return new Set(left.filter((value) => held.has(value))).size / all.size;
}

interface Part {
  readonly description: string;
  readonly weight: number;
  readonly value: number | undefined;
}

function part(description: string, weight: number, value: number | undefined): Part {
  return { description, weight, value };
}

/** Weighted mean of the known parts; the tree's children are the contributions. */
function weightedMean(all: readonly Part[]): ScoreTree {
  const known = all.filter(({ value }) => value !== undefined);
  const total = known.reduce((sum, { weight }) => sum + weight, 0);
  const parts = known.map(({ description, weight, value = 0 }) => ({
    value: total === 0 ? 0 : (weight * value) / total,
    description: `${description}: ${value.toFixed(2)} × ${weight} of ${total.toFixed(2)}`,
    parts: [],
  }));
  const value = Math.min(
    1,
    parts.reduce((sum, child) => sum + child.value, 0),
  );
  return { value, description: 'likeness of two failures', parts };
}
