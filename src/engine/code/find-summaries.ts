import type { CodebaseSettings } from '../../codebase/options.ts';
import { isSummarised, searchSummaries } from '../../codebase/search-summaries.ts';
import { addCoupled } from '../../codebase/summarise-file.ts';
import { findCoupledFiles } from '../../history/find-coupled-files.ts';
import { findHotspots } from '../../history/find-hotspots.ts';
import type { HistorySettings } from '../../history/options.ts';
import type { FileSummary, SummarySearch } from '../../model/answers/file-location.ts';
import { AfterwitError } from '../../model/errors.ts';
import { gatherMessages } from '../history/gather-messages.ts';
import type { CodeView } from '../snapshot/code-view.ts';
import type { History } from '../snapshot/history-reader.ts';
import { summarise } from './view-summary.ts';

export interface SearchSummariesRequest {
  readonly history: History;
  readonly code: CodeView;
  readonly query: string;
  readonly topK: number;
  /** Whether to say what changes with each file that is found, which takes a walk through its history. Default: true. */
  readonly coupled?: boolean;
  readonly settings: {
    readonly history: HistorySettings;
    readonly codebase: Pick<CodebaseSettings, 'summaryFileLimit'>;
  };
}

const mostCoupled = 5;
/** Longer queries are cut. */
const longestQuery = 65_536;

/**
 * search_summaries of the repository-memory paper, over the summaries of the most actively developed files.
 *
 * @throws INVALID_ARGUMENT for a query without text
 */
export async function findSummaries(request: SearchSummariesRequest): Promise<SummarySearch> {
  const { history, code, query, topK, settings, coupled: isCoupled = true } = request;
  if (query.trim() === '') {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'The query is empty. Give words to search for, such as "parses settings files".',
    );
  }
  const summaries = await summariesOf(history, code, settings);
  const { hits, ...verdict } = searchSummaries(summaries, query.slice(0, longestQuery), topK);
  const { snapshot } = history;
  const found = { ...verdict, fileCount: summaries.length, asOf: snapshot.commit };
  if (!isCoupled) return { ...found, hits };
  const { renames, exists } = await history.files();
  return {
    ...found,
    hits: hits.map(({ summary, ...hit }) => {
      const pathId = snapshot.pathId(summary.path);
      const { coupled } =
        pathId === undefined
          ? { coupled: [] }
          : findCoupledFiles(snapshot, pathId, renames, exists, settings.history, mostCoupled);
      return { ...hit, summary: addCoupled(summary, coupled) };
    }),
  };
}

const kept = new WeakMap<CodeView, readonly FileSummary[]>();

/**
 * Summaries of the hottest source files, cached with the view. Coupled files need a walk through history for each file,
 * so they are added only to the shown hits.
 */
async function summariesOf(
  history: History,
  code: CodeView,
  settings: SearchSummariesRequest['settings'],
): Promise<readonly FileSummary[]> {
  const known = kept.get(code);
  if (known !== undefined) return known;
  const { snapshot } = history;
  const { renames, exists } = await history.files();
  const paths = new Set(code.files.map(({ path }) => path).filter(isSummarised));
  const isCode = (pathId: number) => exists(pathId) && paths.has(snapshot.path(pathId));
  const hotspots = findHotspots(
    snapshot,
    renames,
    isCode,
    settings.history,
    settings.codebase.summaryFileLimit,
  );
  const pathIds = hotspots.map(({ path }) => snapshot.pathId(path) ?? -1);
  const messages = await gatherMessages(history, new Set(pathIds), settings.history);
  const summaries = hotspots.map((hotspot, position) =>
    summarise(history, code, hotspot.path, {
      hotspot,
      messages: messages(pathIds[position] ?? -1),
      coupled: [],
    }),
  );
  kept.set(code, summaries);
  return summaries;
}
