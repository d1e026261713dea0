import type { HistorySnapshot } from '../ports/repository-index.ts';
import { pathRole } from '../text/path-role.ts';
import { weighFolderTerms } from '../text/project-terms.ts';
import { termsOf } from '../text/terms.ts';

/** The folder that most changes are below says what the project is called when this share of them is. */
const leastShare = 0.25;
/** Several say so together when they are nearly as frequent: `sentence_transformers`, `google/gson`. */
const nearlyAsFrequent = 0.8;

const known = new WeakMap<HistorySnapshot, ReadonlySet<string>>();

/** Whether a text has a name under which most changes of sources lie. */
export function namesProjectIn(snapshot: HistorySnapshot, text: string): boolean {
  let names = known.get(snapshot);
  if (names === undefined) {
    names = projectNames(countChanges(snapshot));
    known.set(snapshot, names);
  }
  const own = names;
  return own.size > 0 && termsOf(text).some((term) => own.has(term));
}

/**
 * The names a project goes by in its history. Changes count, not files: a history is full of folders that were there once, such as
 * copies of other projects and examples.
 *
 * @param changes number of changes of each source
 */
export function projectNames(changes: ReadonlyMap<string, number>): ReadonlySet<string> {
  const total = [...changes.values()].reduce((sum, count) => sum + count, 0);
  const weights = [...weighFolderTerms(changes)];
  const most = Math.max(0, ...weights.map(([, weight]) => weight));
  if (most === 0 || most < leastShare * total) return new Set();
  return new Set(weights.filter(([, weight]) => weight >= nearlyAsFrequent * most).map(([term]) => term));
}

/** Computed once for a snapshot: a walk over the columns, and over the paths that occur in them. */
function countChanges(snapshot: HistorySnapshot): ReadonlyMap<string, number> {
  const { offsets, pathIds } = snapshot.changes;
  const counts = new Uint32Array(snapshot.pathCount);
  for (let ordinal = 0; ordinal < snapshot.ordinalCount; ordinal++) {
    if (!snapshot.includes(ordinal)) continue;
    for (let i = offsets[ordinal] as number; i < (offsets[ordinal + 1] as number); i++) {
      const pathId = pathIds[i] as number;
      counts[pathId] = (counts[pathId] as number) + 1;
    }
  }
  return new Map(
    [...counts.entries()]
      .filter(([, count]) => count > 0)
      .map(([id, count]) => [snapshot.path(id), count] as const)
      .filter(([path]) => pathRole(path) === 'source'),
  );
}
