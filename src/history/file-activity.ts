import type { CoupledFile, Hotspot } from '../model/answers/commit-answers.ts';
import { wilsonInterval } from '../numeric/confidence-bounds.ts';
import type { ChangeColumns, HistorySnapshot } from '../ports/repository-index.ts';
import { pathRole } from '../text/path-role.ts';
import type { HistorySettings } from './options.ts';
import type { RenameMap } from './rename-map.ts';

/** A commit that tells which files belong together. */
interface EvidenceCommit {
  readonly ordinal: number;
  /** Files that it changed, each once and under its current name. */
  readonly paths: ReadonlySet<number>;
}

/**
 * Commits of a snapshot that are evidence about files, oldest first: neither merges, which repeat the changes of other
 * commits, nor commits with more than `evidenceFileLimit` files.
 */
export function* evidenceCommits(
  snapshot: HistorySnapshot,
  renames: RenameMap,
  evidenceFileLimit: number,
): Generator<EvidenceCommit> {
  const { changes } = snapshot;
  for (let ordinal = 0; ordinal < snapshot.ordinalCount; ordinal++) {
    if (!snapshot.includes(ordinal) || snapshot.isMerge(ordinal)) continue;
    const paths = evidencePaths(changes, ordinal, renames, evidenceFileLimit);
    if (paths.size > 0) yield { ordinal, paths };
  }
}

/** Files that a commit changed, each once and under its current name; none when it changed too many. */
export function evidencePaths(
  { offsets, pathIds }: ChangeColumns,
  ordinal: number,
  renames: RenameMap,
  evidenceFileLimit: number,
): ReadonlySet<number> {
  const start = offsets[ordinal] as number;
  const end = offsets[ordinal + 1] as number;
  const paths = new Set<number>();
  if (end - start > evidenceFileLimit) return paths;
  for (let i = start; i < end; i++) paths.add(renames.current(pathIds[i] as number));
  return paths;
}

type HotspotSettings = Pick<HistorySettings, 'evidenceFileLimit' | 'hotspotHalfLifeDays'>;

const msPerDay = 86_400_000;

/**
 * Files of the snapshot's tree by number of changes, each change halved for every half-life of age, under their current
 * names ("development hotspots", Section 3.2 of the repository-memory paper). Merges and commits larger than
 * `evidenceFileLimit` do not count, nor do changelogs, author lists and lock files. Hottest first.
 * @param exists whether a path id is in the snapshot's tree
 * @param isListed whether a file is one to name, by its path: asked from the hottest on, until there are enough
 */
export function findHotspots(
  snapshot: HistorySnapshot,
  renames: RenameMap,
  exists: (pathId: number) => boolean,
  settings: HotspotSettings,
  limit: number,
  isListed: (path: string) => boolean = () => true,
): readonly Hotspot[] {
  const { heat, changes, lastChangedAtMs } = measureHeat(snapshot, renames, settings);
  const paths = [...heat.keys()].filter((path) => (heat[path] as number) > 0 && exists(path));
  paths.sort((a, b) => (heat[b] as number) - (heat[a] as number) || a - b);
  const hotspots: Hotspot[] = [];
  for (const path of paths) {
    if (hotspots.length >= limit) break;
    const name = snapshot.path(path);
    if (pathRole(name) === 'bookkeeping' || !isListed(name)) continue;
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
function measureHeat(snapshot: HistorySnapshot, renames: RenameMap, settings: HotspotSettings) {
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

type CouplingSettings = Pick<HistorySettings, 'evidenceFileLimit' | 'couplingMinimumTogether'>;

/**
 * Files that change in the same commits as `pathId`, under their current names. Merges and commits with more than
 * `evidenceFileLimit` files do not count. Ordered by common commits, then by lift; files that are together no more
 * often than by chance (lift ≤ 1) are left out.
 * @param exists whether a path id is in the snapshot's tree; deleted files are left out
 */
export function findCoupledFiles(
  snapshot: HistorySnapshot,
  pathId: number,
  renames: RenameMap,
  exists: (pathId: number) => boolean,
  settings: CouplingSettings,
  limit: number,
) {
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
