import { type JsonValue, readerVersion, type TeamOperation, type TeamRole } from '../model/team.ts';
import { isMemberName } from '../text/json/team-operation-line.ts';
import { digestOf, isSigned, isSignedText, machineOf } from './sign-operation.ts';

/** A machine of the team, and the person who works at it. */
interface Member {
  readonly machine: string;
  readonly publicKey: string;
  /** The principal: two machines of one name are one person. */
  readonly name: string;
  readonly role: TeamRole;
  /** Its operations count below this seq: it left, or was revoked; infinite for all others. */
  readonly until: number;
  /** It left by its own word, or was sent away. */
  readonly isGone: boolean;
}

/** Rules of an owner for all. */
interface TeamRules {
  /** `reviewed`: no recall reaches a writer's proposal until a reviewer or an owner confirms it. */
  readonly proposals: 'open' | 'reviewed';
}

/** A machine that asks to be admitted by an invitation. */
interface Claim {
  readonly machine: string;
  readonly publicKey: string;
  /** Public key of the invitation. */
  readonly invite: string;
}

export interface Authority {
  readonly members: ReadonlyMap<string, Member>;
  readonly rules: TeamRules;
  /** Claims of invitations by proof, of machines that are not members. */
  readonly claims: readonly Claim[];
  /** Whether it counts: by a member, before it was revoked, of a kind that this version may apply. */
  isEffective(operation: TeamOperation): boolean;
  /** Equal for equal memberships. */
  readonly digest: string;
}

type Body = Readonly<Record<string, JsonValue>>;

function textIn(body: Body, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value : '';
}

function partOf(operation: TeamOperation, name: string): Body | undefined {
  const part = operation.body?.[name];
  return typeof part === 'object' && part !== null && !Array.isArray(part) ? (part as Body) : undefined;
}

/** Id of the team that this key founded, by which a joining member knows the founder. */
export function teamIdOf(founder: { readonly publicKey: string; readonly nonce: string }): string {
  return digestOf([founder.publicKey, founder.nonce]).slice(0, 32);
}

/** Returns the text that a machine signs with an invitation's key to claim it. */
export function claimText(team: string, machine: string): string {
  return `afterwit claim ${team} ${machine}`;
}

/** Key by which an operation on membership proves itself, before its machine is a member: the founding, and a claim. */
function ownKeyOf(operation: TeamOperation): string | undefined {
  if (operation.kind !== 'member') return undefined;
  const founding = partOf(operation, 'found');
  const claim = partOf(operation, 'claim');
  const key = textIn(founding ?? claim ?? {}, 'publicKey');
  return key !== '' && machineOf(key) === operation.machine ? key : undefined;
}

/**
 * Reads the members of a team from its operations on membership alone: all who hold the same of them agree, in any
 * order of arrival. Operations that no key proves count for nothing.
 */
export function readAuthority(team: string, told: readonly TeamOperation[]): Authority {
  const operations = told
    .filter((operation) => operation.team === team && operation.minReader <= readerVersion)
    .toSorted((one, other) =>
      one.machine === other.machine ? one.seq - other.seq : one.machine < other.machine ? -1 : 1,
    );
  const founding = operations.find((operation) => isFounding(team, operation));
  const membersUntil = (ends: Ends) =>
    founding === undefined ? new Map<string, Ranked>() : admitAll(operations, founding, ends);
  const members = membersUntil(endsOf(operations, membersUntil(new Map())));
  const counts = (operation: TeamOperation) => {
    const member = members.get(operation.machine);
    return member !== undefined && operation.seq < member.until;
  };
  const rules = rulesOf(
    operations.filter(counts).filter(({ machine }) => members.get(machine)?.role === 'owner'),
  );
  const plain = [...members.values()].map(({ depth: _, ...member }) => member);
  return {
    members: new Map(plain.map((member) => [member.machine, member])),
    rules,
    claims: claimsOf(team, operations).filter(({ machine }) => !members.has(machine)),
    isEffective: (operation) => counts(operation) && operation.minReader <= readerVersion,
    digest: digestOf([rules, plain.map((member) => ({ ...member, until: String(member.until) }))]),
  };
}

interface Ranked extends Member {
  /** Admissions between the founder and this machine. */
  readonly depth: number;
}

function isFounding(team: string, operation: TeamOperation): boolean {
  const found = partOf(operation, 'found');
  if (operation.kind !== 'member' || operation.seq !== 1 || found === undefined) return false;
  const publicKey = textIn(found, 'publicKey');
  return teamIdOf({ publicKey, nonce: textIn(found, 'nonce') }) === team && isSigned(operation, publicKey);
}

/** Where each machine's operations end; machines that are not there go on. */
type Ends = ReadonlyMap<string, number>;

function endOf(ends: Ends, machine: string): number {
  return ends.get(machine) ?? Number.POSITIVE_INFINITY;
}

/** Returns the operations of one kind that a member signed before its end. */
function wordsOf(
  { machine, publicKey }: Pick<Member, 'machine' | 'publicKey'>,
  operations: readonly TeamOperation[],
  { kind, until }: { readonly kind: 'member' | 'revoke'; readonly until: number },
): readonly TeamOperation[] {
  return operations.filter(
    (operation) =>
      operation.machine === machine &&
      operation.kind === kind &&
      operation.seq < until &&
      isSigned(operation, publicKey),
  );
}

/** The founder, whom an owner among them admitted, and so on: nearest to the founder first. */
function admitAll(
  operations: readonly TeamOperation[],
  founding: TeamOperation,
  ends: Ends,
): Map<string, Ranked> {
  const rank = (admitted: Body, role: TeamRole, depth: number): Ranked => {
    const publicKey = textIn(admitted, 'publicKey');
    const machine = machineOf(publicKey);
    const until = endOf(ends, machine);
    const told = textIn(admitted, 'name');
    const name = isMemberName(told) ? told : machine.slice(0, 8);
    return { machine, publicKey, name, role, depth, until, isGone: Number.isFinite(until) };
  };
  const founder = rank(partOf(founding, 'found') ?? {}, 'owner', 0);
  const members = new Map([[founder.machine, founder]]);
  const usedInvites = new Set<string>();
  // A member that it admits stands behind it in the map, and is come to later.
  for (const owner of members.values()) {
    if (owner.role !== 'owner') continue;
    for (const operation of wordsOf(owner, operations, { kind: 'member', until: owner.until })) {
      const admitted = partOf(operation, 'admit');
      const invite = textIn(admitted ?? {}, 'invite');
      if (admitted === undefined || usedInvites.has(invite)) continue;
      const member = rank(admitted, roleIn(admitted), owner.depth + 1);
      if (members.has(member.machine)) continue;
      if (invite !== '') usedInvites.add(invite);
      members.set(member.machine, member);
    }
  }
  return members;
}

function roleIn(admitted: Body): TeamRole {
  const role = textIn(admitted, 'role');
  return role === 'owner' || role === 'reviewer' || role === 'writer' ? role : 'reader';
}

/**
 * The seq from which on a machine's operations no longer count, by its own leaving or an owner's revocation. Owners nearer to the
 * founder are heard first, and an owner whom they revoked revokes no more from there on.
 */
function endsOf(operations: readonly TeamOperation[], members: ReadonlyMap<string, Ranked>): Ends {
  const ends = new Map<string, number>();
  const end = (machine: string, from: number) => ends.set(machine, Math.min(endOf(ends, machine), from));
  for (const member of members.values()) {
    const words = wordsOf(member, operations, { kind: 'member', until: Number.POSITIVE_INFINITY });
    const last = words.find(({ body }) => body?.leave === true);
    if (last !== undefined) end(member.machine, last.seq + 1);
  }
  const owners = [...members.values()].filter(({ role }) => role === 'owner');
  for (const owner of owners.toSorted(nearestFirst)) {
    for (const { body } of wordsOf(owner, operations, {
      kind: 'revoke',
      until: endOf(ends, owner.machine),
    })) {
      const { machine, from } = body ?? {};
      if (typeof machine === 'string' && typeof from === 'number') end(machine, from);
    }
  }
  return ends;
}

function nearestFirst(one: Ranked, other: Ranked): number {
  return one.depth - other.depth || (one.machine < other.machine ? -1 : 1);
}

/** The stricter of two words of owners holds, so that their order tells nothing. */
function rulesOf(operations: readonly TeamOperation[]): TeamRules {
  const told = operations.flatMap((operation) =>
    operation.kind === 'member' ? [partOf(operation, 'rules') ?? {}] : [],
  );
  return { proposals: told.some(({ proposals }) => proposals === 'reviewed') ? 'reviewed' : 'open' };
}

function claimsOf(team: string, operations: readonly TeamOperation[]): readonly Claim[] {
  return operations.flatMap((operation) => {
    const claim = operation.kind === 'member' ? partOf(operation, 'claim') : undefined;
    const publicKey = ownKeyOf(operation);
    if (claim === undefined || publicKey === undefined || !isSigned(operation, publicKey)) return [];
    const { machine } = operation;
    const invite = textIn(claim, 'invite');
    return isSignedText(claimText(team, machine), textIn(claim, 'proof'), invite)
      ? [{ machine, publicKey, invite }]
      : [];
  });
}
