import { purposeOf } from '../codebase/summarise-file.ts';
import type { LocateFilesRequest } from '../engine/locate/locate-files.ts';
import type { LocatePlacesOf } from '../engine/memory/recall-dependencies.ts';
import type { HistoryWithCode } from '../engine/snapshot/history-reader.ts';
import type { FileLocation } from '../model/answers/file-location.ts';
import type { LikelyFile, LocatedPlaces } from '../model/evidence.ts';
import { isCommitId } from '../model/repository.ts';
import type { LocateIndexedAt } from './locate-indexed.ts';

/** Answers kept warm: an agent meets the same failure again while it works on it. */
const mostKept = 16;

/**
 * The likely places of a failure's fix, without indexing; undefined where the present history or code is not indexed or cannot
 * be read, so that the recall goes on without.
 * @param locate asks `locate` of a history whose code is indexed
 */
export function locateForRecall(
  locateIndexed: LocateIndexedAt,
  locate: (history: HistoryWithCode, text: string, options: Asked) => Promise<FileLocation>,
): LocatePlacesOf {
  const kept = new Map<string, LocatedPlaces>();
  return async (text, asOf, functionsFrom) => {
    const key = `${asOf}\0${functionsFrom}\0${text}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const found = await locateIndexed(asOf, async (history) =>
      placesIn(await locate(history, text, { ...asked, functionsFrom }), history),
    );
    if (found === undefined) return undefined;
    // A branch moves on; only the answer for a commit's full id stays.
    if (!isCommitId(asOf)) return found;
    const [oldest] = kept.keys();
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
    kept.set(key, found);
    return found;
  };
}

/** Files whose purpose is read: those further down are not shown. */
const mostPurposes = 3;

type Asked = Pick<LocateFilesRequest, 'reasons' | 'functions' | 'functionsFrom'>;

/** No reasons, which a recall does not tell; functions further down are hardly ever changed. */
const asked = { reasons: false, functions: 40 } as const;

/** The places of an answer; none where the history is too short for confidences. */
async function placesIn(
  { kind, files, functions = [] }: FileLocation,
  history: HistoryWithCode,
): Promise<LocatedPlaces> {
  if (kind !== 'located') return { functions: [], files: [] };
  const formerPathsOf = await formerPathsIn(history);
  const { view } = await history.code(false);
  const purposeIn = (path: string): Pick<LikelyFile, 'purpose'> => {
    const structure = view.structureOf(path);
    const purpose = structure && purposeOf(structure);
    return purpose === undefined ? {} : { purpose };
  };
  return {
    functions: functions.flatMap(({ path, name, confidence }) =>
      confidence === undefined ? [] : [{ path, name, confidence }],
    ),
    files: files.flatMap(({ path, confidence }, rank) =>
      confidence === undefined
        ? []
        : [{ path, confidence, ...formerPathsOf(path), ...(rank < mostPurposes ? purposeIn(path) : {}) }],
    ),
  };
}

/** A file has a handful of earlier paths; a hostile history may have any number. */
const mostFormerPaths = 8;

async function formerPathsIn({
  snapshot,
  files,
}: HistoryWithCode): Promise<(path: string) => Pick<LikelyFile, 'formerPaths'>> {
  const { renames } = await files();
  return (path) => {
    const id = snapshot.pathId(path);
    const former = id === undefined ? [] : renames.previous(id).slice(-mostFormerPaths);
    return former.length === 0 ? {} : { formerPaths: former.map((each) => snapshot.path(each)) };
  };
}
