import type { CommitId, CommitRecord } from '../../model/repository.ts';
import type { Git } from './git.ts';
import { type ChangeDetail, changeDetails } from './git-output.ts';
import { findMissing } from './list-commits.ts';
import { type CommitLogRequest, emptyCommit, readCommitLog } from './read-commit-log.ts';

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

/**
 * Reads one commit with less and less detail, from `detail` down, until git succeeds.
 * @returns the detail that could be read; absent when none could
 */
async function readBrokenCommit(
  git: Git,
  request: { readonly id: CommitId; readonly detail: ChangeDetail; readonly signal: AbortSignal | undefined },
) {
  const { id, signal } = request;
  let reason = '';
  for (const detail of changeDetails.slice(changeDetails.indexOf(request.detail))) {
    const { records, failure } = await readWhole(git, { ids: [id], detail, signal });
    const [record] = records;
    if (failure !== undefined) reason = failure;
    else if (record === undefined) break;
    else return { record: detail === 'no_changes' ? unreadableChanges(record, reason) : record, detail };
  }
  return { record: unreadableCommit(id) };
}

interface CommitRange extends CommitLogRequest {
  /** Ids whose changes are known to be unreadable. */
  readonly treeless: ReadonlySet<CommitId>;
}

/** How many of the range's commits were given; `failure` when git stopped before the next one. */
interface CommitRangeEnd {
  readonly given: number;
  readonly failure?: string;
}

const missingTree = 'the tree of the commit is missing or broken';
const missingCommit = 'the commit object is missing or broken';

/** Commits in order: those with readable trees from one git process, the others, without changes, from one before it. */
async function* readCommitRange(git: Git, range: CommitRange): AsyncGenerator<CommitRecord, CommitRangeEnd> {
  const { ids, treeless, detail, signal } = range;
  const bare = await readBare(
    git,
    ids.filter((id) => treeless.has(id)),
    signal,
  );
  const log = readCommitLog(git, { ids: ids.filter((id) => !treeless.has(id)), detail, signal });
  let given = 0;
  function* giveUntil(id: CommitId | undefined): Generator<CommitRecord> {
    for (let next = ids[given]; next !== undefined && next !== id; next = ids[given]) {
      given += 1;
      yield bare.get(next) ?? unreadableCommit(next);
    }
  }
  try {
    let step = await log.next();
    for (; step.done !== true; step = await log.next()) {
      for (const record of step.value) {
        yield* giveUntil(record.id);
        given += 1;
        yield record;
      }
    }
    const { failure } = step.value;
    yield* giveUntil(failure === undefined ? undefined : ids.slice(given).find((id) => !treeless.has(id)));
    return failure === undefined ? { given } : { given, failure };
  } finally {
    await log.return({});
  }
}

/** Commits without their changes. Where one is broken, halving the list finds it. */
async function readBare(
  git: Git,
  ids: readonly CommitId[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<CommitId, CommitRecord>> {
  if (ids.length === 0) return new Map();
  const { records, failure } = await readWhole(git, { ids, detail: 'no_changes', signal });
  if (failure === undefined || ids.length === 1)
    return new Map(records.map((record) => [record.id, unreadableChanges(record, missingTree)]));
  const half = Math.ceil(ids.length / 2);
  const first = await readBare(git, ids.slice(0, half), signal);
  return new Map([...first, ...(await readBare(git, ids.slice(half), signal))]);
}

async function readWhole(git: Git, request: CommitLogRequest) {
  const log = readCommitLog(git, request);
  const records: CommitRecord[] = [];
  let step = await log.next();
  for (; step.done !== true; step = await log.next()) records.push(...step.value);
  return { records, failure: step.value.failure };
}

function unreadableChanges(record: CommitRecord, reason: string): CommitRecord {
  return { ...record, changes: [], unreadable: { part: 'changes', reason } };
}

/** Stands in for a commit of which nothing can be read: no parents, no message, no time. */
function unreadableCommit(id: CommitId): CommitRecord {
  return { ...emptyCommit, id, changes: [], unreadable: { part: 'commit', reason: missingCommit } };
}
