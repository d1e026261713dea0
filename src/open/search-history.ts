import { searchCommits } from '../engine/history/search-commits.ts';
import type { SearchCommitsAbout } from '../engine/memory/recall-dependencies.ts';
import type { History, HistoryReader } from '../engine/snapshot/history-reader.ts';
import type { HistorySettings } from '../history/options.ts';
import type { CommitSearch } from '../model/answers/commit-answers.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { Logger } from '../ports/system.ts';

/** Number of hits where the caller names none. */
export const defaultTopK = 10;

/** The terms of every search of commits here. */
export interface HistorySearching {
  readonly settings: HistorySettings;
  readonly ownSlug: string | undefined;
}

type SearchOptions = Readonly<
  Partial<Record<'topK' | 'minimumConfidence' | 'files' | 'nearMisses', number | undefined>>
> & { readonly explain?: boolean | undefined };

/** Commits that bear on a query, by the caller's options, else by the settings. */
export async function searchHistory(
  history: History,
  query: string | readonly string[],
  options: SearchOptions,
  { settings, ownSlug }: HistorySearching,
): Promise<CommitSearch> {
  return await searchCommits({
    history,
    queries: typeof query === 'string' ? [query] : query,
    settings,
    topK: options.topK ?? defaultTopK,
    minimumConfidence: options.minimumConfidence ?? settings.search.minimumConfidence,
    minimumAnswerConfidence:
      options.minimumConfidence === undefined ? settings.search.minimumAnswerConfidence : 0,
    fileCount: options.files ?? 0,
    explain: options.explain ?? false,
    nearMisses: options.nearMisses,
    ownSlug,
  });
}

/** A recall gets its memories at once, even if the history is not indexed or cannot be read. */
export function commitsForRecall(
  histories: HistoryReader,
  logger: Logger,
  searching: HistorySearching,
): SearchCommitsAbout {
  return async (query, { head, holds, topK }) => {
    try {
      const search = (history: History) => searchHistory(history, query, { topK, nearMisses: 0 }, searching);
      const found = await histories.readIndexed(head, holds, search);
      if (found === undefined) logger.info('recall goes on without commits', { cause: 'not indexed', head });
      return found;
    } catch (fault) {
      if (!isAfterwitError(fault) || fault.code === 'INTERRUPTED') throw fault;
      logger.warn('recall goes on without commits', { code: fault.code });
      return undefined;
    }
  };
}
