import type { CodebaseSettings } from '../../codebase/options.ts';
import { isSummarised, searchSummaries } from '../../codebase/search-summaries.ts';
import { addCoupled, type MessageTerms, summariseFile } from '../../codebase/summarise-file.ts';
import { findCoupledFiles, findHotspots } from '../../history/file-activity.ts';
import type { HistorySettings } from '../../history/options.ts';
import { findPath } from '../../history/rename-map.ts';
import type { Hotspot } from '../../model/answers/commit-answers.ts';
import type { FileSummary, SummarySearch } from '../../model/answers/file-location.ts';
import { AfterwitError, invalidArgument, isAfterwitError } from '../../model/errors.ts';
import type { RepositoryIndex } from '../../ports/repository-index.ts';
import { gatherMessages } from '../history/search-commits.ts';
import type { History } from '../snapshot/history-reader.ts';
import type { CodeView } from '../snapshot/open-code.ts';

export interface SearchSummariesRequest {
  readonly history: History;
  readonly code: CodeView;
  readonly query: string;
  readonly topK: number;
  /** Keeps the summaries of a commit's own code for the next process; of a changed working tree there are none to keep. */
  readonly index?: SummaryIndex | undefined;
  /** Whether to say what changes with each file that is found, which takes a walk through its history. Default: true. */
  readonly coupled?: boolean;
  readonly settings: {
    readonly history: HistorySettings;
    readonly codebase: Pick<CodebaseSettings, 'summaryFileLimit'>;
  };
}

type SummaryIndex = Pick<RepositoryIndex, 'writable' | 'keptSummaries' | 'keepSummaries'>;

/** To be increased with every change of what a summary holds. */
const summaryVersion = 1;
const mostCoupled = 5;
/** Longer queries are cut. */
const longestQuery = 65_536;

/**
 * search_summaries of the repository-memory paper, over the summaries of the most actively developed files.
 *
 * @throws INVALID_ARGUMENT for a query without text
 */
export async function findSummaries(request: SearchSummariesRequest): Promise<SummarySearch> {
  const { history, code, query, topK, settings, index, coupled: isCoupled = true } = request;
  if (query.trim() === '') {
    throw invalidArgument('The query is empty. Give words to search for, such as "parses settings files".');
  }
  const summaries = await summariesOf(history, code, settings, index);
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

/** Summaries of the hottest source files, cached with the view and, of a commit's own code, in the index: they take longest of a recall. */
async function summariesOf(
  history: History,
  code: CodeView,
  settings: SearchSummariesRequest['settings'],
  index: SummaryIndex | undefined,
): Promise<readonly FileSummary[]> {
  const { history: ofHistory, codebase } = settings;
  const { commit, commitCount } = history.snapshot;
  const key = JSON.stringify([summaryVersion, commit, commitCount, ofHistory, codebase.summaryFileLimit]);
  const known = kept.get(code) ?? index?.keptSummaries(key);
  const summaries = known ?? (await summariseHottest(history, code, settings));
  kept.set(code, summaries);
  if (known === undefined && index?.writable) keepIn(index, key, summaries);
  return summaries;
}

function keepIn(index: SummaryIndex, key: string, summaries: readonly FileSummary[]): void {
  try {
    index.keepSummaries(key, summaries);
  } catch (fault) {
    // Another process writes, or the disk is full: the summaries are made again next time.
    if (!isAfterwitError(fault)) throw fault;
  }
}

/** Coupled files need a walk through history for each file, so they are added only to the shown hits. */
async function summariseHottest(
  history: History,
  code: CodeView,
  settings: SearchSummariesRequest['settings'],
): Promise<readonly FileSummary[]> {
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
 * view_summary of the repository-memory paper: what a file is for, as of one commit.
 *
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

/** What history says of a file. */
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
