import type { HistorySettings } from '../../src/history/options.ts';
import type { HistorySnapshot, RepositoryIndex } from '../../src/ports/repository-index.ts';
import { InMemoryRepositoryIndex } from '../in-memory/in-memory-repository-index.ts';
import { type CommitSketch, commitHistory, idOf } from './commit-history.ts';
import { fixedClock } from './fixed-clock.ts';

/** Settings under which small histories have something to say. */
export const settings: HistorySettings = {
  evidenceFileLimit: 4,
  hotspotHalfLifeDays: 10,
  couplingMinimumTogether: 2,
  search: {
    termLimit: 32,
    commonTermShare: 0.05,
    firstLineWeight: 6,
    k1: 1.2,
    b: 0.75,
    minimumConfidence: 0.05,
    minimumAnswerConfidence: 0.15,
  },
};

/** An index without a disk. */
export function plainIndex(clock = fixedClock()): RepositoryIndex {
  return new InMemoryRepositoryIndex(clock);
}

/** The history up to one commit; by default the last one. */
export function snapshotOf(
  sketches: readonly CommitSketch[],
  name = sketches.at(-1)?.name ?? '',
): HistorySnapshot {
  const index = plainIndex();
  index.append(commitHistory(sketches));
  return index.at(idOf(name));
}

/** Tells the path ids of files apart by name: those that are there now. */
export function among(snapshot: HistorySnapshot, paths: readonly string[]): (pathId: number) => boolean {
  const present = new Set(paths);
  return (pathId) => present.has(snapshot.path(pathId));
}

/** Id of a path that the test knows to be there. */
export function pathIdOf(snapshot: HistorySnapshot, path: string): number {
  const pathId = snapshot.pathId(path);
  if (pathId === undefined) throw new Error(`The history never had ${path}.`);
  return pathId;
}
