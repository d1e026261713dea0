import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { identifyClone, locateGitDirectory, relocateGitDirectory } from '../adapters/git/git-directory.ts';
import { openGitReader } from '../adapters/git/open-git-reader.ts';
import { openIssueExport } from '../adapters/issue-exports/open-issue-export.ts';
import { sdkModel } from '../adapters/models/http-model.ts';
import { sqliteIndexStore } from '../adapters/sqlite/index/index-store.ts';
import { openMemoryStore } from '../adapters/sqlite/memory/open-memory-store.ts';
import { holdsGitDirectory, stampDirectory } from '../adapters/system/directories.ts';
import { keepPrivate } from '../adapters/system/home-files.ts';
import { openFileLogger } from '../adapters/system/logs.ts';
import { systemClock, systemRandom } from '../adapters/system/machine.ts';
import { openTokenCounter } from '../adapters/tokens/open-token-counter.ts';
import { loadSettings } from '../config/load-settings.ts';
import { identifyRepository } from '../engine/repositories/identify-repository.ts';
import { invalidArgument } from '../model/errors.ts';
import type { Judge } from '../ports/judge.ts';
import type { Embedder, SdkModel } from '../ports/language-model.ts';
import type { Clock, Meter, Random } from '../ports/system.ts';
import type { Watching } from './home-context.ts';
import { noteSettingWarnings } from './note-setting-warnings.ts';
import type { OpenHomeOptions } from './open-home.ts';
import { RepositoryContext } from './repository-context.ts';
import { tellingStore } from './telling-store.ts';
import { chooseHome, loginName } from './this-user.ts';

const busyTimeoutMs = 10_000;

export interface OpenMemoryOptions extends Watching, Pick<OpenHomeOptions, 'home' | 'speaker'> {
  /** Path inside the repository, or of a bare repository. Default: the working folder. */
  readonly repository?: string | undefined;
  /** Settings that win over files and environment, by dotted name. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /**
   * File with the texts of issues that commits name (`gh issue list --json number,title,body,state,url`), for `examineCommit`.
   * Read once, on first use.
   */
  readonly issueExport?: string | undefined;
  /** Default: the system's clock. With a clock handed in, thirty days of the gate's ledger pass at once. */
  readonly clock?: Clock | undefined;
  /** Longest that `locate` waits until code is read, which goes on meanwhile. Default: until all is read. */
  readonly waitForCodeMs?: number | undefined;
  /**
   * Receives the metrics of Memory V3, `memory.v3.retrieval.final_count` and its like:
   * `metrics.getMeter('afterwit')` of `@opentelemetry/api`. Default: none; nothing is ever sent.
   */
  readonly meter?: Meter | undefined;
  /**
   * Asked by `recall`, about a question in words, where the order of the answers is in doubt (settings
   * `judging.*`); it is told the question and the memories. Default: none; nothing is ever sent.
   */
  readonly judge?: Judge | undefined;
  /**
   * A model object of the AI SDK, asked instead of the one in the settings `models.*`, within the same limits. Default: by those
   * settings, which name none.
   */
  readonly model?: SdkModel | undefined;
  /**
   * Turns texts into vectors, by which memories are found as well, instead of the embedder in the settings
   * `models.embeddings.*`. Default: by those settings, which name none.
   */
  readonly embedder?: Embedder | undefined;
  /** Where ids, and with them the chance of decisions, come from. Default: the system's. */
  readonly random?: Random | undefined;
}

/**
 * Finds the repository, reads the settings, identifies the clone. Does not index, and never writes into the repository.
 * @throws NOT_A_REPOSITORY, UNREADABLE_REPOSITORY, GIT_NOT_FOUND, INVALID_SETTING, HOME_NOT_WRITABLE (a new repository must be
 * recorded), MEMORY_CORRUPT and the other errors of the memory store
 */
export async function openRepository(options: OpenMemoryOptions): Promise<RepositoryContext> {
  const judge = requireJudge(options.judge);
  const home = chooseHome(options.home);
  keepPrivate(home);
  const clock = options.clock ?? systemClock;
  const path = options.repository ?? process.cwd();
  const loaded = loadSettings({
    home,
    worktree: locateGitDirectory(path).worktree,
    environment: process.env,
    overrides: options.settings ?? {},
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
  const store = tellingStore(openMemoryStore({ directory: home, clock }), { home, clock });
  try {
    const identity = await identifyRepository({ store, git, clock, random, holdsGitDirectory });
    const openIndexStore = (repositoryId: string) =>
      sqliteIndexStore({
        path: join(home, 'index', `${repositoryId}.db`),
        clock,
        busyTimeoutMs,
      });
    return new RepositoryContext({
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
      identifyClone: (location) => identifyClone(relocateGitDirectory(location)),
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
      model: options.model && sdkModel(options.model),
      embedder: options.embedder,
      waitForCodeMs: options.waitForCodeMs,
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

/** A name stands in each receipt. */
const longestName = 100;

/**
 * Checks the judge of a memory, for callers without types: an unusable one would fail in each recall, seen in receipts alone.
 * @throws INVALID_ARGUMENT for a value that is no judge
 */
export function requireJudge(judge: Judge | undefined): Judge | undefined {
  if (judge === undefined || isJudge(judge)) return judge;
  throw invalidArgument(
    `The judge cannot be asked. Hand in { name, judge }: a name of at most ${longestName} characters, and a function that answers with verdicts.`,
  );
}

function isJudge(value: unknown): value is Judge {
  if (typeof value !== 'object' || value === null) return false;
  const { name, judge } = value as Partial<Judge>;
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    name.length <= longestName &&
    typeof judge === 'function'
  );
}
