import type { CoupledFile } from '../model/commit-memory.ts';
import { wilsonInterval } from '../numeric/wilson-interval.ts';
import type { HistorySnapshot } from '../ports/repository-index.ts';
import type { HistorySettings } from './options.ts';
import type { RenameMap } from './rename-map.ts';

interface Together {
  count: number;
  lastAtMs: number;
}

/** Co-change of one file with all others. */
export interface Coupling {
  readonly commits: number;
  readonly coupled: readonly CoupledFile[];
}

/**
 * Files that change in the same commits as `pathId`, under their present names. Merges and commits with more than
 * `evidenceFileLimit` files are no evidence. Ordered by the lower end of the Wilson interval of the share, so that 3 of
 * 3 does not stand above 40 of 45; files that are together no more often than chance (lift ≤ 1) are left out.
 */
export function findCoupledFiles(
  snapshot: HistorySnapshot,
  pathId: number,
  renames: RenameMap,
  exists: (pathId: number) => boolean,
  settings: Pick<HistorySettings, 'evidenceFileLimit' | 'couplingMinimumTogether'>,
  limit: number,
): Coupling {
  const totals = new Uint32Array(snapshot.pathCount);
  const together = new Map<number, Together>();
  let evidence = 0;
  let commits = 0;
  for (let ordinal = 0; ordinal < snapshot.ordinalCount; ordinal++) {
    if (!snapshot.includes(ordinal) || snapshot.isMerge(ordinal)) continue;
    const paths = currentPathsOf(snapshot, ordinal, renames, settings.evidenceFileLimit);
    if (paths.size === 0) continue;
    evidence++;
    for (const path of paths) totals[path] = (totals[path] as number) + 1;
    if (!paths.has(pathId)) continue;
    commits++;
    for (const path of paths) {
      const entry = together.get(path) ?? { count: 0, lastAtMs: 0 };
      entry.count++;
      entry.lastAtMs = Math.max(entry.lastAtMs, snapshot.times[ordinal] as number);
      together.set(path, entry);
    }
  }
  const coupled: CoupledFile[] = [];
  for (const [path, { count, lastAtMs }] of together) {
    if (path === pathId || count < settings.couplingMinimumTogether || !exists(path)) continue;
    const lift = count / commits / ((totals[path] as number) / evidence);
    if (lift <= 1) continue;
    const { low, high } = wilsonInterval(count, commits);
    coupled.push({
      path: snapshot.path(path),
      together: count,
      share: count / commits,
      shareLow: low,
      shareHigh: high,
      lift,
      lastTogetherAtMs: lastAtMs,
    });
  }
  coupled.sort((a, b) => b.shareLow - a.shareLow || b.lift - a.lift || (a.path < b.path ? -1 : 1));
  return { commits, coupled: coupled.slice(0, limit) };
}

function currentPathsOf(
  snapshot: HistorySnapshot,
  ordinal: number,
  renames: RenameMap,
  evidenceFileLimit: number,
): ReadonlySet<number> {
  const { offsets, pathIds } = snapshot.changes;
  const start = offsets[ordinal] as number;
  const end = offsets[ordinal + 1] as number;
  const paths = new Set<number>();
  if (end - start > evidenceFileLimit) return paths;
  for (let i = start; i < end; i++) paths.add(renames.current(pathIds[i] as number));
  return paths;
}
