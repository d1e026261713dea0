import type { ItemId } from '../model/brands.ts';
import type { DecisionId, DecisionReceipt, Outcome } from '../model/decision.ts';
import type { ItemBody, VariantDoubt } from '../model/item-body.ts';
import type {
  ItemKind,
  ItemLayer,
  ItemRelation,
  ItemStatus,
  ItemType,
  MemoryItem,
} from '../model/memory-item.ts';
import type { Scope, Trust } from '../model/provenance.ts';
import type { KnownRepository, RepositoryEvidence, RepositoryId } from '../model/repository.ts';
import type { OperationId, OperationStage, Team, TeamOperation } from '../model/team.ts';

export interface TransactOptions {
  /** Longest wait for other processes, when it is to be less than usual. */
  readonly waitMs?: number;
  /**
   * Whether a loss of power may lose it: `never` once it is done (default), or `soon` after, until the next `never`. Only the
   * last transactions are lost, none is torn, and a killed process loses neither kind.
   */
  readonly mayBeLost?: 'never' | 'soon';
  /** It carries out the word of a team, which is told to none. */
  readonly isOfTeam?: true;
}

/**
 * Store of everything that cannot be rebuilt. One per home; several processes may write to it at once. Reads are local
 * and synchronous, even when the memory is shared with other machines (decision 0014). May throw HOME_NOT_WRITABLE,
 * DISK_FULL, MEMORY_BUSY, MEMORY_CORRUPT, MEMORY_TOO_NEW.
 */
export interface MemoryStore {
  /** Runs `work` alone: no other process or task writes meanwhile. `work` must not await. Rolls back when it throws. */
  transact<T>(work: (transaction: MemoryTransaction) => T, options?: TransactOptions): Promise<T>;
  /** Reads a consistent state. */
  read<T>(work: (reader: MemoryReader) => T): T;
  close(): void;
}

export interface MemoryReader extends ItemReader, TeamReader {
  repository(id: RepositoryId): KnownRepository | undefined;
  repositories(): readonly KnownRepository[];
  /** Repositories that have this piece of evidence. */
  repositoriesWith(evidence: RepositoryEvidence): readonly KnownRepository[];
}

export interface MemoryTransaction extends MemoryReader, ItemWriter, TeamWriter {
  addRepository(repository: Omit<KnownRepository, 'evidence'>): void;
  /** Idempotent. A path or directory belongs to one repository: adding it elsewhere moves it. */
  addEvidence(id: RepositoryId, evidence: readonly RepositoryEvidence[]): void;
  removeEvidence(id: RepositoryId, evidence: RepositoryEvidence): void;
  removeRepository(id: RepositoryId): void;
}

/** Which operations to list, by machine and seq; an absent field does not limit the list. */
export interface OperationFilter {
  readonly team: string;
  readonly machine?: string | undefined;
  /** Only those with a higher seq. */
  readonly afterSeq?: number | undefined;
  readonly item?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly stage?: OperationStage | undefined;
  readonly limit?: number | undefined;
}

/** Reads the teams of a home, and the operations of their machines: the log that everything of a team follows from. */
export interface TeamReader {
  teams(): readonly Team[];
  teamOperations(filter: OperationFilter): readonly TeamOperation[];
  /** Ids of the memories that a machine told something about. */
  itemsToldBy(team: string, machine: string): ReadonlySet<string>;
  /** Seq of the last operation of a machine; 0 for none. */
  lastSeq(team: string, machine: string): number;
}

/** Writes teams and operations, in the transaction of the change that an operation tells. */
export interface TeamWriter {
  putTeam(team: Team): void;
  /** Takes the team with its operations out of the home. */
  removeTeam(id: string): void;
  /** Returns false when an operation with this identity is there already. */
  addTeamOperation(operation: TeamOperation, stage: OperationStage): boolean;
  /** Moves operations of one stage to another; of one machine, or about one memory, where told. Returns how many. */
  moveTeamOperations(
    which: Pick<OperationFilter, 'team' | 'machine' | 'item'> & { readonly stage: OperationStage },
    to: OperationStage,
  ): number;
  /** Takes out an operation that proved forged. */
  removeTeamOperation(team: string, id: OperationId): void;
  /** Empties the body of an operation, for good. Returns false where it was empty. */
  emptyTeamOperation(team: string, id: OperationId): boolean;
}

/** Which memories to list; an absent field does not limit the list. */
export interface ItemFilter {
  readonly scopes?: readonly Scope[] | undefined;
  readonly kinds?: readonly ItemKind[] | undefined;
  readonly layers?: readonly ItemLayer[] | undefined;
  readonly types?: readonly ItemType[] | undefined;
  readonly statuses?: readonly ItemStatus[] | undefined;
  readonly quarantined?: boolean | undefined;
  /** Only with a body of this kind; a lesson without a body has none. */
  readonly bodyKind?: ItemBody['kind'] | undefined;
  /** Exactly this origin, or one of its sessions (`mcp:x` takes in `mcp:x/s1`). */
  readonly origin?: string | undefined;
  /** Whether it says of some other item that it may take its place. */
  readonly mayReplace?: boolean | undefined;
  readonly doubt?: DoubtName | undefined;
  /** Occurrences of failures in this session of an agent, as the agent names it. */
  readonly session?: string | undefined;
  /** Changed or confirmed since then. */
  readonly changedSinceMs?: number | undefined;
  /** Not these. */
  readonly except?: readonly ItemId[] | undefined;
  /** None but these. */
  readonly only?: readonly ItemId[] | undefined;
  /** Those that are about a place in the code. */
  readonly anchored?: true | undefined;
  readonly trusts?: readonly Trust[] | undefined;
  /** Interfaces through which it came. */
  readonly sources?: readonly string[] | undefined;
  /** Kinds of bodies; `none` is a lesson without one. */
  readonly bodies?: readonly BodyName[] | undefined;
  /** Text that its title or text holds, in any case of ASCII letters, or that its id begins with. */
  readonly text?: string | undefined;
  readonly limit?: number | undefined;
}

export type BodyName = ItemBody['kind'] | 'none';

/** Doubt about a variant; `none` for all other items. */
type DoubtName = VariantDoubt['kind'] | 'none';

/** `newest` and `oldest` by when it was added; `changed`: the latest changed or confirmed first. */
export const itemOrders = ['newest', 'oldest', 'changed'] as const;
export type ItemOrder = (typeof itemOrders)[number];

/** A part of a filter's matches, from any place in them. */
export interface ItemWindow {
  readonly offset: number;
  readonly limit: number;
  readonly order: ItemOrder;
}

/** How many memories are alike in all of these. */
export interface ItemTally
  extends Pick<MemoryItem, 'scope' | 'type' | 'status' | 'trust' | 'source' | 'quarantined'> {
  readonly body: BodyName;
  readonly doubt: DoubtName;
  readonly mayReplace: boolean;
  readonly count: number;
}

/** Postings of one term in a set of scopes, ascending by ordinal. All arrays have one entry for each item. */
export interface ItemPostingList {
  readonly term: string;
  readonly ordinals: Uint32Array;
  readonly frequencies: Uint16Array;
  /** Indexed terms of each of these items. */
  readonly lengths: Uint16Array;
}

export interface ItemPostings {
  /** Number of searchable items in the scopes: those of the standalone kinds. */
  readonly itemCount: number;
  /** Number of indexed terms in all searchable items. */
  readonly totalLength: number;
  /** Terms that no item contains are left out. */
  readonly lists: readonly ItemPostingList[];
}

/** A row whose content no longer matches its checksum. Reads skip it. */
export interface DamagedRow {
  readonly table: string;
  /** Primary key, as far as it can be read. */
  readonly key: string;
}

/** Knowledge of a gate from the log up to a place in it. */
export interface StoredKnowledge {
  /** The last decision and the last outcome that are in it, by their place in the log. */
  readonly decisionSequence: number;
  readonly outcomeSequence: number;
  /** JSON. */
  readonly body: string;
}

/** How often an item was shown, and when last. */
export interface Access {
  readonly id: ItemId;
  readonly count: number;
  readonly lastAtMs: number;
}

/** Reads memories, decisions and outcomes. Reads skip damaged rows and list them in {@link damagedRows}. */
export interface ItemReader {
  item(id: ItemId): MemoryItem | undefined;
  /** Newest first. */
  items(filter: ItemFilter): readonly MemoryItem[];
  countItems(filter: Omit<ItemFilter, 'limit'>): number;
  /** Damaged ones are counted and not given. */
  itemWindow(
    filter: Omit<ItemFilter, 'limit'>,
    window: ItemWindow,
  ): { readonly items: readonly MemoryItem[]; readonly count: number };
  /** Numbers of memories by facet: of all that hold a text, or of all. */
  tallyItems(filter: Pick<ItemFilter, 'text' | 'only'>): readonly ItemTally[];
  /** Active patterns, by their latest variant or episode, latest first, with their number in these scopes, or in all. */
  patternWindow(
    scopes: readonly Scope[] | undefined,
    limit: number,
  ): { readonly items: readonly MemoryItem[]; readonly count: number };
  /** At most `limit` items of this status after a place in the order of insertion, in that order. */
  itemsAfter(
    ordinal: number,
    { status, limit }: { readonly status: ItemStatus; readonly limit: number },
  ): readonly { readonly ordinal: number; readonly item: MemoryItem }[];
  /** Scopes that hold memories which can be found, each once. */
  scopes(): readonly Scope[];
  /** At most `limit` items whose id begins so. */
  itemsByIdPrefix(prefix: string, limit: number): readonly MemoryItem[];
  itemByFingerprint(scope: Scope, fingerprint: string): MemoryItem | undefined;
  /**
   * Items with this relation to `id`, newest first: with `depends_on`, the variants of a pattern or the episodes of a
   * variant.
   */
  itemsRelatedTo(id: ItemId, relation: ItemRelation, limit?: number): readonly MemoryItem[];
  /** Number of items in the scopes that contain each term; a term that no item contains is absent. */
  documentFrequencies(scopes: readonly Scope[], terms: readonly string[]): ReadonlyMap<string, number>;
  postings(scopes: readonly Scope[], terms: readonly string[]): ItemPostings;
  /** Items by their ordinals in {@link postings}, in the given order; damaged ones are left out. */
  itemsAt(ordinals: readonly number[]): readonly { readonly ordinal: number; readonly item: MemoryItem }[];
  /** Outcomes of each item, in the order of reporting; an item without outcomes is absent. Includes forgotten items. */
  outcomesAbout(ids: readonly ItemId[]): ReadonlyMap<ItemId, readonly Outcome[]>;
  /** Outcomes reported in a session of an agent, in the order of reporting. */
  outcomesInSession(session: string): readonly Outcome[];
  decision(id: DecisionId): DecisionReceipt | undefined;
  decisionsByIdPrefix(prefix: string, limit: number): readonly DecisionReceipt[];
  /** Newest first. */
  decisions(limit: number): readonly DecisionReceipt[];
  /** At most `limit` decisions before a place in the log, latest first. */
  decisionsBefore(
    sequence: number,
    limit: number,
  ): readonly { readonly sequence: number; readonly receipt: DecisionReceipt }[];
  /** Decisions of an agent's session among the `last` ones, newest first. */
  decisionsInSession(session: string, last: number): readonly DecisionReceipt[];
  outcomesOf(decision: DecisionId): readonly Outcome[];
  /** Decisions after a place in the log, in its order. @param limit default: all of them; damaged ones do not count */
  decisionsAfter(
    sequence: number,
    limit?: number,
  ): readonly { readonly sequence: number; readonly receipt: DecisionReceipt }[];
  /**
   * Summaries by `summarise` of each decision from a time on, in the order of the log. It is asked once about one
   * receipt as long as the store is open: hand in the same function each time.
   */
  decisionsSince<Summary>(atMs: number, summarise: (receipt: DecisionReceipt) => Summary): readonly Summary[];
  /** Outcomes after a place in the log, in its order. @param sinceMs those of later alone. Default: all */
  outcomesAfter(
    sequence: number,
    sinceMs?: number,
  ): readonly { readonly sequence: number; readonly outcome: Outcome }[];
  /** The last places of the log; 0 while it is empty. */
  logEnd(): Pick<StoredKnowledge, 'decisionSequence' | 'outcomeSequence'>;
  /** Knowledge of the gate; undefined when it was never written, or is damaged: it is learned again from the log. */
  gateKnowledge(): StoredKnowledge | undefined;
  /** How far upkeep has come, JSON; undefined before the first, or when it is damaged: then it begins anew. */
  upkeep(): string | undefined;
  /** When a person paused this repository; undefined when it is not paused. */
  pausedAtMs(repository: RepositoryId): number | undefined;
  /** Damaged rows that this reader has met so far. */
  damagedRows(): readonly DamagedRow[];
}

/** Writes memories, decisions and outcomes, within a transaction. */
export interface ItemWriter {
  /**
   * Adds an item, or replaces the one with the same id, together with its search terms. Terms of kinds that are not
   * standalone are ignored.
   */
  putItem(item: MemoryItem, terms: ReadonlyMap<string, number>): void;
  /** Replaces an item whose terms have not changed. */
  updateItem(item: MemoryItem): void;
  /**
   * Removes an item with its terms, its links and the links to it. Decisions and outcomes stay, because they hold only
   * its id. Returns false when there is no such item.
   */
  removeItem(id: ItemId): boolean;
  /** Adds to how often items were shown, and moves the last time forward. Unknown ids are passed over. */
  addAccesses(accesses: readonly Access[]): void;
  addDecision(receipt: DecisionReceipt): void;
  /** Replaces a receipt with another one of the same decision, in its place of the log. */
  replaceDecision(receipt: DecisionReceipt): void;
  /** Returns false when an outcome with this id exists already. */
  addOutcome(outcome: Outcome): boolean;
  putGateKnowledge(knowledge: StoredKnowledge): void;
  putUpkeep(body: string): void;
  pause(repository: RepositoryId, atMs: number): void;
  /** Returns false when the repository was not paused. */
  resume(repository: RepositoryId): boolean;
}

/**
 * Maintenance of the memory's files by a person. Only a store that keeps files offers it; the engine's use cases do not
 * need it. May throw HOME_NOT_WRITABLE, DISK_FULL, MEMORY_BUSY, MEMORY_CORRUPT, MEMORY_TOO_NEW.
 */
export interface MemoryUpkeep {
  /** Set when this store found the memory damaged or missing and restored its backup. */
  readonly recovered: MemoryRecovery | undefined;
  /**
   * Writes a verified copy of the memory.
   * @throws INVALID_ARGUMENT when a file lies at the path already
   */
  backUpTo(path: string): Promise<MemoryCopy>;
  /**
   * Verifies a copy completely and puts it in the memory's place. The previous memory is kept beside it.
   * @throws BACKUP_UNUSABLE when the file is damaged, too new or not a memory; nothing is changed then
   */
  restoreFrom(path: string): Promise<MemoryReplacement>;
  /** Runs `work`, which removes the memory's files, while no process uses them. This process must have closed it. */
  whileUnused<T>(work: () => T): T;
  /**
   * Checks every page and every row, and each term that a memory is found by; seconds for a large memory. Returns a
   * description of the damage; undefined when there is none.
   */
  examine(): string | undefined;
}

/** How a damaged memory was replaced by its backup. */
export interface MemoryRecovery {
  readonly damage: string;
  /** Where the damaged file is now; absent when it was missing. */
  readonly asidePath?: string;
  readonly restoredFrom: string;
  /** Time of the restored backup. Later changes are only in the file at {@link asidePath}. */
  readonly backedUpAtMs: number;
}

/** A verified copy of the memory and the number of its rows. */
export interface MemoryCopy {
  readonly path: string;
  readonly bytes: number;
  readonly itemCount: number;
  readonly decisionCount: number;
}

/** A copy that replaced the memory. */
export interface MemoryReplacement extends MemoryCopy {
  /** Where the previous memory is now; absent when there was none. */
  readonly asidePath?: string;
}
