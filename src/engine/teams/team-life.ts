import type {
  TeamInvitation,
  TeamLogEntry,
  TeamMember,
  TeamStatus,
} from '../../model/answers/team-answers.ts';
import { invalidArgument } from '../../model/errors.ts';
import { scopeOf } from '../../model/provenance.ts';
import type {
  JsonValue,
  Team,
  TeamOperation,
  TeamRepository,
  TeamRole,
  TeamShare,
} from '../../model/team.ts';
import type { MemoryReader, MemoryStore, MemoryTransaction } from '../../ports/memory-store.ts';
import { claimText, teamIdOf } from '../../teams/authority.ts';
import { machineOf, signText } from '../../teams/sign-operation.ts';
import { fieldsOf, textOf } from '../../text/json/fields.ts';
import { isMemberName, isTeamId } from '../../text/json/team-operation-line.ts';
import { forgetIn } from '../items/forget-items.ts';
import { isOfTeam } from './place-versions.ts';
import { authorityOf, requireTeam } from './settle-team.ts';
import { type MachineKey, writeOperation } from './tell-changes.ts';

export interface Membership {
  readonly store: MemoryStore;
  readonly key: MachineKey;
  readonly nowMs: number;
}

export interface NewMember {
  readonly member: string;
  readonly hub: string;
  readonly shares: TeamShare;
  readonly repository: TeamRepository;
}

/** Founds a team: its id is made of the founder's key, so no other member can claim to have founded it. */
export async function foundTeam(
  founding: NewMember & { readonly nonce: string; readonly isReviewed: boolean },
  { store, key, nowMs }: Membership,
): Promise<string> {
  const { nonce, member: name, isReviewed } = founding;
  const { publicKey } = key;
  const id = teamIdOf({ publicKey, nonce });
  const rules = { proposals: isReviewed ? 'reviewed' : 'open' };
  await begin(store, id, founding, key, (transaction, team) => {
    const tell = (body: Readonly<Record<string, JsonValue>>) =>
      writeOperation(transaction, team, { kind: 'member', body }, { key, nowMs });
    tell({ found: { publicKey, nonce, name } });
    if (isReviewed) tell({ rules });
  });
  return id;
}

/** An invitation: the team, its place, and a key that may be used once. */
interface Invitation {
  readonly team: string;
  readonly hub: string;
  readonly name: string;
  readonly key: MachineKey;
}

const codeMark = 'team.';

/** @throws INVALID_ARGUMENT */
export function readInvitation(code: string): Invitation {
  try {
    if (code.startsWith(codeMark)) {
      const told = fieldsOf(JSON.parse(Buffer.from(code.slice(codeMark.length), 'base64url').toString()));
      const { publicKey, privateKey } = fieldsOf(told.key);
      const [team, hub, name] = [textOf(told.team), textOf(told.hub), textOf(told.name)];
      // Folders are named after a team.
      if (isTeamId(team) && hub && isMemberName(name))
        return { team, hub, name, key: { publicKey: String(publicKey), privateKey: String(privateKey) } };
    }
  } catch {
    // Told below.
  }
  throw invalidArgument(
    'This is no code of an invitation. It begins with "team."; an owner gets one by `afterwit team invite NAME`.',
  );
}

/** Asks to be let in: the machine of the invitation's owner does, at its next sync. */
export async function joinTeam(
  { team: id, key: invite }: Invitation,
  joining: NewMember,
  { store, key, nowMs }: Membership,
): Promise<void> {
  const proof = signText(claimText(id, machineOf(key.publicKey)), invite.privateKey);
  const claim = { publicKey: key.publicKey, invite: invite.publicKey, proof };
  await begin(store, id, joining, key, (transaction, team) =>
    writeOperation(transaction, team, { kind: 'member', body: { claim } }, { key, nowMs }),
  );
}

/** @throws INVALID_ARGUMENT where another machine was let in by the code that this one came with */
export function requireOwnCode(store: MemoryStore, id: string): void {
  const isOfOther = store.read((reader) => {
    const { machine } = requireTeam(reader.teams(), id);
    const { members } = authorityOf(reader, id);
    const told = reader.teamOperations({ team: id, kinds: ['member'] });
    const { invite } = fieldsOf(told.find((one) => one.machine === machine)?.body?.claim);
    const isUsed = told.some(({ body }) => fieldsOf(body?.admit).invite === invite);
    return invite !== undefined && isUsed && !members.has(machine);
  });
  if (isOfOther)
    throw invalidArgument(
      'The code that this machine joined by let another machine in already. Leave (`afterwit team leave`), and join by a new code of an owner (`afterwit team invite NAME`).',
    );
}

async function begin(
  store: MemoryStore,
  id: string,
  { member, hub, shares, repository }: NewMember,
  key: MachineKey,
  tell: (transaction: MemoryTransaction, team: Team) => void,
): Promise<void> {
  await store.transact((transaction) => {
    const other = transaction
      .teams()
      .find(({ repositories }) => repositories.some(({ id: one }) => one === repository.id));
    if (other !== undefined)
      throw invalidArgument(
        `This repository belongs to the team ${other.id.slice(0, 8)} already. Leave it first: \`afterwit team leave\`.`,
      );
    requireName(member);
    const team: Team = {
      ...{ id, machine: machineOf(key.publicKey), member, hub, shares, repositories: [repository] },
      ...{ pushed: 0, clock: [0, 0], outcomeSequence: transaction.logEnd().outcomeSequence },
    };
    transaction.putTeam(team);
    tell(transaction, team);
  });
}

/** A name that others' machines do not read would keep all that its machine tells from them. */
function requireName(name: string): void {
  if (!isMemberName(name))
    throw invalidArgument('The name of a member has 1 to 200 characters, and no control characters.');
}

/** Invites one machine of a person, by a code that may be used once. @throws INVALID_ARGUMENT for a speaker who is no owner */
export async function inviteMember(
  id: string,
  {
    name,
    role,
    expiresAtMs,
    invite,
  }: {
    readonly name: string;
    readonly role: TeamRole;
    readonly expiresAtMs: number;
    readonly invite: MachineKey;
  },
  { store, key, nowMs }: Membership,
): Promise<TeamInvitation> {
  const team = await store.transact((transaction) => {
    const known = requireOwner(transaction, id);
    requireName(name);
    const offer = { publicKey: invite.publicKey, name, role, expiresMs: expiresAtMs };
    writeOperation(transaction, known, { kind: 'member', body: { invite: offer } }, { key, nowMs });
    return known;
  });
  const invitation: Invitation = { team: id, hub: withoutFiles(team.hub), name, key: invite };
  const code = codeMark + Buffer.from(JSON.stringify(invitation)).toString('base64url');
  return { team: id, name, role, code, expiresAtMs };
}

/** @throws INVALID_ARGUMENT where this machine is no owner */
export function requireOwner(transaction: MemoryReader, id: string): Team {
  const team = requireTeam(transaction.teams(), id);
  const member = authorityOf(transaction, id).members.get(team.machine);
  if (member?.role === 'owner' && !member.isGone) return team;
  throw invalidArgument('Only an owner of the team may do this. `afterwit team members` names them.');
}

/**
 * Sends machines away: their later operations count for nothing, on every machine alike.
 * @param from the first of their operations that counts for nothing; default: the first that is not here yet
 */
export async function revokeMember(
  id: string,
  { who, from }: { readonly who: string; readonly from: number | undefined },
  { store, key, nowMs }: Membership,
): Promise<void> {
  await store.transact((transaction) => {
    const team = requireOwner(transaction, id);
    const { members } = authorityOf(transaction, id);
    const found = [...members.values()].filter(
      ({ machine, name }) => name === who || (who.length >= 4 && machine.startsWith(who)),
    );
    if (found.length === 0 || found.some(({ machine }) => machine === team.machine))
      throw invalidArgument(
        found.length === 0
          ? `No member has this name, and no machine begins so. \`afterwit team members\` lists them.`
          : 'This would revoke the machine that you are at. `afterwit team leave` ends its membership.',
      );
    for (const { machine } of found)
      writeOperation(
        transaction,
        team,
        { kind: 'revoke', body: { machine, from: from ?? transaction.lastSeq(id, machine) + 1 } },
        { key, nowMs },
      );
  });
}

/**
 * Tells the team that this machine leaves; {@link takeOut} does the rest here.
 * @throws INVALID_ARGUMENT where machines would be left without an owner
 */
export async function tellLeaving(id: string, { store, key, nowMs }: Membership): Promise<void> {
  await store.transact((transaction) => {
    const team = requireTeam(transaction.teams(), id);
    const { members } = authorityOf(transaction, id);
    const others = [...members.values()].filter(({ machine, isGone }) => machine !== team.machine && !isGone);
    const isLastOwner =
      members.get(team.machine)?.role === 'owner' && others.every(({ role }) => role !== 'owner');
    if (isLastOwner && others.length > 0)
      throw invalidArgument(
        'The team would have no owner left, to let machines in or revoke one. Let another owner in first (`afterwit team invite NAME --role owner`), or revoke all others (`afterwit team revoke NAME`), which ends the team.',
      );
    writeOperation(transaction, team, { kind: 'member', body: { leave: true } }, { key, nowMs });
  });
}

/** Takes the team out of the home: its log, and the memories of colleagues that no user here stands behind. */
export async function takeOut(id: string, store: MemoryStore): Promise<number> {
  return await store.transact(
    (transaction) => {
      const team = requireTeam(transaction.teams(), id);
      const scopes = team.repositories.map((repository) => scopeOf('repo', repository.id));
      const theirs = transaction
        .items({ scopes })
        .filter((item) => isOfTeam(item, id) && item.vouchedAtMs === undefined);
      forgetIn(
        transaction,
        theirs.map((item) => item.id),
      );
      transaction.removeTeam(id);
      return theirs.length;
    },
    { isOfTeam: true },
  );
}

export function membersOf(store: MemoryStore, id: string): readonly TeamMember[] {
  return store.read((reader) => {
    const team = requireTeam(reader.teams(), id);
    return [...authorityOf(reader, id).members.values()].map(({ machine, name, role, until, isGone }) => ({
      ...{ machine, name, role, state: isGone ? 'gone' : 'present' },
      ...(isGone ? { until } : {}),
      operations: reader.teamOperations({ team: id, machine }).length,
      isThis: machine === team.machine,
    }));
  });
}

export function teamStatuses(store: MemoryStore): readonly TeamStatus[] {
  return store.read((reader) =>
    reader.teams().map(({ id, machine, member, hub, shares, repositories, pushed }) => {
      const { members, rules } = authorityOf(reader, id);
      const { role, until = Number.POSITIVE_INFINITY } = members.get(machine) ?? {};
      return {
        ...{ team: id, hub: withoutPassword(hub), member, shares, proposals: rules.proposals },
        ...(role === undefined ? {} : { role }),
        ...(Number.isFinite(until) ? { until } : {}),
        repositories: repositories.map(({ place }) => place),
        members: [...members.values()].filter(({ isGone }) => !isGone).length,
        operations: reader.teamOperations({ team: id }).length,
        unpushed: reader.lastSeq(id, machine) - pushed,
        unproved: reader.teamOperations({ team: id, stage: 'received' }).length,
      };
    }),
  );
}

/** Files of certificates are where they are on this machine alone. */
function withoutFiles(hub: string): string {
  return hub.replace(/([?&])ssl(?:rootcert|cert|key)=[^&]*&?/g, '$1').replace(/[?&]$/, '');
}

export function withoutPassword(hub: string): string {
  return hub.replace(/(\/\/[^/:@]*):[^/@]*@/, '$1@');
}

/**
 * Returns the operations that the machines told, in their order.
 * @param whole with each operation as it was signed
 */
export function teamLog(
  store: MemoryStore,
  id: string,
  operations: readonly TeamOperation[],
  whole: boolean,
): readonly TeamLogEntry[] {
  const authority = store.read((reader) => authorityOf(reader, id));
  return operations.map((operation) => ({
    ...{ machine: operation.machine, seq: operation.seq, atMs: operation.hlc[0], kind: operation.kind },
    principal: authority.members.get(operation.machine)?.name ?? '?',
    ...(operation.item === undefined ? {} : { item: operation.item }),
    state: authority.isEffective(operation)
      ? ('effective' as const)
      : authority.members.has(operation.machine)
        ? ('ignored' as const)
        : ('waiting' as const),
    isEmptied: operation.body === null,
    ...(whole ? { operation } : {}),
  }));
}
