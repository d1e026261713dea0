import { isNegative, isPositive } from '../../feedback/outcomes.ts';
import { toItemId } from '../../lessons/item-fields.ts';
import { writeSharedLine } from '../../lessons/item-line.ts';
import type { ItemId } from '../../model/brands.ts';
import type { MemoryItem, RelatedItem } from '../../model/memory-item.ts';
import { isTrustedAs, type Scope } from '../../model/provenance.ts';
import { believeTeam } from '../../model/raise-trust.ts';
import { type JsonValue, operationIdOf, type Team, type TeamOperation } from '../../model/team.ts';
import { lowerBound } from '../../numeric/confidence-bounds.ts';
import type { ItemReader, MemoryReader, MemoryTransaction } from '../../ports/memory-store.ts';
import type { Authority } from '../../teams/authority.ts';
import {
  isAbandoned,
  isCorroborated,
  isProposal,
  type MergedItem,
  type TextVersion,
  wordsDigestOf,
} from '../../teams/merge-item.ts';
import { putEdited } from '../items/edit-item.ts';
import { forgetIn } from '../items/forget-items.ts';
import { putItem } from '../items/review-request.ts';

/** Memories of the team as they will stand here, by the operation that tells them; unreadable ones are left out. */
export type Prepared = ReadonlyMap<string, MemoryItem>;

/** A memory of the team, and the place that it has here. */
export interface Placing {
  readonly transaction: MemoryTransaction;
  readonly team: Team;
  readonly authority: Authority;
  readonly merged: MergedItem;
  readonly prepared: Prepared;
  /** Whether colleagues' memories helped here, by origin, once looked up: settling adds no outcome. */
  readonly believed: Map<string, boolean>;
  readonly scope: Scope;
  readonly itemId: ItemId;
  /** Operations about it of this machine. */
  readonly own: readonly TeamOperation[];
}

/** Whether the memory of this id is the team's to change, and not a user's or another repository's. */
function isTeams({ transaction, team, itemId, scope, own }: Placing): boolean {
  const here = transaction.item(itemId);
  if (here === undefined) return true;
  return here.scope === scope && (isOfTeam(here, team.id) || own.some(({ kind }) => kind === 'text'));
}

export function forgetHere(placing: Placing): boolean {
  const { transaction, itemId } = placing;
  const gone = [
    ...(isTeams(placing) ? [itemId] : []),
    ...besides(placing.transaction, placing.team.id, itemId).map(({ id }) => id),
  ];
  const there = gone.filter((id) => transaction.item(id) !== undefined);
  if (there.length > 0) forgetIn(transaction, there);
  return there.length > 0;
}

/** Writes the live versions: one as the memory itself, unless words believed here stand there, and the others beside it. */
export function placeVersions(placing: Placing): { readonly taken: number; readonly conflicts: number } {
  const { transaction, team, authority, merged, itemId } = placing;
  const here = transaction.item(itemId);
  const alive = firstsByDigest(merged.versions.filter((version) => !isAbandoned(merged, version, authority)));
  const isOurs = here !== undefined && (!isOfTeam(here, team.id) || here.vouchedAtMs !== undefined);
  const main = isOurs ? undefined : alive[0];
  // Words that stand here and make way for the main ones are placed beside them.
  const standing = isOurs ? wordsDigestOf(sharedWordsOf(here)) : main?.digest;
  const others = alive.filter(({ digest, machine }) => digest !== standing && machine !== team.machine);
  const kept = new Set(others.map(besideId));
  for (const item of besides(transaction, team.id, itemId))
    if (!kept.has(item.id)) transaction.removeItem(item.id);
  if (here !== undefined && !isOurs && main === undefined) forgetIn(transaction, [itemId]);
  const written = [
    ...(main === undefined ? [] : [put(placing, main, itemId)]),
    ...others.map((version) =>
      put(placing, version, besideId(version), [
        { id: itemId, relation: isOurs ? 'may_supersede' : 'contradicts' },
      ]),
    ),
  ];
  const waits = others.some((version) => {
    const item = transaction.item(besideId(version));
    return item?.status === 'active' && item.vouchedAtMs === undefined;
  });
  return { taken: written.includes(true) ? 1 : 0, conflicts: waits ? 1 : 0 };
}

/** People who said the same say it once. */
function firstsByDigest(versions: readonly TextVersion[]): readonly TextVersion[] {
  return versions.filter(({ digest }, at) => versions.findIndex((one) => one.digest === digest) === at);
}

function put(
  placing: Placing,
  version: TextVersion,
  id: ItemId,
  relatedItems?: readonly RelatedItem[],
): boolean {
  const { transaction, team, authority, merged, prepared, believed } = placing;
  const adopted = prepared.get(version.id);
  const here = transaction.item(id);
  if (adopted === undefined) return false;
  // A person's word here is not taken back by the team's words.
  if (here !== undefined && (!isOfTeam(here, team.id) || here.vouchedAtMs !== undefined)) return false;
  if (adopted.body?.kind === 'variant' && transaction.item(adopted.body.patternId)?.body?.kind !== 'pattern')
    return false;
  const equal = transaction.itemByFingerprint(adopted.scope, adopted.fingerprint);
  if (equal !== undefined && equal.id !== id) return false;
  const item: MemoryItem = {
    ...adopted,
    id,
    relatedItems: relatedItems ?? adopted.relatedItems,
    quarantined: isProposal(merged, version, authority),
    // A memory that was put away here stays away.
    status: here?.status ?? 'active',
    ...(merged.status === 'active' ? {} : { status: 'archived', archivedFor: 'person' }),
    ...(here === undefined
      ? {}
      : { accessCount: here.accessCount, createdAtMs: here.createdAtMs, updatedAtMs: here.updatedAtMs }),
  };
  const origin = originOf(team.id, version.principal);
  if (!believed.has(origin)) believed.set(origin, hasHelped(transaction, origin));
  const isBelieved = isCorroborated(merged, version.digest) || believed.get(origin) === true;
  putItem(transaction, isBelieved ? believeTeam(item) : item);
  return here === undefined || here.content !== item.content || !isTrustedAs(here.trust, item.trust);
}

/** Chance that a colleague whose memories help no more often than not is believed for them. */
const mistakeRate = 0.05;

/**
 * Whether memories of this origin helped on this machine more often than not, by verdicts of checks and persons here on
 * different memories. Verdicts of other machines do not count.
 */
function hasHelped(reader: MemoryReader, origin: string): boolean {
  const ids = reader.items({ origin }).map(({ id }) => id);
  const judged = [...reader.outcomesAbout(ids).values()].map((outcomes) =>
    outcomes.filter(({ by }) => by === 'tests' || by === 'user'),
  );
  const harmed = judged.filter((outcomes) => outcomes.some(isNegative)).length;
  const helped = judged.filter((outcomes) => outcomes.some(isPositive) && !outcomes.some(isNegative)).length;
  return lowerBound(helped, helped + harmed, mistakeRate) > 0.5;
}

/** Returns the words of a memory as others are told them, redacted once more. */
export function sharedWordsOf(item: MemoryItem): Readonly<Record<string, JsonValue>> {
  return JSON.parse(writeSharedLine(item)) as Readonly<Record<string, JsonValue>>;
}

/** Where a memory of a colleague came from; `forget --origin` takes all of them. */
export function originOf(team: string, principal: string): string {
  return `import/team/${team.slice(0, 8)}/${principal}`;
}

export function isOfTeam({ origin }: Pick<MemoryItem, 'origin'>, team: string): boolean {
  return origin.startsWith(originOf(team, ''));
}

/** Other versions of a memory that stand beside it here, each under an id that every machine gives it. */
function besides(reader: ItemReader, team: string, id: ItemId): readonly MemoryItem[] {
  return (['may_supersede', 'contradicts'] as const)
    .flatMap((relation) => reader.itemsRelatedTo(id, relation))
    .filter((item) => isOfTeam(item, team) && item.vouchedAtMs === undefined);
}

/** @param version the id of its operation */
function besideId({ id }: { readonly id: string }): ItemId {
  return toItemId(`version ${id} of a team's memory`);
}

/** The operation that told this memory, where it is a version beside another memory, or was approved in its place. */
export function versionTold(
  reader: MemoryReader,
  team: string,
  id: ItemId | undefined,
): TeamOperation | undefined {
  const item = id && reader.item(id);
  if (item === undefined || !isOfTeam(item, team)) return undefined;
  return item.relatedItems
    .filter(({ relation }) => relation !== 'depends_on')
    .flatMap((link) => reader.teamOperations({ team, item: link.id, kinds: ['text'] }))
    .find((operation) => besideId({ id: operationIdOf(operation) }) === id);
}

/**
 * Puts an approved version in the place of its memory, because a memory has one id on every machine; the former text is kept
 * as a version. Returns the memory as it was before.
 */
export function takeUp(
  transaction: MemoryTransaction,
  version: MemoryItem,
  { item: whole }: TeamOperation,
  nowMs: number,
): MemoryItem | undefined {
  const was = transaction.item(whole as ItemId);
  if (was === undefined) return undefined;
  const { supersededById: _, ...item } = was;
  const { id, createdAtMs, accessCount } = item;
  const relatedItems = version.relatedItems.filter((link) => link.id !== id);
  transaction.removeItem(version.id);
  putEdited(
    transaction,
    { item, edited: { ...version, id, createdAtMs, accessCount, relatedItems } },
    { versionId: toItemId(`before version ${version.id}`), nowMs },
  );
  return was;
}
