import type { HistorySnapshot, PostingList } from '../ports/repository-index.ts';

/**
 * A history limited to its latest commits by committer time, as the index of a shallow clone would be. Term statistics
 * cover only these commits, so nothing earlier leaks in; only `count` covers the whole history.
 *
 * @param commitLimit number of commits to keep, including merges; 0 for none
 */
export function limitHistory(snapshot: HistorySnapshot, commitLimit: number): HistorySnapshot {
  if (commitLimit >= snapshot.commitCount) return snapshot;
  const heard = markLatest(snapshot, commitLimit);
  const isHeard = (ordinal: number) => heard[ordinal] === 1;
  const { documentLengths } = snapshot;
  const totalLength = documentLengths.reduce(
    (sum, length, ordinal) => sum + (isHeard(ordinal) ? length : 0),
    0,
  );
  const lists = new Map<string, PostingList | undefined>();
  return {
    commit: snapshot.commit,
    committedAtMs: snapshot.committedAtMs,
    commitCount: commitLimit,
    ordinalCount: snapshot.ordinalCount,
    includes: isHeard,
    isMerge: (ordinal) => snapshot.isMerge(ordinal),
    times: snapshot.times,
    documentLengths,
    averageDocumentLength: commitLimit === 0 ? 0 : totalLength / commitLimit,
    changes: snapshot.changes,
    postings(term) {
      if (!lists.has(term)) lists.set(term, keepHeard(snapshot.postings(term), heard));
      return lists.get(term);
    },
    ordinalOf: (id) => [snapshot.ordinalOf(id)].find((ordinal) => ordinal !== undefined && isHeard(ordinal)),
    ordinalOfPrefix: (prefix) =>
      [snapshot.ordinalOfPrefix(prefix)].find((ordinal) => ordinal !== undefined && isHeard(ordinal)),
    parentsOf: (ordinal) => snapshot.parentsOf(ordinal),
    parentOrdinalsOf: (ordinal) => snapshot.parentOrdinalsOf(ordinal),
    stored: (ordinal) => snapshot.stored(ordinal),
    changesOf: (ordinal) => snapshot.changesOf(ordinal),
    path: (pathId) => snapshot.path(pathId),
    pathId: (path) => snapshot.pathId(path),
    pathCount: snapshot.pathCount,
    count: () => snapshot.count(),
    commitsOfIssue: (issue) => snapshot.commitsOfIssue(issue).filter(({ ordinal }) => isHeard(ordinal)),
    commitsReferringTo: (id) => snapshot.commitsReferringTo(id).filter(({ ordinal }) => isHeard(ordinal)),
    tree: () => snapshot.tree(),
    // What was made from the whole history says nothing of a part.
    kept: () => undefined,
    keep: () => undefined,
  };
}

/** Whether each commit is kept, by ordinal; for equal times, the larger ordinal is the later commit. */
function markLatest(snapshot: HistorySnapshot, count: number): Uint8Array {
  const { times, ordinalCount } = snapshot;
  const seen: number[] = [];
  for (let ordinal = 0; ordinal < ordinalCount; ordinal++) if (snapshot.includes(ordinal)) seen.push(ordinal);
  seen.sort((a, b) => (times[b] as number) - (times[a] as number) || b - a);
  const heard = new Uint8Array(ordinalCount);
  for (const ordinal of seen.slice(0, count)) heard[ordinal] = 1;
  return heard;
}

function keepHeard(list: PostingList | undefined, heard: Uint8Array): PostingList | undefined {
  if (list === undefined) return undefined;
  const kept = [...list.ordinals.keys()].filter((place) => heard[list.ordinals[place] as number] === 1);
  if (kept.length === 0) return undefined;
  return {
    ordinals: Uint32Array.from(kept, (place) => list.ordinals[place] as number),
    frequencies: Uint16Array.from(kept, (place) => list.frequencies[place] as number),
  };
}
