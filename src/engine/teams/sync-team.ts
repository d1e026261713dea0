import type { TeamSyncReport } from '../../model/answers/team-answers.ts';
import { AfterwitError, invalidArgument } from '../../model/errors.ts';
import type { Team, TeamOperation } from '../../model/team.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { TeamHub } from '../../ports/team-hub.ts';
import { follow } from '../../teams/hybrid-clock.ts';
import { mergeItem } from '../../teams/merge-item.ts';
import { isSigned, machineOf } from '../../teams/sign-operation.ts';
import {
  authorityOf,
  forgetCursor,
  prove,
  requireTeam,
  type SettleDependencies,
  settleTeam,
} from './settle-team.ts';
import { type MachineKey, tellRest, writeOperation } from './tell-changes.ts';

/** Operations in one push: the more, the fewer commits wait for a disk. */
const pushSize = 2_000;

/** Operations in one pull, which are in memory at once, however long they are. */
const pullSize = 500;

interface SyncDependencies extends SettleDependencies {
  readonly key: MachineKey;
}

/**
 * Pulls the team's operations, brings them into force, and pushes those of this machine. It may end anywhere and start again:
 * only operations that the other side stored count as done.
 * @throws TEAM_UNREACHABLE, INVALID_ARGUMENT where another home writes in this one's name
 */
export async function syncTeam(
  id: string,
  hub: TeamHub,
  dependencies: SyncDependencies,
): Promise<TeamSyncReport> {
  const { store, clock, key } = dependencies;
  const { pulled, setAside } = await pullAll(id, hub, dependencies);
  const settled = await settleTeam(id, dependencies);
  const admitted = await store.transact((transaction) => {
    const team = requireTeam(transaction.teams(), id);
    tellRest(transaction, team, { key, nowMs: clock.nowMs() });
    return admitClaims(transaction, team, { key, nowMs: clock.nowMs() });
  });
  // A member admitted by this machine has told something already.
  const later = admitted > 0 ? await settleTeam(id, dependencies) : undefined;
  const pushed = await pushAll(id, hub, { store, key }, setAside);
  const idle = [...settled.idle, ...(later?.idle ?? [])];
  if (idle.length > 0) await hub.redactBodies(idle);
  return {
    ...{ team: id, pulled, pushed, admitted, setAside },
    taken: settled.taken + (later?.taken ?? 0),
    forgotten: settled.forgotten + (later?.forgotten ?? 0),
    conflicts: settled.conflicts + (later?.conflicts ?? 0),
  };
}

async function pullAll(
  id: string,
  hub: TeamHub,
  { store, clock, key }: SyncDependencies,
): Promise<{ readonly pulled: number; readonly setAside: readonly string[] }> {
  let waiting = store.read((reader) => lengthOf(reader.teamOperations({ team: id, stage: 'received' })));
  const { repositories, ...known } = store.read((reader) => requireTeam(reader.teams(), id));
  let { cursor } = known;
  const places = repositories.map(({ place }) => place);
  for (let count = 0; ; ) {
    const pulled = await hub.pull({ after: cursor, limit: pullSize, places });
    const length = lengthOf(pulled.operations);
    if (waiting + length > mostUnproved) waiting = await makeRoom(id, store, pulled.operations);
    waiting += length;
    if (pulled.operations.length > 0 || pulled.cursor !== cursor)
      count += await store.transact(
        (transaction) => {
          const team = requireTeam(transaction.teams(), id);
          const added = pulled.operations.filter((operation) => receive(transaction, team, operation, key));
          const seen = pulled.operations.reduce(
            (time, { hlc }) => follow(time, hlc, clock.nowMs()),
            team.clock,
          );
          // Where it was taken back meanwhile, the next sync begins there.
          const reached = team.cursor === cursor ? { cursor: pulled.cursor } : {};
          transaction.putTeam({ ...team, ...reached, clock: seen });
          return added.length;
        },
        { isOfTeam: true },
      );
    cursor = pulled.cursor;
    if (pulled.isAll) return { pulled: count, setAside: pulled.setAside ?? [] };
  }
}

/** Most characters that wait in a home for a member's key: no key proves an operation that a hub made up. */
const mostUnproved = 64_000_000;

function lengthOf(operations: readonly TeamOperation[]): number {
  return operations.reduce((length, operation) => length + JSON.stringify(operation).length, 0);
}

/**
 * Proves waiting operations, to make room for the new ones. Returns the characters that still wait.
 * @throws TEAM_UNREACHABLE where that leaves no room: the waiting ones are dropped, and the next sync reads the whole log
 */
async function makeRoom(id: string, store: MemoryStore, come: readonly TeamOperation[]): Promise<number> {
  const [left, machine] = await store.transact(
    (transaction) => {
      prove(transaction, id);
      const unproved = transaction.teamOperations({ team: id, stage: 'received' });
      const length = lengthOf(unproved);
      if (length + lengthOf(come) <= mostUnproved) return [length] as const;
      for (const operation of unproved) transaction.removeTeamOperation(id, operation);
      forgetCursor(transaction, id);
      const those = [...Map.groupBy([...unproved, ...come], (operation) => operation.machine)];
      const [most] = those.toSorted(([, one], [, other]) => lengthOf(other) - lengthOf(one));
      return [length, most?.[0] ?? ''] as const;
    },
    { isOfTeam: true },
  );
  if (machine === undefined) return left;
  throw new AfterwitError(
    'TEAM_UNREACHABLE',
    `The remote sends more than ${mostUnproved / 1e6} MB that no member of the team signed, most of it as the machine ${machine.slice(0, 8)}. It was not kept. Ask who keeps the remote to take it away there, then sync again.`,
    { data: { reason: 'flooded', machine } },
  );
}

/** All that the hub holds of the team, subscribed to or not. */
export async function pullWhole(hub: TeamHub): Promise<readonly TeamOperation[]> {
  const operations: TeamOperation[] = [];
  for (let after: string | undefined; ; ) {
    const pulled = await hub.pull({ after, limit: pullSize });
    operations.push(...pulled.operations);
    if (pulled.isAll) return operations;
    after = pulled.cursor;
  }
}

type Receiving = Parameters<Parameters<MemoryStore['transact']>[0]>[0];

/** Stores an operation; returns whether it is new. A hub signs no emptying, so the body that is here stays. */
function receive(
  transaction: Receiving,
  { id, machine }: Team,
  operation: TeamOperation,
  key: MachineKey,
): boolean {
  if (operation.team !== id) return false;
  if (operation.machine === machine && !isSigned(operation, key.publicKey)) return false;
  return transaction.addTeamOperation(operation, 'received');
}

/** Admits who claims an invitation of this machine, once each. */
function admitClaims(
  transaction: Receiving,
  team: Team,
  telling: { readonly key: MachineKey; readonly nowMs: number },
): number {
  const { claims } = authorityOf(transaction, team.id);
  if (claims.length === 0) return 0;
  const own = transaction.teamOperations({ team: team.id, machine: team.machine, kinds: ['member'] });
  const used = new Set(own.map(({ body }) => fieldIn(body?.admit, 'invite')));
  let admitted = 0;
  for (const { invite, publicKey } of claims) {
    const offer = own.find(({ body }) => fieldIn(body?.invite, 'publicKey') === invite)?.body?.invite;
    const isOver = Number(fieldIn(offer, 'expiresMs') ?? 0) < telling.nowMs;
    if (offer === undefined || isOver || used.has(invite)) continue;
    used.add(invite);
    const [name, role] = [fieldIn(offer, 'name') ?? '', fieldIn(offer, 'role') ?? 'reader'].map(String) as [
      string,
      string,
    ];
    writeOperation(
      transaction,
      team,
      { kind: 'member', body: { admit: { machine: machineOf(publicKey), publicKey, name, role, invite } } },
      telling,
    );
    admitted += 1;
  }
  return admitted;
}

function fieldIn(part: unknown, name: string): unknown {
  return typeof part === 'object' && part !== null
    ? (part as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** Pushes operations that the hub lacks. They are durable: a transaction that waits for the disk comes first. */
async function pushAll(
  id: string,
  hub: TeamHub,
  { store, key }: Pick<SyncDependencies, 'store' | 'key'>,
  setAside: readonly string[],
): Promise<number> {
  await store.transact(
    (transaction) => {
      const team = requireTeam(transaction.teams(), id);
      // Its own log was garbled: it is written anew from the first operation on.
      if (setAside.includes(team.machine)) transaction.putTeam({ ...team, pushed: 0 });
    },
    { isOfTeam: true },
  );
  let count = 0;
  let isAnew = false;
  for (let attempt = 0; ; ) {
    const { team, operations, last } = store.read((reader) => {
      const known = requireTeam(reader.teams(), id);
      const { machine, pushed } = known;
      return {
        team: known,
        last: reader.lastSeq(id, machine),
        operations: reader.teamOperations({
          team: id,
          machine,
          afterSeq: isAnew ? 0 : pushed,
          limit: pushSize,
        }),
      };
    });
    if (team.pushed > last) throw forked(team);
    if (operations.length === 0) return count;
    const answer = await hub.push(operations, { isAnew });
    if (answer.kind === 'forked' && !isAnew && (await holdsForged(hub, team, key))) {
      isAnew = true;
      continue;
    }
    isAnew = false;
    if (answer.kind === 'forked' || (answer.kind === 'gap' && attempt++ > 3)) throw forked(team);
    if (answer.kind === 'stored') count += operations.length;
    const pushed =
      answer.kind === 'stored' ? (operations.at(-1)?.seq ?? team.pushed) : (answer as { held: number }).held;
    await store.transact(
      (transaction) => transaction.putTeam({ ...requireTeam(transaction.teams(), id), pushed }),
      { isOfTeam: true },
    );
  }
}

/** Whether the log of this machine holds what it did not sign: then another wrote there, and its home was not copied. */
async function holdsForged(hub: TeamHub, { machine }: Team, { publicKey }: MachineKey): Promise<boolean> {
  const told = await pullWhole(hub);
  return told.some((operation) => operation.machine === machine && !isSigned(operation, publicKey));
}

function forked({ id }: Team): AfterwitError {
  return invalidArgument(
    'The team has other operations of this machine: its home was copied, and both copies went on. Leave the team here (`afterwit team leave`) and join it anew.',
    { team: id },
  );
}

/**
 * Empties texts that were replaced before a time, at the hub and here. Every operation stays, with its identity and signature,
 * so both logs give the same memories, also after later operations. Only a revocation that reaches behind the replacing text
 * would need the emptied ones. Returns the number emptied.
 */
export async function compactTeam(
  id: string,
  hub: TeamHub,
  { store, beforeMs }: { readonly store: MemoryStore; readonly beforeMs: number },
): Promise<number> {
  const idle = store.read((reader) => {
    const authority = authorityOf(reader, id);
    const texts = reader.teamOperations({ team: id, kinds: ['text'] });
    // A machine cannot say that it wrote earlier than it did before: its times only grow.
    const latest = new Map<string, number>();
    const old = texts
      .toSorted((one, other) => one.seq - other.seq)
      .filter(({ machine, hlc: [atMs] }) => {
        latest.set(machine, Math.max(atMs, latest.get(machine) ?? 0));
        return (latest.get(machine) ?? 0) < beforeMs;
      });
    return [...Map.groupBy(old, ({ item }) => item).values()].flatMap(
      (told) => mergeItem(told, authority).replaced,
    );
  });
  // First: an operation emptied here is looked for no more.
  await hub.redactBodies(idle);
  await store.transact(
    (transaction) => {
      for (const operation of idle) transaction.emptyTeamOperation(id, operation);
    },
    { isOfTeam: true },
  );
  return idle.length;
}
