import { quotedLine } from '../../cards/card-parts.ts';
import { subjectOf } from '../../history/commit-message.ts';
import { findCoupledFiles, findHotspots } from '../../history/file-activity.ts';
import { findPastChanges } from '../../history/file-fixes.ts';
import type { HistorySettings } from '../../history/options.ts';
import { findPath } from '../../history/rename-map.ts';
import type { CoupledFile, CoupledFiles, HotspotList } from '../../model/answers/commit-answers.ts';
import type { PastFileChange } from '../../model/answers/recollection.ts';
import { AfterwitError } from '../../model/errors.ts';
import { pathRole } from '../../text/path-role.ts';
import { isoDate } from '../../wording/formats.ts';
import type { History } from '../snapshot/history-reader.ts';
import { withoutSecrets } from './examine-commit.ts';

/**
 * Files that change together with one file, under all its earlier names.
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

/**
 * The source files of a snapshot with the most recent changes.
 * @param all documentation, tests and configuration too, which lists of requirements and change notes would lead
 */
export async function rankHotspots(
  history: History,
  settings: HistorySettings,
  limit: number,
  all = false,
): Promise<HotspotList> {
  const { snapshot } = history;
  const { renames, exists } = await history.files();
  const isListed = (path: string) => all || pathRole(path) === 'source';
  return {
    hotspots: findHotspots(snapshot, renames, exists, settings, limit, isListed),
    halfLifeDays: settings.hotspotHalfLifeDays,
    asOf: snapshot.commit,
    commitCount: snapshot.commitCount,
  };
}

export interface FileHistory {
  readonly changes: readonly PastFileChange[];
  readonly coupled: readonly CoupledFile[];
}

const mostChanges = 5;
const mostCoupled = 5;

/** Reads fixes and reverts of a file, and the files that change with it; nothing of a file that no commit changed. */
export async function readFileHistory(
  history: History,
  path: string,
  { settings }: { readonly settings: HistorySettings },
): Promise<FileHistory> {
  const { snapshot } = history;
  const asked = findPath(snapshot, path);
  if (asked === undefined) return { changes: [], coupled: [] };
  const { renames } = await history.files();
  const { coupled } = await coupleFiles(history, path, settings, mostCoupled);
  const { evidenceFileLimit } = settings;
  const limits = { evidenceFileLimit, limit: mostChanges };
  const found = findPastChanges(snapshot, renames.current(asked), renames, limits);
  return {
    coupled,
    changes: found.map(({ commit: { id, message, committedAtMs }, kind, revertedBy, repeatedBy }) => ({
      id,
      kind,
      subject: quotedLine(subjectOf(withoutSecrets(message))),
      committedOn: isoDate(committedAtMs),
      ...(revertedBy === undefined ? {} : { revertedBy }),
      ...(repeatedBy.length === 0 ? {} : { repeatedBy }),
    })),
  };
}
