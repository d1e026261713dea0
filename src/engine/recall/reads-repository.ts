import { scopeOf } from '../../model/provenance.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';

/** What an index yields holds in its repository: where that scope is not read, none of its banks is asked. */
export function readsRepository({
  repositoryId,
  scopes,
}: Pick<RecallDependencies, 'repositoryId' | 'scopes'>): boolean {
  return repositoryId !== undefined && scopes.includes(scopeOf('repo', repositoryId));
}
