import type { CoupledFile } from '../model/answers/commit-answers.ts';
import { wilsonInterval } from '../numeric/wilson-interval.ts';
import type { HistorySnapshot } from '../ports/repository-index.ts';
import { evidenceCommits } from './evidence-commits.ts';
import type { HistorySettings } from './options.ts';
import type { RenameMap } from './rename-map.ts';

type CouplingSettings = Pick<HistorySettings, 'evidenceFileLimit' | 'couplingMinimumTogether'>;

/** Co-change of one file with all others. */
interface Coupling {
  readonly commits: number;
  readonly coupled: readonly CoupledFile[];
}

/**
 * Files that change in the same commits as `pathId`, under their current names. Merges and commits with more than
 * `evidenceFileLimit` files do not count. Ordered by common commits, then by lift; files that are together no more
 * often than by chance (lift ≤ 1) are left out.
 *
 * @param exists whether a path id is in the snapshot's tree; deleted files are left out
 */
export function findCoupledFiles(
  snapshot: HistorySnapshot,
  pathId: number,
  renames: RenameMap,
  exists: (pathId: number) => boolean,
  settings: CouplingSettings,
  limit: number,
): Coupling {
  const tally = countTogether(snapshot, pathId, renames, settings.evidenceFileLimit);
  const coupled: CoupledFile[] = [];
  for (const [path, { count, lastAtMs }] of tally.together) {
    if (path === pathId || count < settings.couplingMinimumTogether || !exists(path)) continue;
    const share = count / tally.commits;
    const lift = share / ((tally.changes[path] as number) / tally.evidence);
    if (lift <= 1) continue;
    const { low, high } = wilsonInterval(count, tally.commits);
    coupled.push({
      path: snapshot.path(path),
      together: count,
      share,
      shareLow: low,
      shareHigh: high,
      lift,
      lastTogetherAtMs: lastAtMs,
    });
  }
  coupled.sort((a, b) => b.together - a.together || b.lift - a.lift || (a.path < b.path ? -1 : 1));
  return { commits: tally.commits, coupled: coupled.slice(0, limit) };
}

interface Together {
  readonly count: number;
  readonly lastAtMs: number;
}

interface Tally {
  /** Number of commits that count as evidence. */
  readonly evidence: number;
  /** Number of them that changed the requested file. */
  readonly commits: number;
  /** Commits that changed a file, by path id. */
  readonly changes: Uint32Array;
  /** Commits that changed both a file and the requested one, by path id. */
  readonly together: ReadonlyMap<number, Together>;
}

function countTogether(
  snapshot: HistorySnapshot,
  pathId: number,
  renames: RenameMap,
  evidenceFileLimit: number,
): Tally {
  const { times } = snapshot;
  const changes = new Uint32Array(snapshot.pathCount);
  const together = new Map<number, Together>();
  let evidence = 0;
  let commits = 0;
  for (const { ordinal, paths } of evidenceCommits(snapshot, renames, evidenceFileLimit)) {
    evidence++;
    for (const path of paths) changes[path] = (changes[path] as number) + 1;
    if (!paths.has(pathId)) continue;
    commits++;
    const atMs = times[ordinal] as number;
    for (const path of paths) {
      const before = together.get(path);
      const lastAtMs = Math.max(before?.lastAtMs ?? atMs, atMs);
      together.set(path, { count: (before?.count ?? 0) + 1, lastAtMs });
    }
  }
  return { evidence, commits, changes, together };
}
