import type { ItemId } from '../../src/model/brands.ts';
import type { DecisionId, DecisionReceipt, Outcome } from '../../src/model/decision.ts';
import type { MemoryItem } from '../../src/model/memory-item.ts';
import type { KnownRepository, RepositoryId } from '../../src/model/repository.ts';
import type { OperationStage, Team, TeamOperation } from '../../src/model/team.ts';
import type { StoredKnowledge } from '../../src/ports/memory-store.ts';

/** A memory with what it is found by. */
export interface StoredItem {
  readonly ordinal: number;
  readonly item: MemoryItem;
  readonly terms: ReadonlyMap<string, number>;
}

/** Everything a memory holds. Values are never changed in place, so that a copy of the maps is a copy of the memory. */
export interface MemoryState {
  readonly repositories: Map<RepositoryId, KnownRepository>;
  readonly items: Map<ItemId, StoredItem>;
  readonly decisions: Map<DecisionId, DecisionReceipt>;
  readonly outcomes: Map<string, Outcome>;
  readonly pauses: Map<RepositoryId, number>;
  readonly teams: Map<string, Team>;
  /** By team, machine and seq. */
  readonly operations: Map<string, { readonly operation: TeamOperation; readonly stage: OperationStage }>;
  knowledge: StoredKnowledge | undefined;
  upkeep: string | undefined;
  /** Ordinal that the last new item got; none is given twice. */
  lastOrdinal: number;
}

export function emptyState(): MemoryState {
  return {
    repositories: new Map(),
    items: new Map(),
    decisions: new Map(),
    outcomes: new Map(),
    pauses: new Map(),
    teams: new Map(),
    operations: new Map(),
    knowledge: undefined,
    upkeep: undefined,
    lastOrdinal: 0,
  };
}

export function copyState(state: MemoryState): MemoryState {
  return {
    repositories: new Map(state.repositories),
    items: new Map(state.items),
    decisions: new Map(state.decisions),
    outcomes: new Map(state.outcomes),
    pauses: new Map(state.pauses),
    teams: new Map(state.teams),
    operations: new Map(state.operations),
    knowledge: state.knowledge,
    upkeep: state.upkeep,
    lastOrdinal: state.lastOrdinal,
  };
}
