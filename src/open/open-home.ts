import { locateGitDirectory } from '../adapters/git/locate-git-directory.ts';
import { openWorkingFiles } from '../adapters/git/open-working-files.ts';
import { openMemoryStore } from '../adapters/sqlite/memory/open-memory-store.ts';
import { keepPrivate } from '../adapters/system/keep-private.ts';
import { systemClock } from '../adapters/system/system-clock.ts';
import { systemRandom } from '../adapters/system/system-random.ts';
import { openTokenCounter } from '../adapters/tokens/open-token-counter.ts';
import { loadSettings } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { resolveScopes } from '../engine/memory/resolve-scopes.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { RepositoryId } from '../model/repository.ts';
import type { Clock } from '../ports/clock.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import { checkArguments, withCheckedArguments } from './arguments/check-arguments.ts';
import { homeArguments, lazyHomeMethods, openHomeArguments } from './arguments/home-arguments.ts';
import { chooseHome } from './choose-home.ts';
import type { HomeRepository } from './home/home-dependencies.ts';
import { wireHome } from './home/wire-home.ts';
import { loginName } from './login-name.ts';
import type { MemoryHome, OpenHomeOptions } from './memory-home.ts';
import { redactFault, withRedactedFaults } from './redact-faults.ts';

/**
 * Opens the memories of a home, inside or outside of a repository. Opening writes nothing.
 *
 * @throws INVALID_ARGUMENT, MEMORY_CORRUPT and the other errors of the memory store, by its methods
 */
export async function openHome(options: OpenHomeOptions = {}): Promise<MemoryHome> {
  try {
    checkArguments('openHome', openHomeArguments, [options]);
    return withRedactedFaults(
      withCheckedArguments(await openUnchecked(options), homeArguments, lazyHomeMethods),
    );
  } catch (fault) {
    throw redactFault(fault);
  }
}

async function openUnchecked(options: OpenHomeOptions): Promise<MemoryHome> {
  const home = chooseHome(options.home);
  keepPrivate(home);
  const clock = options.clock ?? systemClock;
  const store = openMemoryStore({ directory: home, clock });
  const settings = await readSettings(home, clock);
  return wireHome({
    settings,
    home,
    store,
    clock,
    tokens: openTokenCounter(),
    random: systemRandom,
    speaker: options.speaker ?? { kind: 'unknown', name: loginName(), source: 'library' },
    here: () => lookAround({ store, settings }, options.repository ?? process.cwd()),
  });
}

/**
 * What reads the settings of the user, who may set all that concerns a home. A fault in them is told where they matter: a memory can be
 * looked at and restored without.
 */
async function readSettings(home: string, clock: Clock): Promise<() => Settings> {
  try {
    const { settings } = await loadSettings({ home, environment: process.env, nowMs: clock.nowMs() });
    return () => settings;
  } catch (fault) {
    return () => {
      throw fault;
    };
  }
}

/** The repository around a path, if the home knows it. */
function lookAround(
  { store, settings }: { readonly store: MemoryStore; readonly settings: () => Settings },
  path: string,
): HomeRepository {
  const userName = loginName();
  const scopesOf = (repositoryId?: RepositoryId) =>
    resolveScopes({ userName, repositoryId }, settings().memory.v3.scope);
  try {
    const { identityDirectory, worktree } = locateGitDirectory(path);
    const [known] = store.read((reader) =>
      reader.repositoriesWith({ kind: 'path', value: identityDirectory }),
    );
    if (known === undefined) return { scopes: scopesOf() };
    return {
      scopes: scopesOf(known.id),
      repositoryId: known.id,
      worktree,
      files: worktree === undefined ? undefined : openWorkingFiles(worktree),
    };
  } catch (fault) {
    if (isAfterwitError(fault) && fault.code === 'NOT_A_REPOSITORY') return { scopes: scopesOf() };
    throw fault;
  }
}
