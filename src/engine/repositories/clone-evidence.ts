import type { KnownRepository, RepositoryEvidence, RepositoryLocation } from '../../model/repository.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import { valuesOf } from './match-repository.ts';

export function pathEvidence(location: RepositoryLocation): RepositoryEvidence {
  return { kind: 'path', value: location.identityDirectory };
}

/** Everything that tells of a clone: its path, directory, remotes and root commits. Starts git. */
export async function gatherCloneEvidence(git: GitReader): Promise<readonly RepositoryEvidence[]> {
  const gathered = await git.gatherEvidence();
  return [pathEvidence(git.location), ...gathered.filter((evidence) => evidence.kind !== 'path')];
}

/** Evidence that is not recorded yet. */
export function missingEvidence(
  known: KnownRepository,
  evidence: readonly RepositoryEvidence[],
): readonly RepositoryEvidence[] {
  return evidence.filter(
    ({ kind, value }) => !known.evidence.some((noted) => noted.kind === kind && noted.value === value),
  );
}

/** Short name for people: last part of the remote, which all clones share; without a remote, of the folder. */
export function nameRepository(
  location: RepositoryLocation,
  evidence: readonly RepositoryEvidence[],
): string {
  const folder = location.worktree ?? location.identityDirectory.replace(/[\\/]\.git$/, '');
  const source = valuesOf(evidence, 'remote').find((remote) => !remote.startsWith('file:')) ?? folder;
  const name = source.split(/[\\/]/).findLast((part) => part !== '') ?? source;
  return name.replace(/\.git$/, '') || name;
}
