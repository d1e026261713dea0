import { isNegative, isPositive } from '../../feedback/outcomes.ts';
import { adoptItem } from '../../lessons/adopt-item.ts';
import { readItemLine } from '../../lessons/item-line.ts';
import type { ItemId } from '../../model/brands.ts';
import { isAfterwitError } from '../../model/errors.ts';
import type { MemoryItem, RelatedItem } from '../../model/memory-item.ts';
import { colleaguePrefix, isTrustedAs, type Scope, scopeOf } from '../../model/provenance.ts';
import { believeTeam } from '../../model/raise-trust.ts';
import type { Team } from '../../model/team.ts';
import type { TeamOperation } from '../../model/team-operation.ts';
import { lowerBound } from '../../numeric/confidence-bounds.ts';
import type { MemoryReader, MemoryStore, MemoryTransaction } from '../../ports/memory-store.ts';
import type { Clock, TokenCounter } from '../../ports/system.ts';
import { type Authority, readAuthority } from '../../teams/authority.ts';
import {
  isAbandoned,
  isCorroborated,
  isProposal,
  type MergedItem,
  mergeItem,
  type TextVersion,
  wordsDigestOf,
} from '../../teams/merge-item.ts';
import { isSigned } from '../../teams/sign-operation.ts';
import { forgetIn } from '../items/forget-items.ts';
import { putItem } from '../items/review-request.ts';
import { withTokenCost } from '../memory/draft-item.ts';
import { besideId, besides, isOfTeam, originOf, sharedWordsOf } from './team-items.ts';

export interface SettleDependencies {
  readonly store: MemoryStore;
  readonly clock: Clock;
  readonly tokens: TokenCounter;
}

/** What came into force here. */
export interface Settled {
  readonly taken: number;
  readonly forgotten: number;
  readonly conflicts: number;
  /** Operations whose bodies may be emptied at the hub: of what is forgotten. */
  readonly idle: readonly TeamOperation[];
}

/** Memories in one transaction. */
const batchSize = 100;

/**
 * Brings what was pulled into force: proves it, merges it by memory, and writes what the team says into the memories here. Operations
 * wait until then, so a process that ends in between loses nothing.
 */
export async function settleTeam(id: string, dependencies: SettleDependencies): Promise<Settled> {
  const { store } = dependencies;
  const settled = { taken: 0, forgotten: 0, conflicts: 0 };
  const idle: TeamOperation[] = [];
  const believed = new Map<string, boolean>();
  const waiting = await store.transact((transaction) => prove(transaction, id), { isOfTeam: true });
  for (let at = 0; at < waiting.length; at += batchSize) {
    const batch = waiting.slice(at, at + batchSize);
    const prepared = await prepare(batch, id, dependencies);
    const results = await store.transact(
      (transaction) => {
        const team = teamOf(transaction, id);
        if (team === undefined) return [];
        // Settling a memory changes no membership, so one reading of it serves the batch.
        const settling = { team, authority: authorityOf(transaction, id), prepared, believed };
        return batch.map((item) => settleItem(transaction, item, settling));
      },
      { isOfTeam: true },
    );
    for (const result of results) {
      settled.taken += result.taken;
      settled.conflicts += result.conflicts;
      settled.forgotten += result.forgotten;
      idle.push(...result.idle);
    }
  }
  return { ...settled, idle };
}

/** Membership as the operations here tell it. */
export function authorityOf(reader: MemoryReader, team: string): Authority {
  return readAuthority(team, reader.teamOperations({ team, kinds: ['member', 'revoke'] }));
}

function teamOf(reader: MemoryReader, id: string): Team | undefined {
  return reader.teams().find((team) => team.id === id);
}

/** Proves what was received, by the keys of the members. Gives the memories that something new is told of, failures before their fixes. */
function prove(transaction: MemoryTransaction, id: string): readonly string[] {
  const team = teamOf(transaction, id);
  if (team === undefined) return [];
  const authority = authorityOf(transaction, id);
  const received = transaction.teamOperations({ team: id, stage: 'received' });
  for (const [machine, operations] of Map.groupBy(received, (operation) => operation.machine)) {
    const member = authority.members.get(machine);
    if (member === undefined) continue;
    for (const operation of operations)
      if (!isSigned(operation, member.publicKey)) transaction.removeTeamOperation(id, operation);
    transaction.moveTeamOperations({ team: id, machine, stage: 'received' }, 'proved');
  }
  if (team.authority !== authority.digest) {
    transaction.moveTeamOperations({ team: id, stage: 'applied' }, 'proved');
    transaction.putTeam({ ...team, authority: authority.digest });
  }
  const proved = transaction.teamOperations({ team: id, stage: 'proved' });
  return [...new Set(proved.flatMap(({ item }) => item ?? []))];
}

/** Memories of the team as they will stand here, by the operation that tells them; what cannot be read is left out. */
type Prepared = ReadonlyMap<string, MemoryItem>;

async function prepare(
  batch: readonly string[],
  id: string,
  { store, clock, tokens }: SettleDependencies,
): Promise<Prepared> {
  const versions = store.read((reader) => {
    const team = teamOf(reader, id);
    const authority = authorityOf(reader, id);
    return batch.flatMap((item) => {
      const { merged, scope } = mergedOf(reader, { team, item, authority });
      return scope === undefined ? [] : merged.versions.map((version) => ({ version, scope }));
    });
  });
  const prepared = new Map<string, MemoryItem>();
  for (const { version, scope } of versions) {
    const item = adopt(version, { scope, team: id, nowMs: clock.nowMs() });
    if (item !== undefined) prepared.set(version.id, await withTokenCost(item, tokens));
  }
  return prepared;
}

/** A colleague's words as a memory of ours, believed by nobody yet: as whatever comes from a file. */
function adopt(
  { item, principal }: TextVersion,
  { scope, team, nowMs }: { readonly scope: Scope; readonly team: string; readonly nowMs: number },
): MemoryItem | undefined {
  try {
    const record = readItemLine(JSON.stringify(item), { nowMs, shared: true });
    const origin = originOf(team, principal);
    const said = { ...record.item, origin, trust: 'untrusted' as const };
    const speaker = { kind: 'user', name: principal, source: 'library' } as const;
    const adoption = { vouched: false, speaker, scope, nowMs };
    const { item: adopted } = adoptItem({ ...record, item: said, outcomes: [] }, adoption);
    return { ...adopted, principal: `${colleaguePrefix}${principal}` };
  } catch (fault) {
    // What a later version wrote, or somebody by hand: it stays in the log, for who can read it.
    if (isAfterwitError(fault)) return undefined;
    throw fault;
  }
}

interface Merging {
  readonly team: Team | undefined;
  readonly item: string;
  readonly authority: Authority;
}

function mergedOf(
  reader: MemoryReader,
  { team, item, authority }: Merging,
): { readonly merged: MergedItem; readonly scope: Scope | undefined } {
  const id = team?.id ?? '';
  const operations = (['proved', 'applied'] as const).flatMap((stage) =>
    reader.teamOperations({ team: id, item, stage }),
  );
  const place = operations.find((operation) => operation.place !== undefined)?.place;
  const repository = team?.repositories.find((one) => one.place === place);
  return {
    merged: mergeItem(operations, authority),
    scope: repository === undefined ? undefined : scopeOf('repo', repository.id),
  };
}

interface SettledItem extends Settled {
  readonly taken: 0 | 1;
  readonly forgotten: 0 | 1;
  readonly conflicts: 0 | 1;
}

const nothing: SettledItem = { taken: 0, forgotten: 0, conflicts: 0, idle: [] };

function settleItem(
  transaction: MemoryTransaction,
  item: string,
  { team, authority, prepared, believed }: Pick<Placing, 'team' | 'authority' | 'prepared' | 'believed'>,
): SettledItem {
  const { id } = team;
  const { merged, scope } = mergedOf(transaction, { team, item, authority });
  transaction.moveTeamOperations({ team: id, item, stage: 'proved' }, 'applied');
  if (scope === undefined) return nothing;
  const own = transaction.teamOperations({ team: id, item, machine: team.machine });
  const place: Placing = {
    transaction,
    team,
    authority,
    merged,
    prepared,
    believed,
    scope,
    itemId: item as ItemId,
    own,
  };
  const isForgotten = merged.status === 'forgotten';
  if (isForgotten || own.some(({ kind }) => kind === 'forget')) {
    // What only this person forgot stays in the team's log.
    const idle = isForgotten ? merged.idle : [];
    for (const operation of idle) transaction.emptyTeamOperation(id, operation);
    return { ...nothing, forgotten: forgetHere(place) ? 1 : 0, idle };
  }
  return { ...nothing, ...placeVersions(place) };
}

interface Placing {
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

/** Whether the memory of this id here is the team's to change: what is somebody else's or of another repository is not. */
function isTeams({ transaction, team, itemId, scope, own }: Placing): boolean {
  const here = transaction.item(itemId);
  if (here === undefined) return true;
  return here.scope === scope && (isOfTeam(here, team.id) || own.some(({ kind }) => kind === 'text'));
}

function forgetHere(placing: Placing): boolean {
  const { transaction, itemId } = placing;
  const gone = [
    ...(isTeams(placing) ? [itemId] : []),
    ...besides(placing.transaction, placing.team.id, itemId).map(({ id }) => id),
  ];
  const there = gone.filter((id) => transaction.item(id) !== undefined);
  if (there.length > 0) forgetIn(transaction, there);
  return there.length > 0;
}

/** Writes the versions that are alive: one as the memory itself, unless words that are believed here stand there, the others beside it. */
function placeVersions(placing: Placing): Pick<SettledItem, 'taken' | 'conflicts'> {
  const { transaction, team, authority, merged, itemId } = placing;
  const here = transaction.item(itemId);
  const alive = firstsByDigest(merged.versions.filter((version) => !isAbandoned(merged, version, authority)));
  const isOurs = here !== undefined && (!isOfTeam(here, team.id) || here.vouchedAtMs !== undefined);
  const hereDigest = here === undefined ? undefined : wordsDigestOf(sharedWordsOf(here));
  const foreign = alive.filter(({ digest, machine }) => digest !== hereDigest && machine !== team.machine);
  const main = isOurs ? undefined : alive[0];
  const others = foreign.filter((version) => version !== main);
  const kept = new Set(others.map(besideId));
  for (const item of besides(transaction, team.id, itemId))
    if (!kept.has(item.id)) transaction.removeItem(item.id);
  if (here !== undefined && !isOurs && main === undefined) forgetIn(transaction, [itemId]);
  const written = [
    ...(main === undefined ? [] : [put(placing, main, { id: itemId, relatedItems: undefined })]),
    ...others.map((version) =>
      put(placing, version, {
        id: besideId(version),
        relatedItems: [{ id: itemId, relation: isOurs ? 'may_supersede' : 'contradicts' }],
      }),
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

interface PutAs {
  readonly id: ItemId;
  readonly relatedItems: readonly RelatedItem[] | undefined;
}

function put(placing: Placing, version: TextVersion, { id, relatedItems }: PutAs): boolean {
  const { transaction, team, authority, merged, prepared, believed } = placing;
  const adopted = prepared.get(version.id);
  const here = transaction.item(id);
  if (adopted === undefined) return false;
  // A person's word here is not taken back by what the team says.
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
    // Whoever put it away here keeps it away.
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
 * Whether this machine's own ledger has seen memories of this origin help: more often than not, by what checks and persons here said of
 * different ones. Nothing that another machine tells counts.
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
