import type { MessageTerms } from '../../codebase/find-themes.ts';
import { summariseFile } from '../../codebase/summarise-file.ts';
import { findCoupledFiles } from '../../history/find-coupled-files.ts';
import { findHotspots } from '../../history/find-hotspots.ts';
import { findPath } from '../../history/find-path.ts';
import type { HistorySettings } from '../../history/options.ts';
import type { Hotspot } from '../../model/answers/commit-answers.ts';
import type { FileSummary } from '../../model/answers/file-location.ts';
import { AfterwitError } from '../../model/errors.ts';
import { gatherMessages } from '../history/gather-messages.ts';
import type { CodeView } from '../snapshot/code-view.ts';
import type { History } from '../snapshot/history-reader.ts';

export interface ViewSummaryRequest {
  readonly history: History;
  readonly code: CodeView;
  /** Relative to the top of the repository; may be quoted as git prints unusual paths. */
  readonly path: string;
  readonly settings: HistorySettings;
}

const mostCoupled = 5;
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

export function summarise(
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
