import { standaloneKinds } from '../../model/memory-item.ts';
import { scopeOf } from '../../model/provenance.ts';
import type {
  KnownRepository,
  Lookalike,
  RepositoryEvidence,
  RepositoryId,
  RepositoryLocation,
} from '../../model/repository.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import type { MemoryReader } from '../../ports/memory-store.ts';

/** The evidence of a clone or a repository. */
export type Evidence = readonly RepositoryEvidence[];

export type HoldsGitDirectory = (path: string) => boolean;

/** The known repositories that the evidence of a clone points to. */
interface RepositoryMatch {
  /** The clone belongs to this one: it is the very directory, moved. */
  readonly joined?: KnownRepository;
  /** The clone looks like this one, by evidence that any user can copy; only a person joins them. */
  readonly hint?: KnownRepository;
}

type Kind = RepositoryEvidence['kind'];

export function valuesOf(evidence: Evidence, kind: Kind): readonly string[] {
  return evidence.filter((one) => one.kind === kind).map((one) => one.value);
}

/** Whether both sides share a value of this kind. */
export function share(left: Evidence, right: Evidence, kind: Kind): boolean {
  const values = new Set(valuesOf(left, kind));
  return valuesOf(right, kind).some((value) => values.has(value));
}

function lacks(evidence: Evidence, kind: Kind): boolean {
  return valuesOf(evidence, kind).length === 0;
}

/** Both histories are known, and have no root in common. */
export function rootsDisagree(left: Evidence, right: Evidence): boolean {
  return !lacks(left, 'root') && !lacks(right, 'root') && !share(left, right, 'root');
}

/** `file:/a/b` names the clone whose git directory is `/a/b` (bare) or `/a/b/.git`. */
function hasRemoteAt(evidence: Evidence, paths: readonly string[]): boolean {
  const remotes = new Set(valuesOf(evidence, 'remote'));
  return paths.some(
    (path) => remotes.has(`file:${path}`) || remotes.has(`file:${path.replace(/[\\/]\.git$/, '')}`),
  );
}

/** One names the place of the other as its remote. */
function isCloneOf(left: Evidence, right: Evidence): boolean {
  return hasRemoteAt(left, valuesOf(right, 'path')) || hasRemoteAt(right, valuesOf(left, 'path'));
}

function hasMovedAway(known: KnownRepository, holdsGitDirectory: HoldsGitDirectory): boolean {
  return !valuesOf(known.evidence, 'path').some(holdsGitDirectory);
}

/**
 * Matches a clone at an unknown path with the known repositories, by its directory, which cannot be copied and keeps its
 * number when it is moved. Remotes and root commits join no repositories: a stranger can ship the files that hold them.
 * @param known oldest first
 */
export function matchRepository(
  evidence: Evidence,
  known: readonly KnownRepository[],
  holdsGitDirectory: HoldsGitDirectory,
): RepositoryMatch {
  const joined = known.find(
    (one) => share(evidence, one.evidence, 'directory') && !rootsDisagree(evidence, one.evidence),
  );
  if (joined !== undefined) return { joined };
  const hint = mostAlike(evidence, known, holdsGitDirectory);
  return hint === undefined ? {} : { hint };
}

/**
 * The repository of which a clone most likely is another clone. Names are reused, so both must share history, unless one
 * known repository alone has the same remote. Forks and templates share history too, so both must also have the same remote,
 * or one must be a local clone of the other, or the known one must be gone from its path and name no other remote. Of
 * several, the one gone from its path is taken (it was moved), then the oldest.
 * @param known oldest first
 */
function mostAlike(
  evidence: Evidence,
  known: readonly KnownRepository[],
  holdsGitDirectory: HoldsGitDirectory,
): KnownRepository | undefined {
  const alike = known.filter((one) => isLikelyClone(evidence, one, holdsGitDirectory));
  const likely = alike.find((one) => hasMovedAway(one, holdsGitDirectory)) ?? alike[0];
  if (likely !== undefined) return likely;
  const [only, ...others] = known.filter((one) => mayBeClone(evidence, one));
  return others.length === 0 ? only : undefined;
}

/** Returns the evidence that a clone shares with a repository, the most telling first. */
function sharedWith(evidence: Evidence, known: Evidence): Lookalike['shared'] {
  const hasRemote = share(evidence, known, 'remote') || isCloneOf(evidence, known);
  return [
    ...(share(evidence, known, 'root') ? (['root'] as const) : []),
    ...(hasRemote ? (['remote'] as const) : []),
  ];
}

function isLikelyClone(
  evidence: Evidence,
  known: KnownRepository,
  holdsGitDirectory: HoldsGitDirectory,
): boolean {
  if (!share(evidence, known.evidence, 'root')) return false;
  if (share(evidence, known.evidence, 'remote') || isCloneOf(evidence, known.evidence)) return true;
  return remotesAgree(evidence, known) && hasMovedAway(known, holdsGitDirectory);
}

/** Whether the remotes do not contradict: at least one side names none. */
function remotesAgree(evidence: Evidence, known: KnownRepository): boolean {
  return lacks(evidence, 'remote') || lacks(known.evidence, 'remote');
}

/** Whether both have the same remote without common history (a shallow clone), or common history and only one a remote. */
function mayBeClone(evidence: Evidence, known: KnownRepository): boolean {
  if (share(evidence, known.evidence, 'remote')) return true;
  return share(evidence, known.evidence, 'root') && remotesAgree(evidence, known);
}

/**
 * Finds the repository that a later one looks like, by the noted evidence of both: a person may want to join them. Starts no
 * git.
 */
export function findLookalike(
  reader: MemoryReader,
  id: RepositoryId,
  holdsGitDirectory: HoldsGitDirectory,
): Lookalike | undefined {
  const all = reader.repositories();
  const position = all.findIndex((one) => one.id === id);
  const evidence = all[position]?.evidence ?? [];
  const repository = mostAlike(evidence, all.slice(0, Math.max(0, position)), holdsGitDirectory);
  if (repository === undefined) return undefined;
  return {
    repository,
    shared: sharedWith(evidence, repository.evidence),
    itemCount: reader.countItems({ scopes: [scopeOf('repo', repository.id)], kinds: standaloneKinds }),
  };
}

export function pathEvidence(location: RepositoryLocation): RepositoryEvidence {
  return { kind: 'path', value: location.identityDirectory };
}

/** Everything that tells of a clone: its path, directory, remotes and root commits. Starts git. */
export async function gatherCloneEvidence(git: GitReader): Promise<Evidence> {
  const gathered = await git.gatherEvidence();
  return [pathEvidence(git.location), ...gathered.filter((evidence) => evidence.kind !== 'path')];
}

/** Evidence that is not recorded yet. */
export function missingEvidence(known: KnownRepository, evidence: Evidence): Evidence {
  return evidence.filter(
    ({ kind, value }) => !known.evidence.some((noted) => noted.kind === kind && noted.value === value),
  );
}

/** Short name for people: last part of the remote, which all clones share; without a remote, of the folder. */
export function nameRepository(location: RepositoryLocation, evidence: Evidence): string {
  const folder = location.worktree ?? location.identityDirectory.replace(/[\\/]\.git$/, '');
  const source = valuesOf(evidence, 'remote').find((remote) => !remote.startsWith('file:')) ?? folder;
  const name = source.split(/[\\/]/).findLast((part) => part !== '') ?? source;
  return name.replace(/\.git$/, '') || name;
}
