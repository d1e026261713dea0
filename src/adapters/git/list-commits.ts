import { type CommitId, isCommitId, type UnreadableCommit } from '../../model/repository.ts';
import type { CommitListing, CommitListRequest } from '../../ports/git-reader.ts';
import type { Git } from './git.ts';
import { readObjects } from './read-objects.ts';

/**
 * Ancestors of `tips` that are not ancestors of `known`, parents before children; a broken history as far as it goes.
 * @param boundary commits at which a shallow clone is cut
 */
export async function listCommits(
  git: Git,
  boundary: readonly CommitId[],
  request: CommitListRequest,
): Promise<CommitListing> {
  if (request.tips.length === 0) return { ids: [], unreadable: [] };
  const chunks: Buffer[] = [];
  const exit = await git.consume(
    {
      // Objects named on stdin that do not exist are passed over (a force-push, then gc); missing parents are not.
      arguments: ['rev-list', '--topo-order', '--reverse', '--ignore-missing', '--stdin'],
      input: [...request.tips, ...request.known.map((id) => `^${id}`), ''].join('\n'),
      signal: request.signal,
    },
    (chunk) => chunks.push(chunk),
  );
  if (exit.code === 0) {
    const ids = Buffer.concat(chunks).toString('latin1').split('\n').filter(isCommitId);
    return { ids, unreadable: await unreadableTips(git, request, ids) };
  }
  return listAroundBroken(git, boundary, request);
}

/** A tip not listed is an ancestor of a known commit, unless it is not there at all. */
async function unreadableTips(
  git: Git,
  request: CommitListRequest,
  ids: readonly CommitId[],
): Promise<readonly UnreadableCommit[]> {
  const listed = new Set(ids);
  const unlisted = request.tips.filter((tip) => !listed.has(tip));
  if (unlisted.length === 0) return [];
  const missing = await findMissing(git, unlisted, request.signal);
  return unlisted.filter((id) => missing.has(id)).map(unreadableCommit);
}

type ParentMap = ReadonlyMap<string, readonly CommitId[]>;

/** Headers of a commit come first and are short; the message behind them is passed over, however long. */
const keepBytes = 1_048_576;

/**
 * The listing of a history that git's own walk refuses because a commit in it is missing or broken: reads all commits of the
 * clone, and says which ones of the history could not be read. Slower than `rev-list`, so a last resort.
 */
async function listAroundBroken(
  git: Git,
  boundary: readonly CommitId[],
  { tips, known, signal }: CommitListRequest,
): Promise<CommitListing> {
  const parents = new Map<string, readonly CommitId[]>();
  const stored = { ids: await listStoredCommits(git, signal), type: 'commit', keepBytes, signal } as const;
  for await (const { id, bytes } of readObjects(git, stored))
    if (bytes !== undefined) parents.set(id, parentsIn(bytes));
  for (const id of boundary) if (parents.has(id)) parents.set(id, []);
  const ids = parentsFirst(tips, parents, new Set(parentsFirst(known, parents, new Set())));
  const wanted = new Set([...tips, ...ids.flatMap((id) => parents.get(id) ?? [])]);
  return { ids, unreadable: [...wanted].filter((id) => !parents.has(id)).map(unreadableCommit) };
}

/** Ids of all commits in the clone. */
async function listStoredCommits(git: Git, signal: AbortSignal | undefined): Promise<readonly CommitId[]> {
  const ids: CommitId[] = [];
  let rest = '';
  const all = ['--batch-all-objects', '--unordered', '--buffer', '--batch-check=%(objecttype) %(objectname)'];
  await git.consume({ arguments: ['cat-file', ...all], signal }, (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [type, id = ''] = line.split(' ');
      if (type === 'commit' && isCommitId(id)) ids.push(id);
    }
  });
  return ids;
}

function unreadableCommit(id: CommitId): UnreadableCommit {
  return { id, part: 'commit', reason: 'the commit object is missing or broken' };
}

/** Depth-first, each commit after all of its parents. Iterative: a history is deeper than any call stack. */
function parentsFirst(
  tips: readonly CommitId[],
  parents: ParentMap,
  passOver: ReadonlySet<CommitId>,
): CommitId[] {
  const ordered: CommitId[] = [];
  const seen = new Set<CommitId>(passOver);
  const path: { readonly id: CommitId; readonly left: CommitId[] }[] = [];
  const enter = (id: CommitId): void => {
    const own = parents.get(id);
    if (own === undefined || seen.has(id)) return;
    seen.add(id);
    path.push({ id, left: own.toReversed() });
  };
  for (const tip of tips) {
    enter(tip);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const parent = top.left.pop();
      if (parent !== undefined) enter(parent);
      else {
        ordered.push(top.id);
        path.pop();
      }
    }
  }
  return ordered;
}

function parentsIn(commit: Uint8Array): readonly CommitId[] {
  const [headers = ''] = Buffer.from(commit).toString('latin1').split('\n\n', 1);
  return [...headers.matchAll(/^parent (\S+)$/gm)].map(([, id]) => id as CommitId).filter(isCommitId);
}

/** Which of these object names (`<id>`, `<id>^{tree}`) lead to no readable object. One process for all. */
export async function findMissing<Name extends string>(
  git: Git,
  names: readonly Name[],
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<Name>> {
  const missing = new Set<Name>();
  if (names.length === 0) return missing;
  const chunks: Buffer[] = [];
  await git.consume(
    {
      arguments: ['cat-file', '--batch-check=%(objecttype)', '--buffer'],
      input: `${names.join('\n')}\n`,
      signal,
    },
    (chunk) => chunks.push(chunk),
  );
  const answers = Buffer.concat(chunks).toString('latin1').split('\n');
  // A damaged object can end cat-file early. Names without an answer count as present; reading them reports the fault.
  for (const [index, name] of names.entries()) {
    if (answers[index]?.endsWith(' missing')) missing.add(name);
  }
  return missing;
}
