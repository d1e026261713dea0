import type { SearchSummariesAbout } from '../engine/memory/recall-dependencies.ts';
import type { HistoryWithCode } from '../engine/snapshot/history-reader.ts';
import type { SummarySearch } from '../model/answers/file-location.ts';
import type { LocateIndexedAt } from './locate-indexed.ts';

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
