import type { CommitId, CommitRecord } from '../../model/repository.ts';
import type { ChangeDetail } from './change-detail.ts';
import { findMissing } from './find-missing.ts';
import type { Git } from './git.ts';
import { readBrokenCommit } from './read-broken-commit.ts';
import { readCommitRange } from './read-commit-range.ts';

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
