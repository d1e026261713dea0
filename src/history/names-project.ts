import type { HistorySnapshot } from '../ports/repository-index.ts';
import { pathRole } from '../text/path-role.ts';
import { projectTerms } from '../text/project-terms.ts';
import { termsOf } from '../text/terms.ts';

const known = new WeakMap<HistorySnapshot, ReadonlySet<string>>();

/** Whether a text has a name under which most of the sources lie that commits changed. */
export function namesProjectIn(snapshot: HistorySnapshot, text: string): boolean {
  let names = known.get(snapshot);
  if (names === undefined) {
    names = projectTerms(changedSources(snapshot));
    known.set(snapshot, names);
  }
  const own = names;
  return own.size > 0 && termsOf(text).some((term) => own.has(term));
}

/** Computed once for a snapshot: a walk over the columns, and over the paths that occur in them. */
function changedSources(snapshot: HistorySnapshot): readonly string[] {
  const { offsets, pathIds } = snapshot.changes;
  const seen = new Uint8Array(snapshot.pathCount);
  for (let ordinal = 0; ordinal < snapshot.ordinalCount; ordinal++) {
    if (!snapshot.includes(ordinal)) continue;
    for (let i = offsets[ordinal] as number; i < (offsets[ordinal + 1] as number); i++)
      seen[pathIds[i] as number] = 1;
  }
  const paths = [...seen.keys()].filter((id) => seen[id] === 1).map((id) => snapshot.path(id));
  return paths.filter((path) => pathRole(path) === 'source');
}
