import { adoptItem } from '../../lessons/adopt-item.ts';
import { readItemLine } from '../../lessons/item-line.ts';
import type { TeamSearchAnswer } from '../../model/answers/team-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import { invalidArgument, isAfterwitError } from '../../model/errors.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { colleaguePrefix, type Scope, scopeOf } from '../../model/provenance.ts';
import type { Team, TeamOperation } from '../../model/team.ts';
import type { MemoryReader, MemoryStore, MemoryTransaction } from '../../ports/memory-store.ts';
import type { TeamFindings } from '../../ports/team-hub.ts';
import { type Authority, readAuthority } from '../../teams/authority.ts';
import { mergeItem, type TextVersion } from '../../teams/merge-item.ts';
import { isSigned } from '../../teams/sign-operation.ts';
import { fieldsOf, textOf } from '../../text/json/fields.ts';
import { type RememberDependencies, withTokenCost } from '../memory/draft-item.ts';
import { forgetHere, originOf, type Placing, type Prepared, placeVersions } from './place-versions.ts';

export type SettleDependencies = Pick<RememberDependencies, 'store' | 'clock' | 'tokens'>;

/** The changes here by a team's operations. */
interface Settled {
  readonly taken: number;
  readonly forgotten: number;
  readonly conflicts: number;
  /** Operations on forgotten memories, whose bodies may be emptied at the hub. */
  readonly idle: readonly TeamOperation[];
}

/** Memories in one transaction. */
const batchSize = 100;

/**
 * Brings the pulled operations into force: proves them, merges them by memory, and writes the result into the memories here.
 * Operations wait until then, so a process that ends in between loses none.
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

export function requireTeam(teams: readonly Team[], id: string): Team {
  const team = teams.find((one) => one.id === id);
  if (team !== undefined) return team;
  throw invalidArgument('This home belongs to no such team. `afterwit team status` lists its teams.');
}

function teamOf(reader: MemoryReader, id: string): Team | undefined {
  return reader.teams().find((team) => team.id === id);
}

export function forgetCursor(transaction: MemoryTransaction, id: string): void {
  const { cursor: _, ...team } = requireTeam(transaction.teams(), id);
  transaction.putTeam(team);
}

/** Proves received operations by the members' keys. Returns the changed memories, failures before fixes. */
export function prove(transaction: MemoryTransaction, id: string): readonly string[] {
  const team = teamOf(transaction, id);
  if (team === undefined) return [];
  const authority = authorityOf(transaction, id);
  const received = transaction.teamOperations({ team: id, stage: 'received' });
  for (const [machine, operations] of Map.groupBy(received, (operation) => operation.machine)) {
    const member = authority.members.get(machine);
    if (member === undefined) continue;
    const forged = operations.filter((operation) => !isSigned(operation, member.publicKey));
    for (const operation of forged) transaction.removeTeamOperation(id, operation);
    // What the machine itself tells in their place is behind the cursor: the next sync reads the log from its beginning.
    if (forged.length > 0) forgetCursor(transaction, id);
    transaction.moveTeamOperations({ team: id, machine, stage: 'received' }, 'proved');
  }
  if (team.authority !== authority.digest) {
    transaction.moveTeamOperations({ team: id, stage: 'applied' }, 'proved');
    transaction.putTeam({ ...(teamOf(transaction, id) ?? team), authority: authority.digest });
  }
  const proved = transaction.teamOperations({ team: id, stage: 'proved' });
  return [...new Set(proved.flatMap(({ item }) => item ?? []))];
}

async function prepare(
  batch: readonly string[],
  id: string,
  { store, clock, tokens }: SettleDependencies,
): Promise<Prepared> {
  const versions = store.read((reader) => {
    const team = teamOf(reader, id);
    const authority = authorityOf(reader, id);
    return batch.flatMap((item) => {
      const { merged, scope } = mergedOf(reader, team, item, authority);
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

/** A colleague's words as a memory of ours that no person here vouches for, as one from a file. */
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
    // Written by a later version or by hand: it stays in the log, for a reader that can read it.
    if (isAfterwitError(fault)) return undefined;
    throw fault;
  }
}

function mergedOf(reader: MemoryReader, team: Team | undefined, item: string, authority: Authority) {
  const id = team?.id ?? '';
  const operations = (['proved', 'applied'] as const).flatMap((stage) =>
    reader.teamOperations({ team: id, item, stage }),
  );
  const place = operations.find((operation) => operation.place !== undefined)?.place;
  const repository = team?.repositories.find((one) => one.place === place);
  return {
    operations,
    merged: mergeItem(operations, authority),
    scope: repository === undefined ? undefined : scopeOf('repo', repository.id),
  };
}

const nothing: Settled = { taken: 0, forgotten: 0, conflicts: 0, idle: [] };

function settleItem(
  transaction: MemoryTransaction,
  item: string,
  { team, authority, prepared, believed }: Pick<Placing, 'team' | 'authority' | 'prepared' | 'believed'>,
): Settled {
  const { id } = team;
  const { merged, scope, operations } = mergedOf(transaction, team, item, authority);
  transaction.moveTeamOperations({ team: id, item, stage: 'proved' }, 'applied');
  if (scope === undefined) return nothing;
  const own = operations.filter(({ machine }) => machine === team.machine);
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
  const idle = merged.forgotten;
  for (const operation of idle) transaction.emptyTeamOperation(id, operation);
  // Operations on a memory that only this person forgot stay in the team's log.
  if (merged.status === 'forgotten' || own.some(({ kind }) => kind === 'forget'))
    return { ...nothing, forgotten: forgetHere(place) ? 1 : 0, idle };
  return { ...nothing, idle, ...placeVersions(place) };
}

/** Findings of a hub by signer; a hub checks nothing, so those that no member signed are left out and counted. */
export function proveFindings(
  store: MemoryStore,
  { id }: Team,
  { hits, facets, matched, isCut }: TeamFindings,
): TeamSearchAnswer {
  return store.read((reader) => {
    const authority = authorityOf(reader, id);
    const proved = hits.flatMap(({ operation, confirmations }) => {
      const member = authority.members.get(operation.machine);
      const words = fieldsOf(operation.body?.item);
      const { item, place = '', machine, hlc } = operation;
      if (member === undefined || item === undefined || !authority.isEffective(operation)) return [];
      if (operation.team !== id || !isSigned(operation, member.publicKey)) return [];
      const told = (name: string) => textOf(words[name]) ?? '';
      return {
        ...{
          item,
          title: told('title'),
          content: told('content'),
          type: told('type').toLowerCase(),
          place,
          machine,
        },
        ...{ member: member.name, atMs: hlc[0], confirmations },
        isHere: reader.item(item as ItemId) !== undefined,
      };
    });
    const counted = facets.map((one) =>
      one.facet === 'type' ? { ...one, value: one.value.toLowerCase() } : one,
    );
    return { hits: proved, unproved: hits.length - proved.length, facets: counted, matched, isCut };
  });
}
