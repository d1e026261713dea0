import type { Hotspot } from '../model/commit-memory.ts';
import type { HistorySnapshot } from '../ports/repository-index.ts';
import { pathRole } from '../text/path-role.ts';
import type { HistorySettings } from './options.ts';
import type { RenameMap } from './rename-map.ts';

const msPerDay = 86_400_000;

/**
 * Files of the snapshot's tree by how often they were changed, each change halved for every half-life of age, under
 * their present names ("development hotspots", Section 3.2 of the repository-memory paper). Merges and commits larger
 * than `evidenceFileLimit` do not count, nor do changelogs, author lists and lock files. Hottest first.
 */
export function findHotspots(
  snapshot: HistorySnapshot,
  renames: RenameMap,
  exists: (pathId: number) => boolean,
  settings: Pick<HistorySettings, 'evidenceFileLimit' | 'hotspotHalfLifeDays'>,
  limit: number,
): readonly Hotspot[] {
  const heat = new Float64Array(snapshot.pathCount);
  const changes = new Uint32Array(snapshot.pathCount);
  const lastChangedAtMs = new Float64Array(snapshot.pathCount);
  const { offsets, pathIds } = snapshot.changes;
  for (let ordinal = 0; ordinal < snapshot.ordinalCount; ordinal++) {
    if (!snapshot.includes(ordinal) || snapshot.isMerge(ordinal)) continue;
    const start = offsets[ordinal] as number;
    const end = offsets[ordinal + 1] as number;
    if (end - start > settings.evidenceFileLimit) continue;
    const committedAtMs = snapshot.times[ordinal] as number;
    const ageDays = Math.max(0, snapshot.committedAtMs - committedAtMs) / msPerDay;
    const weight = 0.5 ** (ageDays / settings.hotspotHalfLifeDays);
    for (let i = start; i < end; i++) {
      const path = renames.current(pathIds[i] as number);
      heat[path] = (heat[path] as number) + weight;
      changes[path] = (changes[path] as number) + 1;
      lastChangedAtMs[path] = Math.max(lastChangedAtMs[path] as number, committedAtMs);
    }
  }
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
