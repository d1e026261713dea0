import { AfterwitError, isAfterwitError } from '../../model/errors.ts';
import type { KnownRepository, RepositoryId } from '../../model/repository.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import type { MemoryReader, MemoryStore, MemoryTransaction } from '../../ports/memory-store.ts';
import type { Clock, Random } from '../../ports/system.ts';
import {
  type Evidence,
  gatherCloneEvidence,
  type HoldsGitDirectory,
  matchRepository,
  missingEvidence,
  nameRepository,
  pathEvidence,
  rootsDisagree,
  share,
  valuesOf,
} from './match-repository.ts';

export interface IdentifyRequest {
  readonly store: MemoryStore;
  readonly git: GitReader;
  readonly clock: Clock;
  readonly random: Random;
  readonly holdsGitDirectory: HoldsGitDirectory;
}

export interface RepositoryIdentity {
  readonly repository: KnownRepository;
  /** The clone is new and looks like this one, but does not share its memories; a person decides (`afterwit repo link`). */
  readonly hint?: KnownRepository;
}

/**
 * Identifies the repository of this clone. A known path takes one read and no git. A new clone is a repository of its own,
 * whatever it looks like, unless its directory was moved here.
 * @throws HOME_NOT_WRITABLE, MEMORY_TOO_NEW and the store's other errors when the clone is new and cannot be recorded
 */
export async function identifyRepository(request: IdentifyRequest): Promise<RepositoryIdentity> {
  const known = request.store.read((reader) => repositoryAt(reader, request.git));
  return known === undefined ? confirmRepository(request) : { repository: known };
}

/**
 * Identifies the clone by all its evidence and records new evidence: a remote added since, the roots of a history that
 * was shallow. For use cases that start git anyway. If another repository is now at the path, the path is detached from
 * the old one.
 */
export async function confirmRepository(request: IdentifyRequest): Promise<RepositoryIdentity> {
  const { store, git } = request;
  const evidence = await gatherCloneEvidence(git);
  const known = store.read((reader) => repositoryAt(reader, git));
  if (known !== undefined && missingEvidence(known, evidence).length === 0) return { repository: known };
  try {
    // Looked up again inside the transaction, because another process may have recorded the clone meanwhile.
    return await store.transact((transaction) => noteClone(transaction, request, evidence));
  } catch (fault) {
    // Evidence of a known clone that cannot be noted now is noted another time.
    if (known === undefined || isReplaced(known, evidence) || !isAfterwitError(fault)) throw fault;
    if (fault.code !== 'HOME_NOT_WRITABLE' && fault.code !== 'MEMORY_TOO_NEW') throw fault;
    return { repository: known };
  }
}

export function repositoryAt(reader: MemoryReader, git: GitReader): KnownRepository | undefined {
  return reader.repositoriesWith(pathEvidence(git.location))[0];
}

function noteClone(
  transaction: MemoryTransaction,
  request: IdentifyRequest,
  evidence: Evidence,
): RepositoryIdentity {
  const known = repositoryAt(transaction, request.git);
  if (known !== undefined && !isReplaced(known, evidence)) {
    return { repository: noteEvidence(transaction, known.id, missingEvidence(known, evidence)) };
  }
  const others = transaction.repositories().filter((one) => one.id !== known?.id);
  const { joined, hint } = matchRepository(evidence, others, request.holdsGitDirectory);
  if (joined !== undefined) {
    leaveFormerPath(transaction, joined, request.holdsGitDirectory);
    return { repository: noteEvidence(transaction, joined.id, evidence) };
  }
  const repository = addRepository(transaction, request, evidence);
  return hint === undefined ? { repository } : { repository, hint };
}

/**
 * Whether another repository is at the path now: both histories are known and share neither root nor remote.
 * Where the directory or its content is another one too, a remote does not outweigh the roots, as any user can write one
 * down, and something must be shared; of the same directory, if there is anything to share.
 */
function isReplaced({ evidence: known }: KnownRepository, evidence: Evidence): boolean {
  const [isOtherHistory, hasRemote] = [rootsDisagree(known, evidence), share(known, evidence, 'remote')];
  const [noted, marks] = [valuesOf(known, 'directory'), valuesOf(evidence, 'directory')];
  const isSame = noted.length === 0 || marks.every((mark) => noted.includes(mark));
  if (isSame) return isOtherHistory && !hasRemote;
  const isBlank = !known.some(({ kind }) => kind === 'root' || kind === 'remote');
  const mayLackAll = isBlank && share(known, evidence, 'directory');
  return isOtherHistory || !(mayLackAll || hasRemote || share(known, evidence, 'root'));
}

/** A directory put later where one was moved from is not that repository. Of several lost ones, any may come back. */
function leaveFormerPath(
  transaction: MemoryTransaction,
  { id, evidence }: KnownRepository,
  holdsGitDirectory: HoldsGitDirectory,
): void {
  const [former, ...others] = valuesOf(evidence, 'path').filter((path) => !holdsGitDirectory(path));
  if (former !== undefined && others.length === 0)
    transaction.removeEvidence(id, { kind: 'path', value: former });
}

/** Adds a repository with a new id for this clone. Its path is taken from the repository that had it. */
export function addRepository(
  transaction: MemoryTransaction,
  { git, clock, random }: Pick<IdentifyRequest, 'git' | 'clock' | 'random'>,
  evidence: Evidence,
): KnownRepository {
  const id = random.uuid() as RepositoryId;
  transaction.addRepository({ id, name: nameRepository(git.location, evidence), createdAtMs: clock.nowMs() });
  return noteEvidence(transaction, id, evidence);
}

/** Adds evidence and returns the updated repository. */
export function noteEvidence(
  transaction: MemoryTransaction,
  id: RepositoryId,
  evidence: Evidence,
): KnownRepository {
  transaction.addEvidence(id, evidence);
  const repository = transaction.repository(id);
  if (repository === undefined) {
    throw new AfterwitError(
      'INTERNAL',
      `Repository ${id} disappeared while it was being written. Please report this.`,
    );
  }
  return repository;
}
