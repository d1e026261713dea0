import { purposeOf } from '../codebase/summarise-file.ts';
import { readTree } from '../engine/index/index-code.ts';
import type { LocateFilesRequest } from '../engine/locate/locate-files.ts';
import type { LocatePlacesOf, SearchSummariesAbout } from '../engine/memory/recall-dependencies.ts';
import type {
  HistoryReader,
  HistoryReaderRequest,
  HistoryWithCode,
} from '../engine/snapshot/history-reader.ts';
import type { FileLocation, SummarySearch } from '../model/answers/file-location.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { LikelyFile, LocatedPlaces } from '../model/evidence.ts';
import { type CommitId, isCommitId } from '../model/repository.ts';

interface LocatingIndexed extends Pick<HistoryReaderRequest, 'git' | 'logger' | 'indexStore'> {
  readonly histories: HistoryReader;
}

/**
 * Answers of `locate` for a caller that cannot wait until something is indexed. Undefined where history or
 * code are not, or cannot be read.
 * @param tip commit, branch or tag
 * @param locate asks a history whose code is indexed
 * @param earlier answer from the latest ancestor of the tip that is indexed, where that itself is not
 */
export type LocateIndexedAt = <Answer>(
  tip: string,
  locate: (history: HistoryWithCode) => Promise<Answer>,
  options?: { readonly earlier?: boolean },
) => Promise<Answer | undefined>;

/** Indexed commits that git is asked about, the latest first: each may take a process. */
const mostEarlierTried = 4;

export function locateIndexed({ git, logger, histories, indexStore }: LocatingIndexed): LocateIndexedAt {
  const ready = new Set<CommitId>();

  /** Whether every blob of its code is in the index; once it is, it stays. */
  const isReady = async ({ snapshot, isCodeRead }: HistoryWithCode): Promise<boolean> => {
    if (ready.has(snapshot.commit)) return true;
    const index = indexStore().existing();
    const tree = snapshot.treePathIds() ?? (index && (await readTree(git, index, snapshot)));
    if (tree === undefined || !(await isCodeRead())) return false;
    ready.add(snapshot.commit);
    return true;
  };

  /** The tip if it is indexed, or where allowed its latest indexed ancestor. Without an index git is not asked. */
  const indexedUpTo = async (tip: string, earlier: boolean): Promise<CommitId | undefined> => {
    const index = indexStore().existing();
    const heads = index?.state().heads ?? [];
    if (index === undefined || heads.length === 0) return undefined;
    const isIndexed = (commit: CommitId) => index.unknown([commit]).length === 0;
    // A full id that is indexed needs no process of git to be understood.
    if (isCommitId(tip) && isIndexed(tip)) return tip;
    const target = await git.resolveCommit(tip);
    if (isIndexed(target)) return target;
    for (const head of earlier ? heads.slice(0, mostEarlierTried) : [])
      if (await git.isAncestor(head, target)) return head;
    return undefined;
  };

  return async (tip, locate, { earlier = false } = {}) => {
    try {
      const indexed = await indexedUpTo(tip, earlier);
      const found =
        indexed &&
        (await histories.read(indexed, async (history) =>
          (await isReady(history)) ? await locate(history) : undefined,
        ));
      if (found === undefined) logger.info('nothing is located', { cause: 'not indexed' });
      return found;
    } catch (fault) {
      if (!isAfterwitError(fault) || fault.code === 'INTERRUPTED') throw fault;
      logger.warn('nothing is located', { code: fault.code });
      return undefined;
    }
  };
}

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

/** A recall chooses the shown summaries from these. */
const consideredSummaries = 5;

/** The summaries that are nearest to the question of a recall: nothing is indexed for it. */
export function summariesForRecall(
  locateIndexed: LocateIndexedAt,
  search: (history: HistoryWithCode, text: string, topK: number) => Promise<SummarySearch>,
): SearchSummariesAbout {
  return async (text, asOf) =>
    await locateIndexed(asOf, (history) => search(history, text, consideredSummaries));
}
