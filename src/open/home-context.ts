import type { Settings } from '../config/settings.ts';
import type { RepositoryIdentity } from '../engine/repositories/identify-repository.ts';
import type { PlacedLine } from '../model/answers/exchange-report.ts';
import type { IndexProgress } from '../model/answers/memory-status.ts';
import { invalidArgument } from '../model/errors.ts';
import { type Scope, type Speaker, scopeKindOf, type WritableScope } from '../model/provenance.ts';
import type { RepositoryId, RepositoryLocation } from '../model/repository.ts';
import type { GitReader, IssueSource, WorkingFiles } from '../ports/git-reader.ts';
import type { Judge } from '../ports/judge.ts';
import type { Embedder, LanguageModel } from '../ports/language-model.ts';
import type { MemoryStore, MemoryUpkeep } from '../ports/memory-store.ts';
import type { IndexStore } from '../ports/repository-index.ts';
import type { Clock, Logger, Meter, Random, TokenCounter } from '../ports/system.ts';

/** The current repository, from which a home is opened. */
export interface HomeRepository {
  readonly scopes: readonly Scope[];
  readonly repositoryId?: RepositoryId | undefined;
  /** Top of its working tree; a bare repository has none. */
  readonly worktree?: string | undefined;
  readonly files?: WorkingFiles | undefined;
}

export interface HomeContext {
  /** @throws INVALID_SETTING */
  readonly settings: () => Settings;
  readonly home: string;
  readonly store: MemoryStore & MemoryUpkeep;
  readonly clock: Clock;
  readonly tokens: TokenCounter;
  readonly random: Random;
  /** The speaker, unless a call names another one. */
  readonly speaker: Speaker;
  readonly here: () => HomeRepository;
  /** It is asked through a repository's memory: memories of another repository count as not there. */
  readonly confined?: true;
}

/** A home that was opened by itself: it can be exported, page by page as it is read. */
export interface OpenedHome extends HomeContext {
  /** Memories of these scopes as lines; of all without. */
  readonly exportLines: (scopes?: readonly Scope[]) => Iterable<string>;
  /** The same in the layout of Memory V2. */
  readonly exportV2: (scopes?: readonly Scope[]) => Iterable<PlacedLine>;
}

/** The scopes that an export is of. @returns undefined for all */
export function exportedScopes(
  { here }: HomeContext,
  where: 'here' | 'all' | WritableScope = 'here',
): readonly Scope[] | undefined {
  if (where === 'all') return undefined;
  return where === 'here' ? here().scopes : [scopeHere(here(), where)];
}

/** The scope of this kind in the current repository. @throws INVALID_ARGUMENT outside of a repository that is known */
export function scopeHere({ scopes }: HomeRepository, kind: WritableScope): Scope {
  const scope = scopes.find((candidate) => scopeKindOf(candidate) === kind);
  if (scope !== undefined) return scope;
  throw invalidArgument(
    kind === 'repo'
      ? 'afterwit knows no repository here. Run it inside one, or choose another scope.'
      : `There is no scope ${kind} here, because the user is unknown. Choose another scope.`,
  );
}

/** The top of the working tree here; also undefined where the memory is unreadable, so that it can still be removed. */
export function readableWorktree(here: HomeContext['here']): string | undefined {
  try {
    return here().worktree;
  } catch {
    return undefined;
  }
}

/** The dependencies of a speaker's change of the memory `id`. */
export function changeOf({ store, clock, speaker: opener }: HomeContext, id: string, by?: Speaker) {
  return { store, id, speaker: by ?? opener, nowMs: clock.nowMs() };
}

/** The dependencies of writing the words of a memory. @throws INVALID_SETTING */
export function wordingOf({ tokens, random, settings }: HomeContext) {
  return { tokens, random, contradiction: settings().memory.v3.contradiction };
}

/** Observers of work, which may stop it. */
export interface Watching {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

export interface MemoryDependencies extends Watching, Omit<HomeContext, 'settings' | 'here' | 'confined'> {
  readonly meter?: Meter | undefined;
  readonly judge?: Judge | undefined;
  readonly model?: LanguageModel | undefined;
  readonly embedder?: Embedder | undefined;
  /** Longest that `locate` waits until code is read; absent: until all is. */
  readonly waitForCodeMs?: number | undefined;
  readonly settings: Settings;
  readonly settingWarnings: readonly string[];
  readonly git: GitReader;
  readonly openIndexStore: (repositoryId: string) => IndexStore;
  readonly logger: Logger;
  readonly holdsGitDirectory: (path: string) => boolean;
  readonly identifyClone: (location: RepositoryLocation) => readonly string[];
  readonly stampDirectory: (path: string) => string | undefined;
  readonly homeIsWritable: () => boolean;
  readonly identity: RepositoryIdentity;
  /** Texts of issues, unless a call names another export. */
  readonly issues?: IssueSource | undefined;
  /** Login name of the user of this process; may be empty. */
  readonly userName: string;
}
