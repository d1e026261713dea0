import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { locateGitDirectory } from '../adapters/git/locate-git-directory.ts';
import { openGitReader } from '../adapters/git/open-git-reader.ts';
import { openIssueExport } from '../adapters/issue-exports/open-issue-export.ts';
import { sqliteIndexStore } from '../adapters/sqlite/index/sqlite-index-store.ts';
import { openMemoryStore } from '../adapters/sqlite/memory/open-memory-store.ts';
import { holdsGitDirectory } from '../adapters/system/holds-git-directory.ts';
import { keepPrivate } from '../adapters/system/keep-private.ts';
import { openFileLogger } from '../adapters/system/open-file-logger.ts';
import { stampDirectory } from '../adapters/system/stamp-directory.ts';
import { systemClock } from '../adapters/system/system-clock.ts';
import { systemRandom } from '../adapters/system/system-random.ts';
import { openTokenCounter } from '../adapters/tokens/open-token-counter.ts';
import { loadSettings } from '../config/load-settings.ts';
import { identifyRepository } from '../engine/repositories/identify-repository.ts';
import { checkArguments, withCheckedArguments } from './arguments/check-arguments.ts';
import { memoryArguments, openMemoryArguments } from './arguments/memory-arguments.ts';
import { chooseHome } from './choose-home.ts';
import { loginName } from './login-name.ts';
import type { Memory, OpenMemoryOptions } from './memory.ts';
import { noteSettingWarnings } from './note-setting-warnings.ts';
import { redactFault, withRedactedFaults } from './redact-faults.ts';
import { wireMemory } from './repository/wire-memory.ts';
import { requireJudge } from './require-judge.ts';

const busyTimeoutMs = 10_000;

/**
 * Opens the memory of a repository: finds the repository, reads the settings, identifies the clone. Does not index, and
 * nothing is ever written into the repository.
 *
 * @throws INVALID_ARGUMENT, NOT_A_REPOSITORY, UNREADABLE_REPOSITORY, GIT_NOT_FOUND, INVALID_SETTING, HOME_NOT_WRITABLE (a new repository
 * must be recorded), MEMORY_CORRUPT and the other errors of the memory store
 */
export async function openMemory(options: OpenMemoryOptions = {}): Promise<Memory> {
  try {
    checkArguments('openMemory', openMemoryArguments, [options]);
    return withRedactedFaults(withCheckedArguments(await openUnchecked(options), memoryArguments));
  } catch (fault) {
    throw redactFault(fault);
  }
}

async function openUnchecked(options: OpenMemoryOptions): Promise<Memory> {
  const judge = requireJudge(options.judge);
  const home = chooseHome(options.home);
  keepPrivate(home);
  const clock = options.clock ?? systemClock;
  const path = options.repository ?? process.cwd();
  const loaded = await loadSettings({
    home,
    worktree: locateGitDirectory(path).worktree,
    environment: process.env,
    overrides: options.settings ?? {},
    nowMs: clock.nowMs(),
  });
  const { settings, warnings } = loaded;
  const git = await openGitReader(path, {
    shimDirectory: join(home, 'git-shim'),
    executable: settings.git.executable,
    timeoutMs: settings.git.timeoutMs,
    idleMs: settings.git.idleMs,
  });
  const random = options.random ?? systemRandom;
  const logger = openFileLogger({ home, level: settings.logging.level, clock });
  noteSettingWarnings(loaded, home, clock);
  const store = openMemoryStore({ directory: home, clock });
  try {
    const identity = await identifyRepository({ store, git, clock, random, holdsGitDirectory });
    const openIndexStore = (repositoryId: string) =>
      sqliteIndexStore({
        path: join(home, 'index', `${repositoryId}.db`),
        clock,
        random,
        leaseMs: settings.index.leaseSeconds * 1000,
        busyTimeoutMs,
      });
    return wireMemory({
      home,
      settings,
      settingWarnings: warnings.map(({ source, message }) => `${source}: ${message}`),
      git,
      store,
      openIndexStore,
      clock,
      random,
      logger,
      holdsGitDirectory,
      stampDirectory,
      homeIsWritable: () => isWritable(home),
      identity,
      tokens: openTokenCounter(),
      issues: options.issueExport === undefined ? undefined : openIssueExport(options.issueExport),
      userName: loginName(),
      speaker: options.speaker ?? { kind: 'unknown', name: loginName(), source: 'library' },
      onProgress: options.onProgress,
      signal: options.signal,
      meter: options.meter,
      judge,
    });
  } catch (fault) {
    store.close();
    await logger.flush();
    throw fault;
  }
}

/** Whether files can be created in a folder; for a missing folder, whether it can be created. */
function isWritable(folder: string): boolean {
  if (!existsSync(folder)) return dirname(folder) !== folder && isWritable(dirname(folder));
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
