import { findCoupledFiles } from '../../history/find-coupled-files.ts';
import { findPath } from '../../history/find-path.ts';
import type { HistorySettings } from '../../history/options.ts';
import type { CoupledFiles } from '../../model/answers/commit-answers.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { History } from '../snapshot/history-reader.ts';

/**
 * Files that change together with one file, under all its earlier names.
 *
 * @param path relative to the top of the repository; may be quoted as git prints unusual paths
 * @throws FILE_NOT_FOUND
 */
export async function coupleFiles(
  history: History,
  path: string,
  settings: HistorySettings,
  limit: number,
): Promise<CoupledFiles> {
  const { snapshot } = history;
  const asked = findPath(snapshot, path);
  if (asked === undefined) throw fileNotFound(path, snapshot.commit);
  const { renames, exists } = await history.files();
  const pathId = renames.current(asked);
  const coupling = findCoupledFiles(snapshot, pathId, renames, exists, settings, limit);
  return {
    path: snapshot.path(pathId),
    previousPaths: renames.previous(pathId).map((previous) => snapshot.path(previous)),
    ...coupling,
    asOf: snapshot.commit,
  };
}

function fileNotFound(path: string, asOf: string): AfterwitError {
  return new AfterwitError(
    'FILE_NOT_FOUND',
    `No commit up to ${asOf.slice(0, 12)} has changed "${path}". Give the path from the top of the repository, as "git ls-files" prints it.`,
    { data: { path, asOf } },
  );
}
