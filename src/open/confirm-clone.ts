import { join } from 'node:path';
import { holdsGitDirectory } from '../adapters/system/directories.ts';
import { systemClock, systemRandom } from '../adapters/system/machine.ts';
import type { Settings } from '../config/settings.ts';
import type { RepositoryId } from '../model/repository.ts';
import type { MemoryStore } from '../ports/memory-store.ts';

interface ConfirmedPlace {
  readonly home: string;
  readonly store: MemoryStore;
  readonly git: Pick<Settings['git'], 'executable' | 'timeoutMs'>;
}

/** The repository that lies at a path whose directory was not noted, by all that git tells of it. */
export async function confirmClone(
  folder: string,
  { home, store, git: { executable, timeoutMs } }: ConfirmedPlace,
): Promise<RepositoryId> {
  const [{ openGitReader }, { confirmRepository }] = await Promise.all([
    import('../adapters/git/open-git-reader.ts'),
    import('../engine/repositories/identify-repository.ts'),
  ]);
  const git = await openGitReader(folder, { shimDirectory: join(home, 'git-shim'), executable, timeoutMs });
  const request = { store, git, clock: systemClock, random: systemRandom, holdsGitDirectory };
  return (await confirmRepository(request)).repository.id;
}
