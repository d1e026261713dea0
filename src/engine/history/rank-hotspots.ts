import { findHotspots } from '../../history/find-hotspots.ts';
import type { HistorySettings } from '../../history/options.ts';
import type { HotspotList } from '../../model/answers/commit-answers.ts';
import type { History } from './history-reader.ts';

/** The files of a snapshot with the most recent changes. */
export async function rankHotspots(
  history: History,
  settings: HistorySettings,
  limit: number,
): Promise<HotspotList> {
  const { snapshot } = history;
  const { renames, exists } = await history.files();
  return {
    hotspots: findHotspots(snapshot, renames, exists, settings, limit),
    halfLifeDays: settings.hotspotHalfLifeDays,
    asOf: snapshot.commit,
    commitCount: snapshot.commitCount,
  };
}
