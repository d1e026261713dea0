import type { KnownRepository, RepositoryEvidence } from '../../model/repository.ts';

/** Whether there is a git directory at the path. */
export type HoldsGitDirectory = (path: string) => boolean;

/** What the evidence of a clone says about the repositories known so far. */
interface RepositoryMatch {
  /** The clone belongs to this one. */
  readonly joined?: KnownRepository;
  /** The clone may belong to this one, but the evidence is too weak to join it automatically. */
  readonly hint?: KnownRepository;
}

type Kind = RepositoryEvidence['kind'];

export function valuesOf(evidence: readonly RepositoryEvidence[], kind: Kind): readonly string[] {
  return evidence.filter((one) => one.kind === kind).map((one) => one.value);
}

/** Whether both sides share a value of this kind. */
export function share(
  left: readonly RepositoryEvidence[],
  right: readonly RepositoryEvidence[],
  kind: Kind,
): boolean {
  const values = new Set(valuesOf(left, kind));
  return valuesOf(right, kind).some((value) => values.has(value));
}

function lacks(evidence: readonly RepositoryEvidence[], kind: Kind): boolean {
  return valuesOf(evidence, kind).length === 0;
}

/** `file:/a/b` names the clone whose common directory is `/a/b` (bare) or `/a/b/.git`. */
function hasRemoteAt(evidence: readonly RepositoryEvidence[], paths: readonly string[]): boolean {
  const remotes = new Set(valuesOf(evidence, 'remote'));
  return paths.some(
    (path) => remotes.has(`file:${path}`) || remotes.has(`file:${path.replace(/[\\/]\.git$/, '')}`),
  );
}

function hasMovedAway(known: KnownRepository, holdsGitDirectory: HoldsGitDirectory): boolean {
  return !valuesOf(known.evidence, 'path').some(holdsGitDirectory);
}

/**
 * Decides which repository a clone with an unknown path belongs to. A common root commit is always needed, because
 * names are reused. It is not sufficient, because forks and templates share it too. In addition, both must have the
 * same remote, or one must be a local clone of the other, or the known one must be missing from its path without naming
 * another remote. Of several matches, one that is missing from its path wins (it was moved), then the oldest.
 *
 * @param known repositories that share some evidence with the clone, oldest first
 */
export function matchRepository(
  evidence: readonly RepositoryEvidence[],
  known: readonly KnownRepository[],
  holdsGitDirectory: HoldsGitDirectory,
): RepositoryMatch {
  const joined = known.filter((one) => belongsTo(evidence, one, holdsGitDirectory));
  const taken = joined.find((one) => hasMovedAway(one, holdsGitDirectory)) ?? joined[0];
  if (taken !== undefined) return { joined: taken };
  const hints = known.filter((one) => looksLike(evidence, one));
  return hints.length === 1 && hints[0] !== undefined ? { hint: hints[0] } : {};
}

function belongsTo(
  evidence: readonly RepositoryEvidence[],
  known: KnownRepository,
  holdsGitDirectory: HoldsGitDirectory,
): boolean {
  if (!share(evidence, known.evidence, 'root')) return false;
  if (share(evidence, known.evidence, 'remote')) return true;
  if (hasRemoteAt(evidence, valuesOf(known.evidence, 'path'))) return true;
  if (hasRemoteAt(known.evidence, valuesOf(evidence, 'path'))) return true;
  return remotesAgree(evidence, known) && hasMovedAway(known, holdsGitDirectory);
}

/** Whether the remotes do not contradict: at least one side names none. */
function remotesAgree(evidence: readonly RepositoryEvidence[], known: KnownRepository): boolean {
  return lacks(evidence, 'remote') || lacks(known.evidence, 'remote');
}

/** The same remote without the history to prove it (a shallow clone), or the same history with a remote on one side only. */
function looksLike(evidence: readonly RepositoryEvidence[], known: KnownRepository): boolean {
  if (share(evidence, known.evidence, 'remote')) return true;
  return share(evidence, known.evidence, 'root') && remotesAgree(evidence, known);
}
