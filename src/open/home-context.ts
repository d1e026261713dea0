import type { Settings } from '../config/settings.ts';
import type { PlacedLine } from '../model/answers/exchange-report.ts';
import { AfterwitError } from '../model/errors.ts';
import { type Scope, type Speaker, scopeKindOf, type WritableScope } from '../model/provenance.ts';
import type { RepositoryId } from '../model/repository.ts';
import type { WorkingFiles } from '../ports/git-reader.ts';
import type { MemoryStore, MemoryUpkeep } from '../ports/memory-store.ts';
import type { Clock, Random, TokenCounter } from '../ports/system.ts';

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
  throw new AfterwitError(
    'INVALID_ARGUMENT',
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
