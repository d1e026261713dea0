import { readStructure } from '../../codebase/index-blob.ts';
import { subjectOf } from '../../history/commit-message.ts';
import { type ListedFix, listFixes } from '../../history/file-fixes.ts';
import type { RenameMap } from '../../history/rename-map.ts';
import {
  cutFunctions,
  followFunction,
  functionText,
  type NamedText,
  touchedFunctions,
} from '../../locate/cut-functions.ts';
import { chanceOfTouch } from '../../locate/rank-functions.ts';
import type { EarlierFix, FixedFunction } from '../../model/answers/file-location.ts';
import type { CommitId } from '../../model/repository.ts';
import type { FileLineChanges, GitReader } from '../../ports/git-reader.ts';
import type { HistorySnapshot } from '../../ports/repository-index.ts';
import type { SyntaxParser } from '../../ports/syntax-parser.ts';
import { withoutSecrets } from '../history/examine-commit.ts';
import { readBlobTexts } from '../snapshot/open-code.ts';

/** A function of a likely file, as it is today. */
interface FunctionToday extends NamedText {
  /** Absent where the answer gives none: the history is too short. */
  readonly confidence?: number | undefined;
}

interface EarlierFixesRequest extends ReadTouchedRequest {
  readonly snapshot: HistorySnapshot;
  readonly renames: RenameMap;
  readonly evidenceFileLimit: number;
  /** Likely files, best first, and how long they are. */
  readonly files: readonly { readonly path: string; readonly characters: number }[];
  readonly functions: readonly FunctionToday[];
  readonly count: number;
}

/** A fix of many functions is about none of them in particular. */
const mostShownFunctions = 3;
/** Latest fixes of each file whose functions are read: fewer of a long one, because parsing takes time. */
const mostFixesOfFile = 25;
const fewestFixesOfFile = 5;
const mostCharactersOfFile = 2_000_000;
const mostShownLines = 6;
const longestShownLine = 200;

/**
 * The past fixes that changed a likely function, or at least a likely file, likeliest first, then latest. Functions are
 * followed through renames of their files, and where they were renamed or moved among the likely files.
 */
export async function findEarlierFixes(request: EarlierFixesRequest): Promise<readonly EarlierFix[]> {
  const { snapshot, renames, evidenceFileLimit, count } = request;
  const files = request.files.map(({ path }) => path);
  const wanted = request.files.map(({ path, characters }) => ({ path, mostFixes: mostFixesIn(characters) }));
  const fixes = listFixes(snapshot, renames, wanted, evidenceFileLimit);
  const touched = await readTouched(request, fixes);
  const found = fixes.map((fix) => describeFix(request, files, fix, touched.get(fix.commit.id) ?? []));
  const rankOf = (fix: EarlierFix) => files.indexOf(fix.files[0] ?? '');
  return found
    .toSorted(
      (a, b) =>
        (b.confidence ?? 0) - (a.confidence ?? 0) ||
        b.functions.length - a.functions.length ||
        rankOf(a) - rankOf(b) ||
        b.committedAtMs - a.committedAtMs,
    )
    .slice(0, count);
}

function mostFixesIn(characters: number): number {
  const affordable = Math.floor(mostCharactersOfFile / Math.max(1, characters));
  return Math.max(fewestFixesOfFile, Math.min(mostFixesOfFile, affordable));
}

function describeFix(
  { functions }: EarlierFixesRequest,
  files: readonly string[],
  { commit, paths }: ListedFix,
  touched: readonly FormerFunction[],
): EarlierFix {
  const followed = touched.flatMap((former) => {
    const today = followFunction(former, functions, former.neighbours);
    return today === undefined ? [] : [{ today, former }];
  });
  const isSure = functions.some(({ confidence }) => confidence !== undefined);
  const changed = new Set(paths.values());
  return {
    commit: commit.id,
    subject: subjectOf(withoutSecrets(commit.message)),
    committedAtMs: commit.committedAtMs,
    ...(isSure ? { confidence: chanceOfTouch(followed.map(({ today }) => today.confidence ?? 0)) } : {}),
    functions: followed
      .toSorted((a, b) => (b.today.confidence ?? 0) - (a.today.confidence ?? 0))
      .slice(0, mostShownFunctions)
      .map(({ today, former }) => describeChange(today, former)),
    files: files.filter((path) => changed.has(path)),
  };
}

function describeChange(today: FunctionToday, former: FormerFunction): FixedFunction {
  // Before a line is cut, since half of a secret is not known as one.
  const shown = (lines: readonly string[]) =>
    withoutSecrets(lines.join('\n'))
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, mostShownLines)
      .map((line) => line.slice(0, longestShownLine));
  const removed = shown(former.removed);
  const added = shown(former.added);
  const formerly = formerName(today, former);
  return {
    path: today.path,
    name: today.name,
    ...(formerly === undefined ? {} : { formerly }),
    removed,
    added,
    omittedLines: former.removed.length + former.added.length - removed.length - added.length,
  };
}

function formerName(today: FunctionToday, former: FormerFunction): string | undefined {
  if (today.name !== former.name) return `${former.formerPath}: ${former.name}`;
  return today.path === former.formerPath ? undefined : former.formerPath;
}

interface FormerFunction {
  /** Path of today, where it is known, and the one in the fix. */
  readonly path: string;
  readonly formerPath: string;
  readonly name: string;
  readonly text: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Names of all functions of the file at the time. */
  readonly neighbours: ReadonlySet<string>;
}

export interface ReadTouchedRequest {
  readonly git: Pick<GitReader, 'readLineChanges' | 'readBlobs'>;
  readonly parser: SyntaxParser;
  /** Functions read for earlier questions, by commit and path; a past commit never changes. */
  readonly known: Map<string, readonly FormerFunction[]>;
}

/** Files of commits whose functions are kept for the next question. */
const mostKnown = 500;
/** Larger files are left out. */
const largestFileBytes = 1_048_576;
/** Text of a function that is compared with others. */
const mostCharacters = 4_000;

/** Reads the functions that fixes changed, by commit; unreadable ones are left out. */
async function readTouched(
  request: ReadTouchedRequest,
  fixes: readonly ListedFix[],
): Promise<ReadonlyMap<CommitId, readonly FormerFunction[]>> {
  const { known } = request;
  const places = fixes.flatMap(({ commit, paths }) =>
    [...paths].map(([path, today]) => ({ id: commit.id, path, today })),
  );
  const found = new Map(
    places.flatMap(({ id, path }) => {
      const key = keyOf(id, path);
      const own = known.get(key);
      return own === undefined ? [] : [[key, own] as const];
    }),
  );
  const missing = places.filter(({ id, path }) => !found.has(keyOf(id, path)));
  for (const [key, own] of await readFormer(request, missing)) {
    found.set(key, own);
    known.set(key, own);
  }
  for (const key of [...known.keys()].slice(0, Math.max(0, known.size - mostKnown))) known.delete(key);
  const touched = Map.groupBy(places, ({ id }) => id);
  return new Map(
    [...touched].map(([id, own]) => [
      id,
      own.flatMap(({ path, today }) =>
        (found.get(keyOf(id, path)) ?? []).map((each) => ({ ...each, path: today })),
      ),
    ]),
  );
}

function keyOf(commit: CommitId, path: string): string {
  return `${commit} ${path}`;
}

async function readFormer(
  { git, parser }: ReadTouchedRequest,
  places: readonly { readonly id: CommitId; readonly path: string }[],
): Promise<ReadonlyMap<string, readonly FormerFunction[]>> {
  const wanted = new Set(places.map(({ id, path }) => keyOf(id, path)));
  const changes = await git.readLineChanges(
    [...new Set(places.map(({ id }) => id))],
    [...new Set(places.map(({ path }) => path))],
  );
  const files = changes.filter(({ commit, path }) => wanted.has(keyOf(commit, path)));
  const ids = files.map(({ blobId }) => blobId);
  const texts = await readBlobTexts(git, ids, largestFileBytes);
  const former = new Map<string, readonly FormerFunction[]>();
  for (const file of files) {
    const text = texts.get(file.blobId);
    if (text !== undefined)
      former.set(keyOf(file.commit, file.path), await formerFunctions(parser, file, text));
  }
  return former;
}

async function formerFunctions(
  parser: SyntaxParser,
  { path: formerPath, changes }: FileLineChanges,
  text: string,
): Promise<readonly FormerFunction[]> {
  const { symbols } = await readStructure(parser, formerPath, text);
  const functions = cutFunctions(symbols);
  const neighbours = new Set(functions.map(({ name }) => name));
  const lines = text.split('\n');
  return touchedFunctions(functions, changes, lines).map(({ cut, removed, added }) => ({
    path: formerPath,
    formerPath,
    name: cut.name,
    text: functionText(lines, cut, mostCharacters),
    removed,
    added,
    neighbours,
  }));
}
