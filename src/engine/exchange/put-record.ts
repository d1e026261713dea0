import { isAdopted, isTakenAgain, withLinks } from '../../lessons/adopt-item.ts';
import type { ItemRecord } from '../../lessons/item-from-fields.ts';
import type { ContradictionSettings } from '../../lessons/options.ts';
import type { ImportReport, LineFault, LinePlace } from '../../model/answers/exchange-report.ts';
import type { ItemId } from '../../model/brands.ts';
import type { Outcome } from '../../model/decision.ts';
import { AfterwitError, invalidArgument, isAfterwitError } from '../../model/errors.ts';
import { kindOf, type MemoryItem } from '../../model/memory-item.ts';
import { scopeKindOf } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { linkSuccession } from '../items/link-succession.ts';
import { putItem, refused } from '../items/review-request.ts';
import { dependOn, wholeIdOf } from '../memory/find-item.ts';

interface PutTerms {
  readonly vouched: boolean;
  /** Default: contradicted memories are looked for. */
  readonly contradiction?: ContradictionSettings | undefined;
}

/**
 * Writes one memory of a file unless it exists here, with the same id or with the same meaning in the same scope. An
 * existing memory stays unchanged, except when a vouched file has a newer version.
 * @throws INVALID_ARGUMENT, ITEM_NOT_FOUND; nothing is written then
 */
export function putRecord(
  transaction: MemoryTransaction,
  record: ItemRecord,
  ledger: ImportLedger,
  { vouched, contradiction }: PutTerms,
): void {
  const item = redirect(record.item, ledger.redirects);
  const here = transaction.item(item.id) ?? transaction.itemByFingerprint(item.scope, item.fingerprint);
  if (here === undefined) {
    requirePlace(transaction, item, record.repositoryName, ledger, vouched);
    const isClaimed = !vouched || item.trust === 'untrusted';
    const added = isClaimed ? withClaimedSuccession(item, transaction) : item;
    putItem(transaction, added);
    linkSuccession(added, transaction, { settings: contradiction });
    claimSuccessionOf(added, transaction);
    ledger.added += 1;
  } else if (vouched && here.id === item.id && isNewer(transaction, item, here)) {
    putItem(transaction, item);
    ledger.replaced += 1;
  } else {
    if (here.id !== item.id) ledger.redirects.set(item.id, here.id);
    else if (here.content !== item.content) ledger.differing.push(here.id);
    ledger.known += 1;
  }
  // Outcomes from an unvouched file must not count for or against a memory of ours.
  if (vouched || here === undefined || isAdopted(here))
    putOutcomes(transaction, record.outcomes, here?.id ?? item.id, ledger);
}

function isNewer(transaction: MemoryTransaction, item: MemoryItem, here: MemoryItem): boolean {
  if (item.updatedAtMs <= here.updatedAtMs || isTakenAgain(item, here)) return false;
  if (item.scope !== here.scope || kindOf(item) !== kindOf(here)) return false;
  const equal = transaction.itemByFingerprint(item.scope, item.fingerprint);
  return equal === undefined || equal.id === here.id;
}

function putOutcomes(
  transaction: MemoryTransaction,
  outcomes: readonly Outcome[],
  itemId: ItemId,
  ledger: ImportLedger,
): void {
  for (const outcome of outcomes)
    if (transaction.addOutcome({ ...outcome, itemId })) ledger.outcomesAdded += 1;
}

/** The memory, with references redirected to the ids used here. */
function redirect(item: MemoryItem, redirects: ReadonlyMap<ItemId, ItemId>): MemoryItem {
  if (redirects.size === 0) return item;
  const here = (id: ItemId): ItemId => redirects.get(id) ?? id;
  const whole = wholeIdOf(item);
  const owned = whole === undefined || here(whole) === whole ? item : dependOn(item, here(whole));
  const { supersededById } = owned;
  return {
    ...owned,
    relatedItems: owned.relatedItems.map(({ id, relation }) => ({ id: here(id), relation })),
    ...(supersededById === undefined ? {} : { supersededById: here(supersededById) }),
  };
}

/** Requires that its whole and its repository exist here already. */
function requirePlace(
  transaction: MemoryTransaction,
  item: MemoryItem,
  repositoryName: string | undefined,
  ledger: ImportLedger,
  vouched: boolean,
): void {
  const id = scopeKindOf(item.scope) === 'repo' ? item.scope.slice('repo:'.length) : undefined;
  const isElsewhere = id !== undefined && transaction.repository(id as RepositoryId) === undefined;
  if (isElsewhere && (!vouched || repositoryName === undefined)) throw elsewhere(item, repositoryName);
  requireWhole(transaction, item, vouched);
  if (!isElsewhere || repositoryName === undefined) return;
  transaction.addRepository({
    id: id as RepositoryId,
    name: repositoryName,
    createdAtMs: item.createdAtMs,
  });
  ledger.newRepositories.set(id as RepositoryId, repositoryName);
}

function requireWhole(transaction: MemoryTransaction, item: MemoryItem, vouched: boolean): void {
  const whole = wholeIdOf(item);
  if (whole === undefined) return;
  const kind = kindOf(item) === 'variant' ? 'pattern' : 'variant';
  const found = transaction.item(whole);
  if (found !== undefined && kindOf(found) === kind) {
    if (vouched || kindOf(item) !== 'episode' || isAdopted(found)) return;
    // Any file can claim that a fix of ours worked once more.
    throw refused(
      found,
      `It tells of one time that the fix ${found.id.slice(0, 8)} of this home was tried, and no person vouches for the file. If it is an export of yours, import it with --mine.`,
    );
  }
  throw new AfterwitError(
    'ITEM_NOT_FOUND',
    `The ${kind} ${whole.slice(0, 8)} to which it belongs is neither here nor in an earlier line. If it comes later in the file, import the file once more.`,
    { data: { id: whole } },
  );
}

function elsewhere({ scope }: MemoryItem, name: string | undefined): AfterwitError {
  const repository = name === undefined ? 'a repository' : `the repository ${JSON.stringify(name)}`;
  return invalidArgument(
    `It belongs to ${repository}, which this home does not know. Import it with --scope repo from inside a clone of it.`,
    { scope },
  );
}

type Reader = Pick<MemoryTransaction, 'item'>;

/** A memory of an unvouched file: a person decides whether it replaces a memory that holds here. */
function withClaimedSuccession(item: MemoryItem, reader: Reader): MemoryItem {
  const claims = item.relatedItems.some((link) => isClaim(link, item, reader));
  if (!claims) return item;
  const relatedItems = item.relatedItems.map((link) =>
    isClaim(link, item, reader) ? { id: link.id, relation: 'may_supersede' as const } : link,
  );
  return withLinks(item, relatedItems);
}

function isClaim(
  { id, relation }: MemoryItem['relatedItems'][number],
  { id: own, scope }: MemoryItem,
  reader: Reader,
): boolean {
  if (relation !== 'supersedes' || id === own) return false;
  const older = reader.item(id);
  return older?.status === 'active' && older.scope === scope;
}

/** The same for memories of an earlier line, once that comes of which they say so. */
function claimSuccessionOf(item: MemoryItem, transaction: MemoryTransaction): void {
  for (const newer of transaction.itemsRelatedTo(item.id, 'supersedes')) {
    const claimed = newer.trust === 'untrusted' ? withClaimedSuccession(newer, transaction) : newer;
    if (claimed !== newer) putItem(transaction, claimed);
  }
}

const shownFaults = 100;

export class ImportLedger {
  lineCount = 0;
  added = 0;
  known = 0;
  replaced = 0;
  outcomesAdded = 0;
  /** Known memories that the file says in other words. */
  readonly differing: ItemId[] = [];
  /** Memories of the file that exist here under another id; references to them are redirected. */
  readonly redirects = new Map<ItemId, ItemId>();
  readonly newRepositories = new Map<RepositoryId, string>();
  readonly #faults: LineFault[] = [];
  #faultCount = 0;

  /** Records a fault of one line and goes on; any other error ends the import. */
  attempt<T>(place: LinePlace, work: () => T): T | undefined {
    try {
      return work();
    } catch (fault) {
      if (!isAfterwitError(fault) || !isOfLine(fault.code)) throw fault;
      this.#faultCount += 1;
      if (this.#faults.length < shownFaults)
        this.#faults.push({ ...place, code: fault.code, message: fault.message });
      return undefined;
    }
  }

  report(): ImportReport {
    const { lineCount, added, known, replaced, outcomesAdded } = this;
    return {
      ...{ lineCount, added, known, replaced, outcomesAdded },
      ...(this.differing.length === 0 ? {} : { differing: this.differing }),
      faultCount: this.#faultCount,
      faults: this.#faults.toSorted((a, b) => compare(a.file ?? '', b.file ?? '') || a.line - b.line),
      newRepositories: [...this.newRepositories].map(([id, name]) => ({ id, name })),
    };
  }
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function isOfLine(code: LineFault['code']): boolean {
  return code === 'INVALID_ARGUMENT' || code === 'TEXT_TOO_LARGE' || code === 'ITEM_NOT_FOUND';
}
