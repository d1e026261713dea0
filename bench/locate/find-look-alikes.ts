import { splitIdentifier } from '../../src/text/words.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { readBlobs } from './read-blobs.ts';

/** A question and rankings of files for it, by method. */
export interface EntityCase {
  readonly gitDirectory: string;
  readonly commit: string;
  readonly text: string;
  readonly gold: readonly string[];
  readonly rankings: Readonly<Record<string, readonly string[]>>;
}

/** What came of a question that names a class of the answer. */
export interface EntityOutcome {
  /** Places among the first five of each ranking, from 1, at which a file has a class that only looks like the named one. */
  readonly wrongPlaces: Readonly<Record<string, readonly number[]>>;
  /** Place of the first right file. */
  readonly rightPlaces: Readonly<Record<string, number>>;
}

const judgedDepth = 5;

/**
 * Undefined unless the question names a class, of a name with several parts, that a file of the answer defines. A look-alike
 * is another class with the same first or last part (`MigrationWriter`, `OperationWriter`, `MigrationLoader`), in a file
 * that defines none of the classes named.
 */
export function findLookAlikes({
  gitDirectory,
  commit,
  text,
  gold,
  rankings,
}: EntityCase): EntityOutcome | undefined {
  const tops = Object.entries(rankings).map(
    ([method, files]) => [method, files.slice(0, judgedDepth)] as const,
  );
  const paths = [...new Set([...gold, ...tops.flatMap(([, files]) => files)])];
  const classes = new Map<string, readonly string[]>();
  const names = paths.map((path) => `${commit}:${path}`);
  readBlobs(gitDirectory, names, (name, source) =>
    classes.set(name.slice(commit.length + 1), classesOf(source)),
  );
  const words = new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  const named = gold
    .flatMap((path) => classes.get(path) ?? [])
    .filter((name) => words.has(name) && isCompound(name));
  if (named.length === 0) return undefined;
  const isWrong = (path: string) => {
    const own = classes.get(path) ?? [];
    if (gold.includes(path) || own.some((name) => words.has(name))) return false;
    return own.some((name) => named.some((entity) => looksLike(name, entity)));
  };
  return {
    wrongPlaces: Object.fromEntries(
      tops.map(([method, files]) => [method, files.flatMap((path, i) => (isWrong(path) ? [i + 1] : []))]),
    ),
    rightPlaces: Object.fromEntries(
      tops.map(([method]) => [
        method,
        1 + (rankings[method] ?? []).findIndex((path) => gold.includes(path)) || Number.POSITIVE_INFINITY,
      ]),
    ),
  };
}

const classDefinition =
  /^[ \t]*(?:[a-z]+[ \t]+)*(?:class|interface|struct|enum|trait)[ \t]+([\p{L}_][\p{L}\p{N}_]*)/gmu;

export function classesOf(source: string): readonly string[] {
  return [...source.matchAll(classDefinition)].map(([, name = '']) => name);
}

function isCompound(name: string): boolean {
  return splitIdentifier(name).length > 1;
}

export function looksLike(name: string, other: string): boolean {
  const [own, theirs] = [splitIdentifier(name), splitIdentifier(other)];
  if (name === other || own.length < 2) return false;
  return own[0] === theirs[0] || own.at(-1) === theirs.at(-1);
}

/** How often a file with the wrong class is shown, and how often it comes before the right one. */
export function describeLookAlikes(outcomes: readonly EntityOutcome[], caseCount: number): Table {
  const methods = Object.keys(outcomes[0]?.wrongPlaces ?? {});
  return {
    title: `Look-alikes: ${outcomes.length} of ${caseCount} questions name a class of the answer whose name has several parts`,
    columns: [
      'method',
      `of the first ${judgedDepth} files`,
      'questions with one',
      'questions where one precedes the answer',
    ],
    rows: methods.map((method) => {
      const wrong = outcomes.map(({ wrongPlaces }) => wrongPlaces[method] ?? []);
      const right = outcomes.map(({ rightPlaces }) => rightPlaces[method] ?? Number.POSITIVE_INFINITY);
      const misled = wrong.filter((places, i) => places.some((place) => place < (right[i] as number)));
      return [
        method,
        describeRate(wrong.flat().length, judgedDepth * outcomes.length),
        describeRate(wrong.filter(({ length }) => length > 0).length, outcomes.length),
        describeRate(misled.length, outcomes.length),
      ];
    }),
  };
}
