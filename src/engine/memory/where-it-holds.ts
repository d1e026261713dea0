import { judgeAnchors, worstFreshness } from '../../codebase/anchors.ts';
import type { ScopeSettings } from '../../config/settings.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { Freshness, MemoryItem } from '../../model/memory-item.ts';
import {
  globalScope,
  type Scope,
  type ScopeKind,
  scopeKindOf,
  scopeKinds,
  scopeOf,
} from '../../model/provenance.ts';
import type { RepositoryId, RepositoryPath } from '../../model/repository.ts';
import type { Ancestry, WorkingFiles } from '../../ports/git-reader.ts';
import type { MemoryReader } from '../../ports/memory-store.ts';
import type { RecallDependencies } from './recall-dependencies.ts';

/** Judges the freshness of a memory of this repository; a memory of another one cannot be judged here. */
export function freshnessOf(
  item: MemoryItem,
  dependencies: Pick<RecallDependencies, 'files' | 'repositoryId'>,
): Freshness | undefined {
  const { files } = dependencies;
  if (files === undefined || item.scope !== repositoryScope(dependencies)) return undefined;
  return worstFreshness(judgeAnchors(item, files));
}

/** Whether a memory of this repository was learned on the checked-out history; undefined where that cannot be told. */
export async function isOnBranch(
  { learnedAt, scope }: MemoryItem,
  {
    ancestry,
    repositoryId,
  }: Pick<RecallDependencies, 'repositoryId'> & { readonly ancestry: Pick<Ancestry, 'holds'> },
): Promise<boolean | undefined> {
  if (learnedAt === undefined || scope !== repositoryScope({ repositoryId })) return undefined;
  return await ancestry.holds(learnedAt);
}

function repositoryScope({ repositoryId }: Pick<RecallDependencies, 'repositoryId'>): Scope | undefined {
  return repositoryId === undefined ? undefined : scopeOf('repo', repositoryId);
}

/** Texts and folders of a working tree, by path; of none there is nothing. */
export function textsOf(files: WorkingFiles | undefined) {
  return {
    textOf: (path: string): string | undefined => {
      const bytes = files?.read(path as RepositoryPath)?.bytes;
      return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
    },
    isFolder: (path: string): boolean => files?.isFolder(path as RepositoryPath) ?? false,
  };
}

/** Facts about the asker and the place. */
interface ScopeFacts {
  readonly repositoryId?: RepositoryId | undefined;
  readonly userName: string;
}

type NamedKind = Exclude<ScopeKind, 'global'>;

/** Kinds that each mode of the Memory V3 record reads beside the global ones, nearest first. V2's `project` is our `repo`. */
const kindsOf: Readonly<Record<Exclude<ScopeSettings['mode'], 'manual'>, readonly NamedKind[]>> = {
  repo: ['repo', 'user', 'team'],
  workspace: ['workspace', 'repo', 'user', 'team'],
  skill: ['skill', 'repo', 'user', 'team'],
};

/** Value of a setting that names no such scope. */
const none = 'none';

/**
 * The scopes that are read there, nearest first; always with the global one.
 * @throws INVALID_SETTING when the mode needs a name that is not set, or a scope is none
 */
export function resolveScopes(facts: ScopeFacts, settings: ScopeSettings): readonly Scope[] {
  const { mode } = settings;
  if (mode === 'manual') return [...new Set([...listedScopes(facts, settings), globalScope])];
  if (mode !== 'repo' && settings[mode] === none)
    throw invalid(
      `memory.v3.scope.${mode}`,
      none,
      `the name of a ${mode}, as memory.v3.scope.mode is ${mode}`,
    );
  return [...kindsOf[mode].flatMap((kind) => ownScope(kind, facts, settings) ?? []), globalScope];
}

/** The scope of a kind here; undefined where there is none. */
export function ownScope(
  kind: NamedKind,
  { repositoryId, userName }: ScopeFacts,
  { workspace, skill, team }: ScopeSettings,
): Scope | undefined {
  const names = { repo: repositoryId ?? '', user: userName, workspace, skill, team };
  const name = names[kind].trim();
  return name === '' || (name === none && kind !== 'user') ? undefined : scopeOf(kind, name);
}

function listedScopes(facts: ScopeFacts, settings: ScopeSettings): readonly Scope[] {
  return settings.names.split(',').flatMap((part) => {
    const [kind = '', name = ''] = part.trim().split(/:(.*)/s);
    if (kind === 'global') return [globalScope];
    const known = scopeKinds.find((one): one is NamedKind => one === kind && one !== 'global');
    if (known === undefined) throw invalid('memory.v3.scope.names', settings.names, scopeForm);
    return name.trim() === '' ? (ownScope(known, facts, settings) ?? []) : [scopeOf(known, name.trim())];
  });
}

const scopeForm = 'scopes separated by commas, each global, repo, user, or such as workspace:NAME';

function invalid(key: string, found: string, expected: string): AfterwitError {
  return new AfterwitError('INVALID_SETTING', `The setting ${key} is "${found}". Make it ${expected}.`, {
    data: { source: 'settings', key, expected, found },
  });
}

/**
 * Called inside the writing transaction: no recall reads the scope of a repository that the memory does not
 * know.
 * @throws REPOSITORY_NOT_FOUND
 */
export function requireScope(reader: MemoryReader, scope: Scope): void {
  if (scopeKindOf(scope) !== 'repo') return;
  const id = scope.slice('repo:'.length) as RepositoryId;
  if (reader.repository(id) !== undefined) return;
  throw new AfterwitError(
    'REPOSITORY_NOT_FOUND',
    'The memory no longer knows this repository: it was purged or replaced while this was said. Nothing was remembered; say it again.',
    { data: { repositoryId: id } },
  );
}
