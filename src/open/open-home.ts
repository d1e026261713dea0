import { locateGitDirectory } from '../adapters/git/locate-git-directory.ts';
import { openWorkingFiles } from '../adapters/git/open-working-files.ts';
import { openMemoryStore } from '../adapters/sqlite/memory/open-memory-store.ts';
import { keepPrivate } from '../adapters/system/keep-private.ts';
import { systemClock } from '../adapters/system/system-clock.ts';
import { systemRandom } from '../adapters/system/system-random.ts';
import { openTokenCounter } from '../adapters/tokens/open-token-counter.ts';
import { resolveScopes } from '../engine/recall/resolve-scopes.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import { chooseHome } from './choose-home.ts';
import { loginName } from './login-name.ts';
import type { MemoryHome, OpenHomeOptions } from './memory-home.ts';
import { redactFault, withRedactedFaults } from './redact-faults.ts';
import { type HomeRepository, WiredHome } from './wired-home.ts';

/**
 * Opens the memories of a home, inside or outside of a repository. Opening writes nothing.
 *
 * @throws MEMORY_CORRUPT and the other errors of the memory store, by its methods
 */
export async function openHome(options: OpenHomeOptions = {}): Promise<MemoryHome> {
  try {
    return withRedactedFaults(wireHome(options));
  } catch (fault) {
    throw redactFault(fault);
  }
}

function wireHome(options: OpenHomeOptions): MemoryHome {
  const home = chooseHome(options.home);
  keepPrivate(home);
  const clock = options.clock ?? systemClock;
  const store = openMemoryStore({ directory: home, clock });
  return new WiredHome({
    home,
    store,
    clock,
    tokens: openTokenCounter(),
    random: systemRandom,
    speaker: options.speaker ?? { kind: 'unknown', name: loginName(), source: 'library' },
    here: () => lookAround(store, options.repository ?? process.cwd()),
  });
}

/** The repository around a path, if the home knows it. */
function lookAround(store: MemoryStore, path: string): HomeRepository {
  const userName = loginName();
  try {
    const { identityDirectory, worktree } = locateGitDirectory(path);
    const [known] = store.read((reader) =>
      reader.repositoriesWith({ kind: 'path', value: identityDirectory }),
    );
    if (known === undefined) return { scopes: resolveScopes({ userName }) };
    return {
      scopes: resolveScopes({ userName, repositoryId: known.id }),
      repositoryId: known.id,
      files: worktree === undefined ? undefined : openWorkingFiles(worktree),
    };
  } catch (fault) {
    if (isAfterwitError(fault) && fault.code === 'NOT_A_REPOSITORY')
      return { scopes: resolveScopes({ userName }) };
    throw fault;
  }
}
