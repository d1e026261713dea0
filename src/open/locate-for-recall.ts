import type { HistoryReader, HistoryWithCode } from '../engine/history/history-reader.ts';
import { readTree } from '../engine/history/read-file-view.ts';
import { codeEntries } from '../engine/index/index-code.ts';
import type { LocatePlacesOf } from '../engine/recall/recall-dependencies.ts';
import type { FileLocation } from '../model/answers/file-location.ts';
import type { CommitId } from '../model/commit.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { LocatedPlaces } from '../model/located-places.ts';
import type { GitReader } from '../ports/git-reader.ts';
import type { Logger } from '../ports/logger.ts';
import type { IndexStore } from '../ports/repository-index.ts';

interface LocatingForRecall {
  readonly git: GitReader;
  readonly logger: Logger;
  readonly histories: HistoryReader;
  readonly indexStore: () => IndexStore;
  /** Asks `locate` of a history whose code is indexed. */
  readonly locate: (history: HistoryWithCode, text: string) => Promise<FileLocation>;
}

/** Answers kept warm: an agent meets the same failure again while it works on it. */
const mostKept = 16;

/**
 * Where a failure is likely mended, for a recall: nothing is indexed for it. Undefined where history or code are not indexed as they
 * stand, or cannot be read; the recall goes on without.
 */
export function locateForRecall({
  git,
  logger,
  histories,
  indexStore,
  locate,
}: LocatingForRecall): LocatePlacesOf {
  const ready = new Set<CommitId>();
  const kept = new Map<string, LocatedPlaces>();

  /** Whether every blob of its code is in the index; once it is, it stays. */
  const isReady = async ({ snapshot }: HistoryWithCode): Promise<boolean> => {
    if (ready.has(snapshot.commit)) return true;
    const index = indexStore().existing();
    const tree = index && (await readTree(git, index, snapshot));
    if (index === undefined || tree === undefined) return false;
    if (index.unknownBlobs(codeEntries(tree).map(({ blobId }) => blobId)).length > 0) return false;
    ready.add(snapshot.commit);
    return true;
  };

  return async (text, asOf) => {
    try {
      const target = await git.resolveCommit(asOf);
      const index = indexStore().existing();
      if (index === undefined || index.unknown([target]).length > 0) return absent();
      const key = `${target}\0${text}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const found = await histories.read(target, async (history) =>
        (await isReady(history)) ? placesIn(await locate(history, text)) : undefined,
      );
      if (found === undefined) return absent();
      const [oldest] = kept.keys();
      if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
      kept.set(key, found);
      return found;
    } catch (fault) {
      if (!isAfterwitError(fault) || fault.code === 'INTERRUPTED') throw fault;
      logger.warn('recall goes on without places', { code: fault.code });
      return undefined;
    }
  };

  function absent(): undefined {
    logger.info('recall goes on without places', { cause: 'not indexed' });
    return undefined;
  }
}

/** Functions asked for: those further down are hardly ever changed. */
export const locatedFunctions = 40;

/** Of a short history files have no confidence, and then nothing is said. */
function placesIn({ kind, files, functions = [] }: FileLocation): LocatedPlaces {
  if (kind !== 'located') return { functions: [], files: [] };
  return {
    functions: functions.flatMap(({ path, name, confidence }) =>
      confidence === undefined ? [] : [{ path, name, confidence }],
    ),
    files: files.flatMap(({ path, confidence }) => (confidence === undefined ? [] : [{ path, confidence }])),
  };
}
