import type { Hotspot } from '../model/answers/commit-answers.ts';
import type { HistorySnapshot } from '../ports/repository-index.ts';
import { pathRole } from '../text/path-role.ts';
import { evidenceCommits } from './evidence-commits.ts';
import type { HistorySettings } from './options.ts';
import type { RenameMap } from './rename-map.ts';

type HotspotSettings = Pick<HistorySettings, 'evidenceFileLimit' | 'hotspotHalfLifeDays'>;

const msPerDay = 86_400_000;

/**
 * Files of the snapshot's tree by number of changes, each change halved for every half-life of age, under their current
 * names ("development hotspots", Section 3.2 of the repository-memory paper). Merges and commits larger than
 * `evidenceFileLimit` do not count, nor do changelogs, author lists and lock files. Hottest first.
 *
 * @param exists whether a path id is in the snapshot's tree
 */
export function findHotspots(
  snapshot: HistorySnapshot,
  renames: RenameMap,
  exists: (pathId: number) => boolean,
  settings: HotspotSettings,
  limit: number,
): readonly Hotspot[] {
  const { heat, changes, lastChangedAtMs } = measureHeat(snapshot, renames, settings);
  const paths = [...heat.keys()].filter((path) => (heat[path] as number) > 0 && exists(path));
  paths.sort((a, b) => (heat[b] as number) - (heat[a] as number) || a - b);
  const hotspots: Hotspot[] = [];
  for (const path of paths) {
    if (hotspots.length >= limit) break;
    const name = snapshot.path(path);
    if (pathRole(name) === 'bookkeeping') continue;
    hotspots.push({
      path: name,
      heat: heat[path] as number,
      changes: changes[path] as number,
      lastChangedAtMs: lastChangedAtMs[path] as number,
    });
  }
  return hotspots;
}

/** Columns by path id. */
interface Heat {
  readonly heat: Float64Array;
  readonly changes: Uint32Array;
  readonly lastChangedAtMs: Float64Array;
}

function measureHeat(snapshot: HistorySnapshot, renames: RenameMap, settings: HotspotSettings): Heat {
  const { times, committedAtMs: nowMs, pathCount } = snapshot;
  const heat = new Float64Array(pathCount);
  const changes = new Uint32Array(pathCount);
  const lastChangedAtMs = new Float64Array(pathCount).fill(Number.NEGATIVE_INFINITY);
  for (const { ordinal, paths } of evidenceCommits(snapshot, renames, settings.evidenceFileLimit)) {
    const atMs = times[ordinal] as number;
    const ageDays = Math.max(0, nowMs - atMs) / msPerDay;
    const weight = 0.5 ** (ageDays / settings.hotspotHalfLifeDays);
    for (const path of paths) {
      heat[path] = (heat[path] as number) + weight;
      changes[path] = (changes[path] as number) + 1;
      lastChangedAtMs[path] = Math.max(lastChangedAtMs[path] as number, atMs);
    }
  }
  return { heat, changes, lastChangedAtMs };
}
