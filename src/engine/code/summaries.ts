import type { CodebaseSettings } from '../../codebase/options.ts';
import {
  type IndexedSummaries,
  indexSummaries,
  isSummarised,
  searchSummaries,
} from '../../codebase/search-summaries.ts';
import { addCoupled, type MessageTerms, summariseFile } from '../../codebase/summarise-file.ts';
import { findCoupledFiles, findHotspots } from '../../history/file-activity.ts';
import type { HistorySettings } from '../../history/options.ts';
import { findPath } from '../../history/rename-map.ts';
import type { Hotspot } from '../../model/answers/commit-answers.ts';
import type { FileSummary, SummarySearch } from '../../model/answers/file-location.ts';
import { AfterwitError, invalidArgument } from '../../model/errors.ts';
import { gatherMessages } from '../history/search-commits.ts';
import type { History } from '../snapshot/history-reader.ts';
import type { CodeView } from '../snapshot/open-code.ts';

export interface SearchSummariesRequest {
  readonly history: History;
  readonly code: CodeView;
  readonly query: string;
  readonly topK: number;
  /** Whether to name the files that change with each found one, by a walk through its history. Default: true. */
  readonly coupled?: boolean;
  readonly settings: {
    readonly history: HistorySettings;
    readonly codebase: Pick<CodebaseSettings, 'summaryFileLimit'>;
  };
}

/** Increase it when the content of a summary changes, or how its text is indexed. */
const summaryVersion = 2;
const mostCoupled = 5;
/** Longer queries are cut. */
const longestQuery = 65_536;

/**
 * search_summaries of the repository-memory paper, over the summaries of the most actively developed files.
 * @throws INVALID_ARGUMENT for a query without text
 */
export async function findSummaries(request: SearchSummariesRequest): Promise<SummarySearch> {
  const { history, code, query, topK, settings, coupled: isCoupled = true } = request;
  if (query.trim() === '') {
    throw invalidArgument('The query is empty. Give words to search for, such as "parses settings files".');
  }
  const summaries = await summariesOf(history, code, settings);
  const { hits, ...verdict } = searchSummaries(summaries, query.slice(0, longestQuery), topK);
  const { snapshot } = history;
  const found = { ...verdict, fileCount: summaries.summaries.length, asOf: snapshot.commit };
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

const known = new WeakMap<CodeView, IndexedSummaries>();

/**
 * Summaries of the hottest source files with the index of their texts, the slowest part of a recall: cached with the view
 * and in the index of the repository.
 */
async function summariesOf(
  history: History,
  code: CodeView,
  settings: SearchSummariesRequest['settings'],
): Promise<IndexedSummaries> {
  const { history: ofHistory, codebase } = settings;
  const name = `summaries ${JSON.stringify([summaryVersion, ofHistory, codebase.summaryFileLimit])}`;
  const kept = known.get(code) ?? (history.snapshot.kept(name) as IndexedSummaries | undefined);
  const summaries = kept ?? indexSummaries(await summariseHottest(history, code, settings));
  known.set(code, summaries);
  // A clone may lack the code of a commit now, and have it later.
  if (kept === undefined && code.files.length > 0) history.snapshot.keep(name, summaries);
  return summaries;
}

/** Coupled files need a walk through history for each file, so they are added only to the shown hits. */
async function summariseHottest(
  history: History,
  code: CodeView,
  settings: SearchSummariesRequest['settings'],
): Promise<readonly FileSummary[]> {
  const { snapshot } = history;
  const { renames, exists } = await history.files();
  const paths = new Set(code.files.map(({ path }) => path));
  const hotspots = findHotspots(
    snapshot,
    renames,
    exists,
    settings.history,
    settings.codebase.summaryFileLimit,
    (path) => paths.has(path) && isSummarised(path),
  );
  const pathIds = hotspots.map(({ path }) => snapshot.pathId(path) ?? -1);
  const messages = await gatherMessages(history, new Set(pathIds), settings.history);
  return hotspots.map((hotspot, position) =>
    summarise(history, code, hotspot.path, {
      hotspot,
      messages: messages(pathIds[position] ?? -1),
      coupled: [],
    }),
  );
}

export interface ViewSummaryRequest {
  readonly history: History;
  readonly code: CodeView;
  /** Relative to the top of the repository; may be quoted as git prints unusual paths. */
  readonly path: string;
  readonly settings: HistorySettings;
}

const mostSuggestions = 5;

/**
 * view_summary of the repository-memory paper: the purpose of a file, as of one commit.
 * @throws FILE_NOT_FOUND
 */
export async function viewSummary({
  history,
  code,
  path,
  settings,
}: ViewSummaryRequest): Promise<FileSummary> {
  const found = await findFile(history, code, path);
  if (found === undefined) throw fileNotFound(code, path);
  const { snapshot } = history;
  const { renames, exists } = await history.files();
  const pathId = snapshot.pathId(found);
  const hotspots = findHotspots(snapshot, renames, exists, settings, Number.POSITIVE_INFINITY);
  const messages = await gatherMessages(history, new Set(pathId === undefined ? [] : [pathId]), settings);
  return summarise(history, code, found, {
    hotspot: hotspots.find((hotspot) => hotspot.path === found),
    messages: messages(pathId ?? -1),
    coupled:
      pathId === undefined
        ? []
        : findCoupledFiles(snapshot, pathId, renames, exists, settings, mostCoupled).coupled,
  });
}

interface FileHistory {
  readonly hotspot: Hotspot | undefined;
  readonly messages: MessageTerms;
  readonly coupled: Parameters<typeof summariseFile>[0]['coupled'];
}

function summarise(
  { snapshot }: History,
  code: CodeView,
  path: string,
  { hotspot, messages, coupled }: FileHistory,
): FileSummary {
  return summariseFile({
    path,
    structure: code.structureOf(path),
    messages,
    coupled,
    changes: hotspot?.changes ?? 0,
    heat: hotspot?.heat ?? 0,
    lastChangedAtMs: hotspot?.lastChangedAtMs,
    asOf: snapshot.commit,
  });
}

/** Finds a file that is read as code, or another file of the tree with a history. */
async function findFile(
  { snapshot, files }: History,
  code: CodeView,
  path: string,
): Promise<string | undefined> {
  if (code.files.some((file) => file.path === path)) return path;
  const pathId = findPath(snapshot, path);
  const { renames, exists } = await files();
  const current = pathId === undefined ? undefined : renames.current(pathId);
  return current !== undefined && exists(current) ? snapshot.path(current) : undefined;
}

function fileNotFound(code: CodeView, path: string): AfterwitError {
  const suggestions = code.files
    .map((file) => file.path)
    .filter((known) => known.endsWith(`/${path.replace(/^.*\//s, '')}`))
    .slice(0, mostSuggestions);
  const remedy =
    suggestions.length === 0
      ? 'Give the path from the top of the repository, as "git ls-files" prints it.'
      : `Did you mean ${suggestions.join(' or ')}?`;
  return new AfterwitError(
    'FILE_NOT_FOUND',
    `There is no "${path}" in the tree of ${code.commit.slice(0, 12)}. ${remedy}`,
    {
      data: { path, asOf: code.commit, suggestions },
    },
  );
}
