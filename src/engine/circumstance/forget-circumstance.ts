import type { MemoryItem } from '../../model/memory-item.ts';
import { failureOf } from '../../model/recorded-failure.ts';
import type { RepositoryId } from '../../model/repository.ts';
import { scopeKindOf } from '../../model/scope.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { hashKeyFrom } from '../../text/keyed-hash.ts';
import { familyHash } from './known-circumstance.ts';

/**
 * Forgets what the runs of a command taught together with a failure of it. Which of the lines were that failure's cannot be told
 * from their hashes, so all of them go; the next runs teach anew what they print.
 */
export function forgetCircumstance(transaction: MemoryTransaction, removed: readonly MemoryItem[]): void {
  const salt = transaction.circumstanceSalt();
  if (salt === undefined) return;
  const key = hashKeyFrom(salt);
  for (const { scope, body } of removed) {
    const family = failureOf(body)?.command?.family;
    const repositories =
      scopeKindOf(scope) === 'repo'
        ? [scope.slice('repo:'.length) as RepositoryId]
        : transaction.repositories().map(({ id }) => id);
    if (family === undefined) continue;
    for (const repository of repositories)
      transaction.removeCircumstance(repository, familyHash(key, family));
  }
}
