import type { RepositoryId } from '../../model/repository.ts';
import { globalScope, type Scope, scopeOf } from '../../model/scope.ts';

/** What is known of who asks, and where. */
interface ScopeFacts {
  readonly repositoryId?: RepositoryId;
  readonly userName: string;
}

/** The scopes that are read there: the repository's own, the user's and the global one. */
export function resolveScopes({ repositoryId, userName }: ScopeFacts): readonly Scope[] {
  return [
    ...(repositoryId === undefined ? [] : [scopeOf('repo', repositoryId)]),
    ...(userName === '' ? [] : [scopeOf('user', userName)]),
    globalScope,
  ];
}
