import type { HotspotList } from '../model/commit-memory.ts';
import type { GitReader } from '../ports/git-reader.ts';
import { findHotspots } from '../history/hotspots.ts';
import type { HistorySettings } from '../history/options.ts';
import type { History } from './open-history.ts';
import { readFileView } from './read-file-view.ts';

/** The files of a snapshot that changed most, of late. */
export async function rankHotspots(
  git: GitReader,
  { index, snapshot }: History,
  settings: HistorySettings,
  limit: number,
): Promise<HotspotList> {
  const { renames, exists } = await readFileView(git, index, snapshot);
  return {
    hotspots: findHotspots(snapshot, renames, exists, settings, limit),
    halfLifeDays: settings.hotspotHalfLifeDays,
    asOf: snapshot.commit,
    commitCount: snapshot.commitCount,
  };
}
