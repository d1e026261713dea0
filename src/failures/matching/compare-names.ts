import type { FailureQuery, KnownFailure } from './failure-sides.ts';
import { holdsName, type NamedWords, namedWords, readAlike } from './failure-words.ts';

/** Result of comparing the names in the queried failure with those of a known one. */
export interface NameComparison {
  /** Names of the query in whose place the known failure has another name. */
  readonly conflicting: readonly string[];
  /** Names of the query that the memory also contains. */
  readonly shared: readonly string[];
  /** Share of the query's names that the memory contains, weighted by rarity; undefined without names. */
  readonly found: number | undefined;
  /** Share of the names that contradict, 0–1. */
  readonly conflict: number;
}

/** Lines that share less than this have different meanings, whatever they name. */
const alike = 0.5;
/** A differing name counts more than an agreeing one: `data.csv` may be missing in many projects named `api`. */
const conflictWeight = 3;
/**
 * Compares what two failures name. Names conflict if each side has one that the other lacks, within a critical kind or
 * within lines of otherwise equal wording. It is no conflict if only one side has more names.
 */
export function compareNames(query: FailureQuery, known: KnownFailure): NameComparison {
  const conflicting = new Set([...conflictingEntities(query, known), ...conflictingInLines(query, known)]);
  const named = new Set([...query.names, ...query.lines.flatMap(({ names }) => names)]);
  const shared = [...named].filter((name) => !conflicting.has(name) && holds(known, name));
  const rarityOf = (names: Iterable<string>): number => {
    let sum = 0;
    for (const name of names) sum += query.rarityOfName(name);
    return sum;
  };
  const against = conflictWeight * rarityOf(conflicting);
  const all = rarityOf(named);
  return {
    conflicting: [...conflicting],
    shared,
    found: all === 0 ? undefined : rarityOf(shared) / all,
    conflict: against === 0 ? 0 : against / (against + rarityOf(shared)),
  };
}

function conflictingEntities(query: FailureQuery, known: KnownFailure): readonly string[] {
  const lacking = new Set(
    known.entities.filter(({ value }) => !holds(query, value.toLowerCase())).map(({ kind }) => kind),
  );
  return query.entities
    .filter(({ kind }) => lacking.has(kind))
    .map(({ value }) => value.toLowerCase())
    .filter((name) => !holds(known, name));
}

function conflictingInLines(query: FailureQuery, known: KnownFailure): readonly string[] {
  let others: readonly NamedWords[] | undefined;
  return query.lines.flatMap((line) => {
    const names = line.names.filter((name) => !holds(known, name));
    if (names.length === 0) return [];
    others ??= known.lines.map(namedWords);
    const isOther = mostAlike(line, others)?.names.some((name) => !holds(query, name)) ?? false;
    return isOther ? names : [];
  });
}

function holds({ names, text }: FailureQuery | KnownFailure, name: string): boolean {
  return names.has(name) || holdsName(text, name);
}

function mostAlike(line: NamedWords, others: readonly NamedWords[]): NamedWords | undefined {
  let best: NamedWords | undefined;
  let likeness = alike;
  for (const other of others) {
    const found = readAlike(line, other);
    if (found < likeness || (found === likeness && best !== undefined)) continue;
    best = other;
    likeness = found;
  }
  return best;
}
