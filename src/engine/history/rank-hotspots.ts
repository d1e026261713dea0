import { findHotspots } from '../../history/find-hotspots.ts';
import type { HistorySettings } from '../../history/options.ts';
import type { HotspotList } from '../../model/answers/commit-answers.ts';
import { pathRole } from '../../text/path-role.ts';
import type { History } from '../snapshot/history-reader.ts';

/**
 * The source files of a snapshot with the most recent changes.
 *
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
  const isListed = (pathId: number) =>
    exists(pathId) && (all || pathRole(snapshot.path(pathId)) === 'source');
  return {
    hotspots: findHotspots(snapshot, renames, isListed, settings, limit),
    halfLifeDays: settings.hotspotHalfLifeDays,
    asOf: snapshot.commit,
    commitCount: snapshot.commitCount,
  };
}
