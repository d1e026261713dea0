import { join } from 'node:path';
import { type CommitId, isCommitId } from '../../model/repository.ts';
import { readRegularFile } from '../system/regular-file.ts';

/** A commit longer than this is left to git. */
const longestCommit = 262_144;
/** Each takes a tenth of a millisecond. */
const mostCommits = 300;

/**
 * Whether a commit is `tip` or its ancestor, read from the files of loose objects: the commits since git last packed.
 * Starting git for it takes eighty times as long.
 * @returns true, or undefined where these files do not tell
 */
export function isLooseAncestor(commonDirectory: string, commit: CommitId, tip: CommitId): true | undefined {
  const seen = new Set<CommitId>([tip]);
  for (const id of seen) {
    if (id === commit) return true;
    if (seen.size > mostCommits) return undefined;
    for (const parent of looseParents(commonDirectory, id)) seen.add(parent);
  }
  return undefined;
}

function looseParents(commonDirectory: string, id: CommitId): readonly CommitId[] {
  const packed = readRegularFile(
    join(commonDirectory, 'objects', id.slice(0, 2), id.slice(2)),
    longestCommit,
  );
  const text = packed && inflate(packed);
  if (!text?.startsWith('commit ')) return [];
  const head = text.slice(text.indexOf('\0') + 1, text.indexOf('\n\n'));
  return [...head.matchAll(/^parent (\S+)$/gm)].flatMap(([, parent]) =>
    parent !== undefined && isCommitId(parent) ? [parent] : [],
  );
}

function inflate(packed: Buffer): string | undefined {
  try {
    const { inflateSync } = process.getBuiltinModule('node:zlib');
    return inflateSync(packed, { maxOutputLength: longestCommit }).toString('latin1');
  } catch {
    return undefined;
  }
}
