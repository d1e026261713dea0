import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openGitTeamHub } from '../../src/adapters/git/open-git-team-hub.ts';
import { postgresTeamHub } from '../../src/adapters/postgres/postgres-team-hub.ts';
import { openMemoryStore } from '../../src/adapters/sqlite/memory/open-memory-store.ts';
import { makeTeamKey, newKey, newNonce } from '../../src/adapters/system/team-key.ts';
import { forgetIn } from '../../src/engine/items/forget-items.ts';
import { authorityOf } from '../../src/engine/teams/settle-team.ts';
import { compactTeam, syncTeam } from '../../src/engine/teams/sync-team.ts';
import * as life from '../../src/engine/teams/team-life.ts';
import { type Told, writeOperation } from '../../src/engine/teams/tell-changes.ts';
import type { ItemId } from '../../src/model/brands.ts';
import type { DecisionId } from '../../src/model/decision.ts';
import { isAfterwitError } from '../../src/model/errors.ts';
import type { MemoryItem } from '../../src/model/memory-item.ts';
import { scopeOf } from '../../src/model/provenance.ts';
import { vouchFor } from '../../src/model/raise-trust.ts';
import type { RepositoryId } from '../../src/model/repository.ts';
import { operationIdOf } from '../../src/model/team.ts';
import { tellingStore } from '../../src/open/telling-store.ts';
import type { TeamHub } from '../../src/ports/team-hub.ts';
import { itemTerms } from '../../src/retrieval/item-terms.ts';
import { mergeItem } from '../../src/teams/merge-item.ts';
import { clean, memoryItem } from '../fakes/memory-item.ts';

/** Where the operations are left: a bare repository, or a connection of the team's role. */
export type Meeting = { readonly url: string } | { readonly connection: string };

/** Input of a process that syncs once. */
export interface SyncOrder {
  readonly home: string;
  readonly team: string;
  readonly meeting: Meeting;
  readonly nowMs: number;
}

export interface Player {
  readonly name: string;
  /** By how much its clock is wrong, in milliseconds. */
  skewMs: number;
  say(content: string): Promise<ItemId>;
  /** Changes, judges or forgets the memory that `drawn` picks of those on this machine; nothing where there is none. */
  act(
    what: 'edit' | 'approve' | 'reject' | 'forget' | 'judge',
    drawn: number,
    content: string,
  ): Promise<void>;
  sync(): Promise<void>;
  /** Takes every text that another took the place of, however lately, from the place where all meet. */
  compact(): Promise<void>;
  /** Tells the team something that no memory here says, in the name of whom it likes. */
  forge(told: Told, principal: string): Promise<void>;
  /** Ids of the texts that it knows of a memory. */
  textsAbout(item: string): readonly string[];
  /** Memories that it has, whatever became of them. */
  items(): readonly MemoryItem[];
  /**
   * Syncs in a process of its own, which is killed after this share of the last sync's time; with `strike`, the hub's process is.
   * Returns the number of killed processes: none where the sync ended first.
   */
  syncAndDie(share: number, strike?: () => number): Promise<number>;
  readonly store: ReturnType<typeof openMemoryStore>;
  readonly home: string;
  readonly key: life.Membership['key'];
}

export interface PlayedTeam {
  readonly id: string;
  readonly players: readonly Player[];
}

const dayMs = 86_400_000;
const beganMs = 1_700_000_000_000;
const repository = (name: string) => ({ id: `repository-${name}` as RepositoryId, place: 'root:abc' });

async function openMeeting({ home, team, meeting }: Omit<SyncOrder, 'nowMs'>): Promise<TeamHub> {
  if ('connection' in meeting) return postgresTeamHub({ connection: meeting.connection, team });
  const directory = join(home, 'teams', `${team}.git`);
  return await openGitTeamHub({ executable: 'git', url: meeting.url, team, directory, layout: 'refs' });
}

export async function syncOnce({ home, team, meeting, nowMs }: SyncOrder): Promise<void> {
  const clock = { nowMs: () => nowMs };
  const store = tellingStore(openMemoryStore({ directory: home, clock, backups: 'none' }), { home, clock });
  const hub = await openMeeting({ home, team, meeting });
  try {
    await syncTeam(team, hub, { store, clock, tokens: { count: async () => 9 }, key: makeTeamKey(home) });
  } finally {
    await hub.close();
    store.close();
  }
}

/** A team of machines with stores of their own that meet in a real hub; the first founded it, the last are writers. */
export async function playTeam(
  folder: string,
  names: readonly string[],
  meet: (team: string) => Promise<Meeting>,
  writers = 1,
): Promise<PlayedTeam> {
  let team = '';
  let meeting: Meeting = { url: '' };
  let elapsedMs = 0;
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const players = names.map((name, at): Player => {
    let tookMs = 500;
    const home = join(folder, `${at}-${name}`);
    mkdirSync(home, { recursive: true });
    const player = { skewMs: 0 };
    const clock = {
      nowMs: () => {
        elapsedMs += 1_000;
        return beganMs + elapsedMs + player.skewMs;
      },
    };
    const key = makeTeamKey(home);
    const own = openMemoryStore({ directory: home, clock, backups: 'none' });
    const store = tellingStore(own, { home, clock });
    const scope = scopeOf('repo', repository(name).id);
    const write = (item: MemoryItem) =>
      store.transact((transaction) => transaction.putItem(item, itemTerms(item)));
    return Object.assign(player, {
      ...{ name, home, key, store },
      async say(content: string) {
        const nowMs = clock.nowMs();
        const words = { title: clean(content), content: clean(content), fingerprint: `${name} ${content}` };
        const id = randomUUID() as ItemId;
        const said = {
          principal: `user:${name}`,
          trust: 'user',
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
        } as const;
        await write(memoryItem({ id, scope, layer: 'semantic', type: 'project_fact', ...words, ...said }));
        return id;
      },
      async act(what: Parameters<Player['act']>[0], drawn: number, content: string) {
        const nowMs = clock.nowMs();
        const there = store.read((reader) => reader.items({ scopes: [scope], statuses: ['active'] }));
        const item = there[Math.floor(drawn * there.length)];
        if (item === undefined) return;
        if (what === 'forget') return await store.transact((transaction) => forgetIn(transaction, [item.id]));
        if (what === 'judge')
          return void (await store.transact((transaction) =>
            transaction.addOutcome({
              ...{ id: randomUUID(), itemId: item.id, kind: 'verified', by: 'tests', atMs: nowMs },
              ...{ principal: `user:${name}`, decisionId: randomUUID() as DecisionId },
            }),
          ));
        if (what === 'approve') return await write(vouchFor(item, nowMs));
        if (what === 'reject') return await write({ ...item, status: 'archived', archivedFor: 'person' });
        const words = { title: clean(content), content: clean(content), fingerprint: `${name} ${content}` };
        await write({ ...vouchFor(item, nowMs), ...words, trust: 'user' });
      },
      async forge(told: Told, principal: string) {
        await store.transact(
          (transaction) => {
            const [known] = transaction.teams();
            if (known === undefined) return;
            const telling = { key, nowMs: clock.nowMs() };
            writeOperation(
              transaction,
              { ...known, member: principal },
              { place: 'root:abc', ...told },
              telling,
            );
          },
          { isOfTeam: true },
        );
      },
      textsAbout: (item: string) =>
        store.read((reader) => reader.teamOperations({ team, item, kinds: ['text'] }).map(operationIdOf)),
      items: () => store.read((reader) => reader.items({ scopes: [scope] })),
      async sync() {
        // A server whose process was killed starts anew, and takes nothing meanwhile.
        for (let attempt = 1; ; attempt++)
          try {
            const startedMs = performance.now();
            await syncOnce({ home, team, meeting, nowMs: clock.nowMs() });
            tookMs = performance.now() - startedMs;
            return;
          } catch (fault) {
            if (!isAfterwitError(fault) || fault.code !== 'TEAM_UNREACHABLE' || attempt > 20) throw fault;
            await sleep(attempt * 50);
          }
      },
      async compact() {
        const hub = await openMeeting({ home, team, meeting });
        try {
          await compactTeam(team, hub, { store, beforeMs: Number.POSITIVE_INFINITY });
        } finally {
          await hub.close();
        }
      },
      async syncAndDie(share: number, strike?: () => number) {
        const order: SyncOrder = { home, team, meeting, nowMs: clock.nowMs() };
        const program = join(import.meta.dirname, 'programs/sync-once.ts');
        const child = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(order)], {
          stdio: ['ignore', 'pipe', 'ignore'],
          env,
        });
        const ended = new Promise<number | null>((settle) => child.once('exit', settle));
        await Promise.race([ended, new Promise((settle) => child.stdout.once('data', settle))]);
        await Promise.race([ended, sleep(share * tookMs)]);
        const isRunning = () => child.exitCode === null && child.signalCode === null;
        let killed = 0;
        // The hub's end is at work for a part of the time only.
        while (killed === 0 && isRunning()) {
          killed = strike === undefined ? Number(child.kill('SIGKILL')) : strike();
          await Promise.race([ended, sleep(1)]);
        }
        await ended;
        return killed;
      },
    });
  });
  const [founder, ...others] = players as [Player, ...Player[]];
  const membership = ({ store, key }: Player): life.Membership => ({ store, key, nowMs: beganMs });
  const joining = ({ name }: Player) =>
    ({ member: name, hub: 'git:x', shares: 'confirmed', repository: repository(name) }) as const;
  team = await life.foundTeam(
    { ...joining(founder), nonce: newNonce(), isReviewed: false },
    membership(founder),
  );
  meeting = await meet(team);
  for (const [at, other] of others.entries()) {
    const role = at >= others.length - writers ? 'writer' : 'reviewer';
    const invited = { name: other.name, role, expiresAtMs: beganMs + 90 * dayMs, invite: newKey() } as const;
    const { code } = await life.inviteMember(team, invited, membership(founder));
    await life.joinTeam(life.readInvitation(code), joining(other), membership(other));
    await other.sync();
  }
  for (const player of [founder, ...others]) await player.sync();
  return { id: team, players };
}

export interface Agreement {
  /** Operations that were told and that a machine lacks, of all machines together. */
  readonly lost: number;
  /** Memories that differ between two machines, lack the team's text, or hold a text that the team forgot. */
  readonly divergent: number;
  readonly operations: number;
  readonly items: number;
}

/** Whether all machines of a team hold the same, once all have synced. */
export function compare({ id, players }: PlayedTeam): Agreement {
  const held = players.map(({ store, name }) =>
    store.read((reader) => {
      const operations = reader.teamOperations({ team: id });
      const machine = reader.teams().find((team) => team.id === id)?.machine ?? '';
      const items = reader.items({ scopes: [scopeOf('repo', repository(name).id)] });
      return { operations, machine, items, authority: authorityOf(reader, id) };
    }),
  );
  const told = new Map(
    held.flatMap(({ operations, machine }) =>
      operations.filter((one) => one.machine === machine).map((one) => [operationIdOf(one), one] as const),
    ),
  );
  let lost = 0;
  for (const { operations } of held) {
    const ids = new Set(operations.map(operationIdOf));
    lost += [...told.keys()].filter((one) => !ids.has(one)).length;
  }
  const about = new Set([...told.values()].flatMap(({ item }) => item ?? []));
  let divergent = 0;
  for (const item of about) {
    const views = held.map(({ operations, machine, items, authority }) => {
      const those = operations.filter((one) => one.item === item);
      const { forgotten: _, replaced: __, ...merged } = mergeItem(those, authority);
      const isForgottenHere = those.some((one) => one.kind === 'forget' && one.machine === machine);
      const contents = new Set(items.map(({ content }) => String(content)));
      const isWhole =
        merged.status === 'forgotten'
          ? items.every((one) => one.id !== item)
          : isForgottenHere || merged.versions.every((version) => contents.has(String(version.item.content)));
      return `${JSON.stringify(merged)} ${isWhole}`;
    });
    if (new Set(views).size > 1 || views[0]?.endsWith('false')) divergent += 1;
  }
  return { lost, divergent, operations: told.size, items: about.size };
}

interface Killing {
  /** Of the syncs. */
  readonly share: number;
  readonly note: (killed: number, end: 'machine' | 'hub') => void;
  /** Kills at the hub's end, half of the times. */
  readonly strike?: () => number;
}

async function killSync(player: Player, { note, strike }: Killing, random: () => number): Promise<void> {
  const atHub = random() < 0.5 ? strike : undefined;
  note(await player.syncAndDie(random(), atHub), atHub === undefined ? 'machine' : 'hub');
}

/** Days and nights of a team: what machines do, apart and together, by one stream of numbers in [0, 1). */
export async function playSteps(
  { players }: PlayedTeam,
  steps: number,
  random: () => number,
  kill?: Killing,
): Promise<void> {
  const acts = ['edit', 'edit', 'approve', 'approve', 'reject', 'forget', 'judge'] as const;
  for (let step = 0; step < steps; step++) {
    const player = players[Math.floor(random() * players.length)] as Player;
    if (random() < 0.1) player.skewMs = Math.round((random() - 0.5) * 2 * 46 * dayMs);
    const drawn = random();
    const content = `What is number ${step} of ${player.name}?`;
    if (drawn < 0.3) await player.say(content);
    else if (drawn < 0.65)
      await player.act(acts[Math.floor(random() * acts.length)] ?? 'edit', random(), content);
    else if (kill !== undefined && random() < kill.share) await killSync(player, kill, random);
    else await player.sync();
  }
  for (const player of players) player.skewMs = 0;
  // Twice round: what the last one told reaches the first.
  for (let round = 0; round < 2; round++) for (const player of players) await player.sync();
}

export function closeTeam({ players }: PlayedTeam): void {
  for (const { store, home } of players) if (existsSync(home)) store.close();
}
