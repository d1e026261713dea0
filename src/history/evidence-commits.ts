import type { ChangeColumns, HistorySnapshot } from '../ports/repository-index.ts';
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
