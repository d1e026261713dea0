import { subjectOf } from '../../history/commit-message.ts';
import { type ListedFix, listFixes } from '../../history/list-fixes.ts';
import type { RenameMap } from '../../history/rename-map.ts';
import { chanceOfTouch } from '../../locate/chance-of-touch.ts';
import { followFunction, type NamedText } from '../../locate/follow-function.ts';
import type { EarlierFix, FixedFunction } from '../../model/answers/file-location.ts';
import type { HistorySnapshot } from '../../ports/repository-index.ts';
import { withoutSecrets } from '../history/without-secrets.ts';
import { type FormerFunction, type ReadTouchedRequest, readTouched } from './read-touched.ts';

/** A function of a likely file, as it is today. */
interface FunctionToday extends NamedText {
  /** Absent where the answer gives none: the history is too short. */
  readonly confidence?: number | undefined;
}

export interface EarlierFixesRequest extends ReadTouchedRequest {
  readonly snapshot: HistorySnapshot;
  readonly renames: RenameMap;
  readonly evidenceFileLimit: number;
  /** Likely files, best first, and how long they are. */
  readonly files: readonly { readonly path: string; readonly characters: number }[];
  /** Their functions. */
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
