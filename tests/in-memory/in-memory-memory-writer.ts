import type { ItemId } from '../../src/model/brands.ts';
import { AfterwitError } from '../../src/model/errors.ts';
import type { MemoryItem } from '../../src/model/memory-item.ts';
import type { KnownRepository, RepositoryEvidence, RepositoryId } from '../../src/model/repository.ts';
import type { Access, ItemWriter, MemoryReader, MemoryTransaction } from '../../src/ports/memory-store.ts';
import type { MemoryState, StoredItem } from './in-memory-memory-state.ts';
import { writeTeams } from './in-memory-teams.ts';

/** Writes into a state. Values are replaced, never changed. */
export function writeMemoryState(state: () => MemoryState): Omit<MemoryTransaction, keyof MemoryReader> {
  return {
    addRepository(repository) {
      requireNew(state().repositories, repository.id, 'repository');
      state().repositories.set(repository.id, { ...repository, evidence: [] });
    },
    addEvidence(id, evidence) {
      for (const one of evidence) addEvidence(state(), id, one);
    },
    removeEvidence(id, evidence) {
      const known = state().repositories.get(id);
      if (known !== undefined) replaceEvidence(state(), known, without(known.evidence, evidence));
    },
    removeRepository(id) {
      state().repositories.delete(id);
      state().pauses.delete(id);
    },
    ...writeItems(state),
    addDecision(receipt) {
      requireNew(state().decisions, receipt.id, 'decision');
      state().decisions.set(receipt.id, receipt);
    },
    replaceDecision(receipt) {
      if (state().decisions.has(receipt.id)) state().decisions.set(receipt.id, receipt);
    },
    addOutcome(outcome) {
      const isNew = !state().outcomes.has(outcome.id);
      if (isNew) state().outcomes.set(outcome.id, outcome);
      return isNew;
    },
    putUpkeep(body) {
      state().upkeep = body;
    },
    putGateKnowledge(knowledge) {
      state().knowledge = knowledge;
    },
    pause(repository, atMs) {
      if (!state().repositories.has(repository)) throw refused(`repository ${repository} is not known`);
      state().pauses.set(repository, atMs);
    },
    resume: (repository) => state().pauses.delete(repository),
    ...writeTeams(state),
  };
}

function writeItems(
  state: () => MemoryState,
): Pick<ItemWriter, 'putItem' | 'updateItem' | 'removeItem' | 'addAccesses'> {
  return {
    putItem: (item, terms) => putItem(state(), item, new Map(terms)),
    updateItem(item) {
      const known = state().items.get(item.id);
      if (known === undefined) throw unknownItem(item.id);
      putItem(state(), item, known.terms);
    },
    removeItem: (id) => removeItem(state(), id),
    addAccesses(accesses) {
      for (const access of accesses) {
        const known = state().items.get(access.id);
        if (known !== undefined) replaceItem(state(), known, withAccess(known.item, access));
      }
    },
  };
}

function putItem(state: MemoryState, item: MemoryItem, terms: ReadonlyMap<string, number>): void {
  for (const { item: other } of state.items.values()) {
    if (other.id !== item.id && other.scope === item.scope && other.fingerprint === item.fingerprint)
      throw refused(`${item.scope} holds a memory of this fingerprint already`);
  }
  const known = state.items.get(item.id);
  if (known === undefined) state.lastOrdinal += 1;
  state.items.set(item.id, { ordinal: known?.ordinal ?? state.lastOrdinal, item, terms });
}

function replaceItem(state: MemoryState, stored: StoredItem, item: MemoryItem): void {
  state.items.set(item.id, { ...stored, item });
}

function removeItem(state: MemoryState, id: ItemId): boolean {
  if (!state.items.delete(id)) return false;
  for (const stored of [...state.items.values()]) {
    const { supersededById, relatedItems, ...others } = stored.item;
    replaceItem(state, stored, {
      ...others,
      relatedItems: relatedItems.filter((related) => related.id !== id),
      ...(supersededById === undefined || supersededById === id ? {} : { supersededById }),
    });
  }
  return true;
}

function withAccess(item: MemoryItem, { count, lastAtMs }: Access): MemoryItem {
  const { accessCount, lastAccessedAtMs = lastAtMs } = item;
  return {
    ...item,
    accessCount: accessCount + count,
    lastAccessedAtMs: Math.max(lastAccessedAtMs, lastAtMs),
  };
}

function without(
  evidence: readonly RepositoryEvidence[],
  { kind, value }: RepositoryEvidence,
): readonly RepositoryEvidence[] {
  return evidence.filter((one) => one.kind !== kind || one.value !== value);
}

function addEvidence(state: MemoryState, id: RepositoryId, evidence: RepositoryEvidence): void {
  const known = state.repositories.get(id);
  if (known === undefined) throw refused(`repository ${id} is not known`);
  if (evidence.kind === 'path' || evidence.kind === 'directory') {
    for (const other of state.repositories.values())
      if (other.id !== id) replaceEvidence(state, other, without(other.evidence, evidence));
  }
  replaceEvidence(state, known, [...without(known.evidence, evidence), evidence]);
}

function replaceEvidence(
  state: MemoryState,
  repository: KnownRepository,
  evidence: readonly RepositoryEvidence[],
): void {
  const sorted = [...evidence].sort((a, b) => compare(a.kind, b.kind) || compare(a.value, b.value));
  state.repositories.set(repository.id, { ...repository, evidence: sorted });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function requireNew<T>(known: ReadonlyMap<T, unknown>, id: T, noun: string): void {
  if (known.has(id)) throw refused(`${noun} ${id} is there already`);
}

function refused(why: string): AfterwitError {
  return new AfterwitError(
    'INTERNAL',
    `The memory refused a write: ${why}. This is a fault of afterwit: please report it.`,
  );
}

function unknownItem(id: ItemId): AfterwitError {
  return new AfterwitError(
    'ITEM_NOT_FOUND',
    `No memory has the id ${id}. Run \`afterwit list\` to see them.`,
    {
      data: { id },
    },
  );
}
