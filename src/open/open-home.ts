import { identifyClone, locateGitDirectory } from '../adapters/git/git-directory.ts';
import { openWorkingFiles } from '../adapters/git/working-tree.ts';
import { openMemoryStore } from '../adapters/sqlite/memory/open-memory-store.ts';
import { keepPrivate } from '../adapters/system/home-files.ts';
import { systemClock, systemRandom } from '../adapters/system/machine.ts';
import { openTokenCounter } from '../adapters/tokens/open-token-counter.ts';
import { loadSettings } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { exportItems, exportV2 } from '../engine/exchange/exchange-items.ts';
import { resolveScopes } from '../engine/memory/where-it-holds.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { Speaker } from '../model/provenance.ts';
import { isNoted, type RepositoryId } from '../model/repository.ts';
import type { Clock } from '../ports/system.ts';
import type { HomeRepository, OpenedHome } from './home-context.ts';
import { tellingStore } from './telling-store.ts';
import { chooseHome, loginName } from './this-user.ts';

export interface OpenHomeOptions {
  /** Folder of memories and indexes. Default: `AFTERWIT_HOME`, else the platform's data folder. */
  readonly home?: string | undefined;
  /** Path whose repository is `here`. Default: the working folder; it may lie in no repository. */
  readonly repository?: string | undefined;
  /**
   * The speaker, unless a call names another. Default: an unknown one, who is believed like an agent. A
   * program that a person uses by themselves names that person.
   */
  readonly speaker?: Speaker | undefined;
  /** Default: the system's clock. */
  readonly clock?: Clock | undefined;
}

/** Opens the context of a home's operations. Writes nothing but which clone lies now at the path of another one. */
export async function openHomeContext(options: OpenHomeOptions): Promise<OpenedHome> {
  const home = chooseHome(options.home);
  keepPrivate(home);
  const clock = options.clock ?? systemClock;
  const store = tellingStore(openMemoryStore({ directory: home, clock }), { home, clock });
  const settings = readSettings(home);
  const path = options.repository ?? process.cwd();
  const here = await lookAround({ home, store, settings }, path);
  return {
    exportLines: (scopes) => exportItems(store, scopes),
    exportV2: (scopes) => exportV2(store, scopes),
    settings,
    home,
    store,
    clock,
    tokens: openTokenCounter(),
    random: systemRandom,
    speaker: options.speaker ?? { kind: 'unknown', name: loginName(), source: 'library' },
    here,
  };
}

/**
 * Returns a reader of the settings of the user, who may set all that concerns a home. A fault in them is thrown where
 * they matter: a memory can be looked at and restored without.
 */
function readSettings(home: string): () => Settings {
  try {
    const { settings } = loadSettings({ home, environment: process.env });
    return () => settings;
  } catch (fault) {
    return () => {
      throw fault;
    };
  }
}

/** The repository around a path, if the home knows it; another repository at a known path is not it. */
async function lookAround(
  { home, store, settings }: Pick<OpenedHome, 'home' | 'store' | 'settings'>,
  path: string,
): Promise<() => HomeRepository> {
  const userName = loginName();
  const scopesOf = (repositoryId?: RepositoryId) =>
    resolveScopes({ userName, repositoryId }, settings().memory.v3.scope);
  const readKnown = () => {
    const directories = locateGitDirectory(path);
    const { identityDirectory, worktree } = directories;
    const known = store.read(
      (reader) => reader.repositoriesWith({ kind: 'path', value: identityDirectory })[0],
    );
    return {
      known,
      worktree,
      isNoted: known === undefined || isNoted(known, identifyClone(directories)),
    };
  };
  const confirmed = await confirmHere();
  return () => {
    try {
      const { known, worktree, isNoted: isSame } = readKnown();
      if (known === undefined || !(isSame || known.id === confirmed)) return { scopes: scopesOf() };
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
  };

  /** A fault here is reported where it matters: a home can be looked at outside of a repository. */
  async function confirmHere(): Promise<RepositoryId | undefined> {
    try {
      if (readKnown().isNoted) return undefined;
      const { confirmClone } = await import('./confirm-clone.ts');
      return await confirmClone(path, { home, store, git: settings().git });
    } catch {
      return undefined;
    }
  }
}
