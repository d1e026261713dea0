import type { Settings } from '../config/settings.ts';
import type { RepositoryIdentity } from '../engine/repositories/identify-repository.ts';
import type { IndexProgress } from '../model/answers/memory-status.ts';
import type { Speaker } from '../model/provenance.ts';
import type { RepositoryLocation } from '../model/repository.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { GitReader, IssueSource } from '../ports/git-reader.ts';
import type { Judge } from '../ports/judge.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { MemoryStore, MemoryUpkeep } from '../ports/memory-store.ts';
import type { IndexStore } from '../ports/repository-index.ts';
import type { Clock, Logger, Meter, Random, TokenCounter } from '../ports/system.ts';

/** Observers of work, which may stop it. */
export interface Watching {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

export interface MemoryDependencies extends Watching {
  readonly meter?: Meter | undefined;
  readonly judge?: Judge | undefined;
  readonly model?: LanguageModel | undefined;
  readonly embedder?: Embedder | undefined;
  /** Longest that `locate` waits until code is read; absent: until all is. */
  readonly waitForCodeMs?: number | undefined;
  readonly home: string;
  readonly settings: Settings;
  readonly settingWarnings: readonly string[];
  readonly git: GitReader;
  readonly store: MemoryStore & MemoryUpkeep;
  readonly openIndexStore: (repositoryId: string) => IndexStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly holdsGitDirectory: (path: string) => boolean;
  readonly identifyClone: (location: RepositoryLocation) => readonly string[];
  readonly stampDirectory: (path: string) => string | undefined;
  readonly homeIsWritable: () => boolean;
  readonly identity: RepositoryIdentity;
  readonly tokens: TokenCounter;
  /** Texts of issues, unless a call names another export. */
  readonly issues?: IssueSource | undefined;
  /** Login name of the user of this process; may be empty. */
  readonly userName: string;
  /** The speaker, unless a call names another one. */
  readonly speaker: Speaker;
}
