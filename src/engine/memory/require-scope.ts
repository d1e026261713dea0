import { AfterwitError } from '../../model/errors.ts';
import { type Scope, scopeKindOf } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryReader } from '../../ports/memory-store.ts';

/**
 * Inside the transaction that writes: what holds in a repository which the memory does not know is read by nobody.
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
