import { type CommitId, isCommitId, type UnreadableCommit } from '../../model/repository.ts';
import type { CommitListing } from '../../ports/git-reader.ts';
import type { Git } from './git.ts';
import { openByteSource } from './git-output.ts';
import { gitFailed, saysNothingOfObjects } from './git-process.ts';
import type { GitStream } from './git-stream.ts';

/**
 * Ancestors of `tips` that are not ancestors of `known`, parents before children; a broken history as far as it goes.
 * @param boundary commits at which a shallow clone is cut
 */
export async function listCommits(
  git: Git,
  boundary: readonly CommitId[],
  request: ListRequest,
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
  return walkCommits(git, boundary, request);
}

/** A tip not listed is an ancestor of a known commit, unless it is not there at all. */
async function unreadableTips(
  git: Git,
  request: ListRequest,
  ids: readonly CommitId[],
): Promise<readonly UnreadableCommit[]> {
  const listed = new Set(ids);
  const unlisted = request.tips.filter((tip) => !listed.has(tip));
  if (unlisted.length === 0) return [];
  const missing = await findMissing(git, unlisted, request.signal);
  return unlisted
    .filter((id) => missing.has(id))
    .map((id) => ({ id, part: 'commit', reason: 'the commit object is missing or broken' }));
}

type ParentMap = ReadonlyMap<CommitId, readonly CommitId[]>;

/**
 * The listing of a history that git's own walk refuses because a commit in it is missing or broken: visits commit by
 * commit, and says which ones could not be read. Far slower than `rev-list` (about 40 µs a commit), so a last resort.
 */
async function walkCommits(
  git: Git,
  boundary: readonly CommitId[],
  request: ListRequest,
): Promise<CommitListing> {
  const cut = new Set(boundary);
  const parents = new Map<CommitId, readonly CommitId[]>();
  const unreadable = new Map<CommitId, string>();
  const reader = openCommitParents(git, request.signal);
  try {
    let frontier: readonly CommitId[] = [...new Set([...request.tips, ...request.known])];
    while (frontier.length > 0) {
      const next = new Set<CommitId>();
      for (const [id, answer] of await readGeneration(reader, frontier)) {
        if (typeof answer === 'string') unreadable.set(id, answer);
        else parents.set(id, cut.has(id) ? [] : answer);
        for (const parent of parents.get(id) ?? []) next.add(parent);
      }
      frontier = [...next].filter((id) => !parents.has(id) && !unreadable.has(id));
    }
  } finally {
    await reader.close();
  }
  return listing(request, parents, unreadable);
}

async function readGeneration(
  reader: CommitParents,
  frontier: readonly CommitId[],
): Promise<ReadonlyMap<CommitId, readonly CommitId[] | string>> {
  const answers = new Map<CommitId, readonly CommitId[] | string>();
  let asked = frontier;
  while (asked.length > 0) {
    const got = await reader.read(asked);
    for (const [index, answer] of got.entries()) answers.set(asked[index] as CommitId, answer);
    asked = asked.slice(got.length);
  }
  return answers;
}

function listing(
  request: ListRequest,
  parents: ParentMap,
  unreadable: ReadonlyMap<CommitId, string>,
): CommitListing {
  const known = new Set(parentsFirst(request.known, parents, new Set()));
  const ids = parentsFirst(request.tips, parents, known);
  const wanted = new Set<CommitId>(request.tips);
  for (const id of ids) for (const parent of parents.get(id) ?? []) wanted.add(parent);
  const faults: UnreadableCommit[] = [];
  for (const [id, reason] of unreadable) if (wanted.has(id)) faults.push({ id, part: 'commit', reason });
  return { ids, unreadable: faults };
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

/** Parents of a commit, or the reason why it cannot be read. */
type ParentsAnswer = readonly CommitId[] | string;

/** Reads commits from one `git cat-file --batch` process, which is restarted when a damaged object ends it. */
interface CommitParents {
  /** Answers in the requested order, at least one; fewer than requested when a damaged object ended git. */
  read(ids: readonly CommitId[]): Promise<readonly ParentsAnswer[]>;
  close(): Promise<void>;
}

/** Headers of a commit come first and are short; the message behind them is passed over, however long. */
const keptBytes = 1_048_576;
const brokenCommit = 'the commit object is missing or broken';

function openCommitParents(git: Git, signal: AbortSignal | undefined): CommitParents {
  let batch: CommitBatch | undefined;
  return {
    async read(ids) {
      batch ??= startBatch(git, signal);
      batch.stream.send(`${ids.join('\n')}\n`);
      const answers: ParentsAnswer[] = [];
      for (const _ of ids) {
        const answer = await batch.next();
        if (answer === undefined) {
          const exit = await batch.stream.exit();
          if (saysNothingOfObjects(exit)) throw gitFailed('cat-file', exit);
          batch = undefined;
          return [...answers, brokenCommit];
        }
        answers.push(answer);
      }
      return answers;
    },
    async close() {
      await batch?.stream.stop();
    },
  };
}

interface CommitBatch {
  readonly stream: GitStream;
  next(): Promise<ParentsAnswer | undefined>;
}

function startBatch(git: Git, signal: AbortSignal | undefined): CommitBatch {
  const stream = git.stream({ arguments: ['cat-file', '--batch'], interactive: true, signal });
  const bytes = openByteSource(stream);
  return {
    stream,
    async next() {
      const header = await bytes.line();
      if (header === undefined) return undefined;
      const [, type, size] = header.split(' ');
      if (type === 'missing') return brokenCommit;
      const content = await bytes.take(Number(size) + 1, keptBytes);
      if (content === undefined) return undefined;
      return type === 'commit' ? parentsIn(content) : `the object is a ${type}, not a commit`;
    },
  };
}

function parentsIn(commit: Buffer): readonly CommitId[] {
  const end = commit.indexOf('\n\n');
  const headers = commit.toString('latin1', 0, end === -1 ? commit.length : end).split('\n');
  const parents: CommitId[] = [];
  for (const header of headers) {
    const id = header.startsWith('parent ') ? header.slice('parent '.length) : '';
    if (isCommitId(id)) parents.push(id);
  }
  return parents;
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

/** Ancestors of `tips`, themselves included, without `known` and its ancestors. */
interface ListRequest {
  readonly tips: readonly CommitId[];
  readonly known: readonly CommitId[];
  readonly signal?: AbortSignal | undefined;
}
