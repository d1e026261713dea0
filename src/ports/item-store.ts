import type { DecisionId, DecisionReceipt, Outcome } from '../model/decision.ts';
import type {
  ItemBody,
  ItemId,
  ItemKind,
  ItemRelation,
  ItemStatus,
  ItemType,
  MemoryItem,
} from '../model/memory-item.ts';
import type { RepositoryId } from '../model/repository.ts';
import type { Scope } from '../model/scope.ts';

/** Which memories to list; what is absent does not limit. */
export interface ItemFilter {
  readonly scopes?: readonly Scope[] | undefined;
  readonly kinds?: readonly ItemKind[] | undefined;
  readonly types?: readonly ItemType[] | undefined;
  readonly statuses?: readonly ItemStatus[] | undefined;
  readonly quarantined?: boolean | undefined;
  /** Only with a body of this kind; a lesson without a body has none. */
  readonly bodyKind?: ItemBody['kind'] | undefined;
  /** Exactly this origin, or one of its sessions (`mcp:x` takes in `mcp:x/s1`). */
  readonly origin?: string | undefined;
  readonly limit?: number | undefined;
}

/** Postings of one term in a set of scopes, ascending by ordinal. All arrays have one entry an item. */
export interface ItemPostingList {
  readonly term: string;
  readonly ordinals: Uint32Array;
  readonly frequencies: Uint16Array;
  /** Indexed terms of each of these items. */
  readonly lengths: Uint16Array;
}

export interface ItemPostings {
  /** Items in the scopes that could be found by a term: those of the kinds that stand alone. */
  readonly itemCount: number;
  /** Indexed terms in all of them. */
  readonly totalLength: number;
  /** Terms that no item holds are left out. */
  readonly lists: readonly ItemPostingList[];
}

/** A row that is not what was written. It is served to nobody. */
export interface DamagedRow {
  readonly table: string;
  /** Primary key, as far as it can be read. */
  readonly key: string;
}

/** Reads memories, decisions and outcomes. Damaged rows are passed over and told of in {@link damagedRows}. */
export interface ItemReader {
  item(id: ItemId): MemoryItem | undefined;
  /** Newest first. */
  items(filter: ItemFilter): readonly MemoryItem[];
  countItems(filter: Omit<ItemFilter, 'limit'>): number;
  /** Scopes that hold memories which can be found, each once. */
  scopes(): readonly Scope[];
  /** At most `limit` items whose id begins so. */
  itemsByIdPrefix(prefix: string, limit: number): readonly MemoryItem[];
  itemByFingerprint(scope: Scope, fingerprint: string): MemoryItem | undefined;
  /** Items that name one by this relation, newest first: by `depends_on` variants of a pattern, episodes of a variant. */
  itemsRelatedTo(id: ItemId, relation: ItemRelation, limit?: number): readonly MemoryItem[];
  /** How many items of the scopes hold each term; absent: none. */
  documentFrequencies(scopes: readonly Scope[], terms: readonly string[]): ReadonlyMap<string, number>;
  postings(scopes: readonly Scope[], terms: readonly string[]): ItemPostings;
  /** Items by their ordinals in {@link postings}, in that order; damaged ones are left out. */
  itemsAt(ordinals: readonly number[]): readonly { readonly ordinal: number; readonly item: MemoryItem }[];
  /** What came of showing each, in the order in which it was told; absent: nothing was. Of forgotten items too. */
  outcomesAbout(ids: readonly ItemId[]): ReadonlyMap<ItemId, readonly Outcome[]>;
  /** What was told in a session of an agent, in that order. */
  outcomesInSession(session: string): readonly Outcome[];
  decision(id: DecisionId): DecisionReceipt | undefined;
  decisionsByIdPrefix(prefix: string, limit: number): readonly DecisionReceipt[];
  /** Newest first. */
  decisions(limit: number): readonly DecisionReceipt[];
  outcomesOf(decision: DecisionId): readonly Outcome[];
  /** When a person asked for silence in this repository; undefined when nobody did. */
  pausedAtMs(repository: RepositoryId): number | undefined;
  /** Damaged rows that reads of this reader have met so far. */
  damagedRows(): readonly DamagedRow[];
}

/** Writes memories, decisions and outcomes, within a transaction. */
export interface ItemWriter {
  /**
   * Adds an item, or replaces the one of the same id, with the terms it is found by. Items of kinds that do not stand alone
   * are found by no terms, whichever are given.
   */
  putItem(item: MemoryItem, terms: ReadonlyMap<string, number>): void;
  /** Replaces an item whose terms have not changed. */
  updateItem(item: MemoryItem): void;
  /**
   * Removes an item with its terms and links. Links of others to it are taken out. Decisions and outcomes stay: they name it,
   * and quote nothing. Gives false when there is none.
   */
  removeItem(id: ItemId): boolean;
  /** Notes that items were shown. */
  noteAccess(ids: readonly ItemId[], atMs: number): void;
  addDecision(receipt: DecisionReceipt): void;
  /** Gives false when an outcome of this id is known already. */
  addOutcome(outcome: Outcome): boolean;
  pause(repository: RepositoryId, atMs: number): void;
  /** Gives false when it was not paused. */
  resume(repository: RepositoryId): boolean;
}
