import { hasTeamKey, readTeamKey } from '../adapters/system/team-key.ts';
import type { ItemId } from '../model/brands.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import type { MemoryStore, MemoryTransaction, MemoryUpkeep } from '../ports/memory-store.ts';
import type { Clock } from '../ports/system.ts';

/**
 * The store of a home, which writes its changes for the home's teams in the same transaction. A home without a team pays one
 * look-up per change, and nothing per read.
 */
export function tellingStore(
  store: MemoryStore & MemoryUpkeep,
  { home, clock }: { readonly home: string; readonly clock: Clock },
): MemoryStore & MemoryUpkeep {
  return {
    get recovered() {
      return store.recovered;
    },
    async transact(work, options) {
      const key = options?.isOfTeam === true || !hasTeamKey(home) ? undefined : readTeamKey(home);
      if (key === undefined) return await store.transact(work, options);
      const { tellChanges } = await import('../engine/teams/tell-changes.ts');
      return await store.transact((transaction) => {
        const { watched, before } = watch(transaction);
        const result = work(watched);
        if (before.size > 0) tellChanges(transaction, before, { key, nowMs: clock.nowMs() });
        return result;
      }, options);
    },
    read: (work) => store.read(work),
    close: () => store.close(),
    backUpTo: (path) => store.backUpTo(path),
    restoreFrom: (path) => store.restoreFrom(path),
    whileUnused: (work) => store.whileUnused(work),
    examine: () => store.examine(),
  };
}

/** A transaction that notes the memories it touches, as they were. */
function watch(transaction: MemoryTransaction) {
  const before = new Map<ItemId, MemoryItem | undefined>();
  const note = (id: ItemId) => {
    if (!before.has(id)) before.set(id, transaction.item(id));
  };
  const watched: MemoryTransaction = {
    ...transaction,
    putItem(item, terms) {
      note(item.id);
      transaction.putItem(item, terms);
    },
    updateItem(item) {
      note(item.id);
      transaction.updateItem(item);
    },
    removeItem(id) {
      note(id);
      return transaction.removeItem(id);
    },
  };
  return { watched, before };
}
