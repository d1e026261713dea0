import type { CommitId, CommitRecord } from '../../model/repository.ts';
import type { Git } from './git.ts';
import { type ChangeDetail, changeDetails } from './git-output.ts';
import { findMissing } from './list-commits.ts';
import { type CommitLogEnd, emptyCommit, readCommitLog } from './read-commit-log.ts';

interface ReadCommitsRequest {
  readonly ids: readonly CommitId[];
  /** Commits at which a shallow clone is cut. */
  readonly boundary: readonly CommitId[];
  readonly signal: AbortSignal | undefined;
}

/** Commits a git process is given: few enough that it starts soon, many enough that starting costs nothing. */
const chunkSize = 8_192;

/**
 * After this many faults of a kind, the rest of the run is read with less detail, to avoid restarting git for each
 * fault.
 */
const faultLimit = 3;

/** Faults of the repository that a run has met so far. */
interface Experience {
  detail: ChangeDetail;
  missingBlobs: number;
  missingTrees: number;
}

/** Commits in the order asked for. Broken ones say so in `unreadable`; none ends the stream. */
export async function* readCommits(
  git: Git,
  request: ReadCommitsRequest,
): AsyncGenerator<CommitRecord, void> {
  const cut = new Set(request.boundary);
  for await (const record of readAll(git, request)) {
    yield cut.has(record.id) ? { ...record, isCut: true } : record;
  }
}

async function* readAll(git: Git, request: ReadCommitsRequest): AsyncGenerator<CommitRecord, void> {
  const ids = [...new Set(request.ids)];
  const experience: Experience = {
    // Starts with full detail even for a partial clone, which often has its blobs; the detail is lowered at the first
    // missing ones.
    detail: 'similar_renames',
    missingBlobs: 0,
    missingTrees: 0,
  };
  for (let start = 0; start < ids.length; start += chunkSize) {
    yield* readChunk(git, ids.slice(start, start + chunkSize), experience, request.signal);
  }
}

async function* readChunk(
  git: Git,
  chunk: readonly CommitId[],
  experience: Experience,
  signal: AbortSignal | undefined,
): AsyncGenerator<CommitRecord, void> {
  let treeless: ReadonlySet<CommitId> | undefined;
  const pending: (readonly CommitId[])[] = [chunk];
  for (let ids = pending.pop(); ids !== undefined; ids = pending.pop()) {
    if (experience.missingTrees >= faultLimit) treeless ??= await findTreeless(git, ids, signal);
    const { detail } = experience;
    const end = yield* readCommitRange(git, { ids, treeless: treeless ?? new Set(), detail, signal });
    const [id, ...rest] = end.failure === undefined ? [] : ids.slice(end.given);
    if (id === undefined) continue;
    const broken = await readBrokenCommit(git, { id, detail, signal });
    yield broken.record;
    learn(experience, broken.detail);
    // Nothing was read, but this commit is intact: a later one ended git while it was reading the list. Halving the
    // list finds it.
    const blameless = end.given === 0 && broken.detail === detail;
    const half = blameless ? Math.ceil(rest.length / 2) : rest.length;
    pending.push(...[rest.slice(half), rest.slice(0, half)].filter((part) => part.length > 0));
  }
}

function learn(experience: Experience, detail: ChangeDetail | undefined): void {
  if (detail === 'no_changes') experience.missingTrees += 1;
  else if (detail !== undefined && detail !== experience.detail) experience.missingBlobs += 1;
  if (experience.missingBlobs >= faultLimit) experience.detail = 'exact_renames';
}

async function findTreeless(
  git: Git,
  ids: readonly CommitId[],
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<CommitId>> {
  const missing = await findMissing(
    git,
    ids.map((id) => `${id}^{tree}` as const),
    signal,
  );
  return new Set(ids.filter((id) => missing.has(`${id}^{tree}`)));
}

/** A commit that ended git, with the detail that could still be read; `detail` is absent when none could. */
interface BrokenCommit {
  readonly record: CommitRecord;
  readonly detail?: ChangeDetail;
}

/** Reads one commit with less and less detail, from `detail` down, until git succeeds. */
async function readBrokenCommit(
  git: Git,
  request: { readonly id: CommitId; readonly detail: ChangeDetail; readonly signal: AbortSignal | undefined },
): Promise<BrokenCommit> {
  const { id, signal } = request;
  let reason = '';
  for (const detail of changeDetails.slice(changeDetails.indexOf(request.detail))) {
    const log = readCommitLog(git, { ids: [id], detail, signal });
    const records: CommitRecord[] = [];
    let step = await log.next();
    for (; step.done !== true; step = await log.next()) records.push(...step.value);
    const [record] = records;
    if (step.value.failure !== undefined) reason = step.value.failure;
    else if (record === undefined) break;
    else return { record: detail === 'no_changes' ? unreadableChanges(record, reason) : record, detail };
  }
  return { record: unreadableCommit(id) };
}

interface CommitRange {
  readonly ids: readonly CommitId[];
  /** Ids whose changes are known to be unreadable. */
  readonly treeless: ReadonlySet<CommitId>;
  readonly detail: ChangeDetail;
  readonly signal: AbortSignal | undefined;
}

/** How many of the range's commits were given; `failure` when git stopped before the next one. */
interface CommitRangeEnd {
  readonly given: number;
  readonly failure?: string;
}

const missingTree = 'the tree of the commit is missing or broken';
const missingCommit = 'the commit object is missing or broken';

/** Commits in order: those with readable trees from one git process, the others, without changes, from a second one. */
async function* readCommitRange(git: Git, range: CommitRange): AsyncGenerator<CommitRecord, CommitRangeEnd> {
  const { ids, treeless, detail, signal } = range;
  const open = (part: readonly CommitId[], partDetail: ChangeDetail) =>
    openCommitLogSource(readCommitLog(git, { ids: part, detail: partDetail, signal }));
  const whole = open(treeless.size === 0 ? ids : ids.filter((id) => !treeless.has(id)), detail);
  const bare = open(
    ids.filter((id) => treeless.has(id)),
    'no_changes',
  );
  try {
    for (const [given, id] of ids.entries()) {
      const source = treeless.has(id) ? bare : whole;
      const record = await source.peek();
      if (record?.id === id) {
        source.drop();
        yield source === bare ? unreadableChanges(record, missingTree) : record;
        continue;
      }
      const failure = record === undefined ? source.failure() : undefined;
      if (failure !== undefined) return { given, failure };
      yield unreadableCommit(id);
    }
    return { given: ids.length };
  } finally {
    await Promise.all([whole.close(), bare.close()]);
  }
}

function unreadableChanges(record: CommitRecord, reason: string): CommitRecord {
  return { ...record, changes: [], unreadable: { part: 'changes', reason } };
}

/** Stands in for a commit of which nothing can be read: no parents, no message, no time. */
function unreadableCommit(id: CommitId): CommitRecord {
  return { ...emptyCommit, id, changes: [], unreadable: { part: 'commit', reason: missingCommit } };
}

/** A commit log read record by record, with a look ahead. */
interface CommitLogSource {
  /** The next record, left in place; undefined at the end. */
  peek(): CommitRecord | undefined | Promise<CommitRecord | undefined>;
  /** Passes over the record last peeked at. */
  drop(): void;
  /** Why the log ended early; known at the end. */
  failure(): string | undefined;
  close(): Promise<void>;
}

function openCommitLogSource(log: AsyncGenerator<readonly CommitRecord[], CommitLogEnd>): CommitLogSource {
  let batch: readonly CommitRecord[] = [];
  let position = 0;
  let end: CommitLogEnd | undefined;
  const fill = async (): Promise<CommitRecord | undefined> => {
    while (position >= batch.length && end === undefined) {
      const step = await log.next();
      if (step.done === true) end = step.value;
      else {
        batch = step.value;
        position = 0;
      }
    }
    return batch[position];
  };
  return {
    // Most records are there already: no need to wait for them.
    peek: () => (position < batch.length ? batch[position] : fill()),
    drop() {
      position += 1;
    },
    failure: () => end?.failure,
    async close() {
      await log.return({});
    },
  };
}
