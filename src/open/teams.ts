import { join } from 'node:path';
import { openGitTeamHub } from '../adapters/git/open-git-team-hub.ts';
import { readRemoteUrl, removeTeamGit, tellReaders } from '../adapters/git/team-git.ts';
import {
  keepConnection,
  makeTeamKey,
  newKey,
  newNonce,
  readTeamKey,
  removeTeamKey,
} from '../adapters/system/team-key.ts';
import { requirePerson } from '../engine/items/review-request.ts';
import { requireTeam, syncTeam } from '../engine/teams/sync-team.ts';
import * as life from '../engine/teams/team-life.ts';
import type {
  TeamInvitation,
  TeamLeaving,
  TeamLogEntry,
  TeamMember,
  TeamStatus,
  TeamSyncReport,
} from '../model/answers/team-answers.ts';
import { AfterwitError, isAfterwitError } from '../model/errors.ts';
import type { Speaker } from '../model/provenance.ts';
import type { Team, TeamRepository, TeamRole, TeamShare } from '../model/team.ts';
import type { TeamHub } from '../ports/team-hub.ts';
import { teamIdOf } from '../teams/authority.ts';
import type { RepositoryContext } from './repository-context.ts';

interface Asked {
  readonly speaker?: Speaker | undefined;
}

interface Beginning extends Asked {
  readonly name?: string | undefined;
  readonly captured?: boolean | undefined;
  /** `yes`, typed: whoever can read the remote may be anybody. */
  readonly publicly?: string | undefined;
}

const gitHub = /^git(-branch)?:(.+)$/s;

/** Founds a team for the repository here. Nothing leaves the machine before the first sync. */
export async function createTeam(
  context: RepositoryContext,
  {
    remote,
    branches = false,
    reviewed = false,
    ...asked
  }: Beginning & {
    readonly remote?: string | undefined;
    readonly branches?: boolean | undefined;
    readonly reviewed?: boolean | undefined;
  },
): Promise<TeamStatus> {
  require(context, asked, 'found a team');
  const { home } = context.dependencies;
  const inPostgres = remote !== undefined && isPostgres(remote);
  const place = inPostgres
    ? life.withoutPassword(remote)
    : `git${branches ? '-branch' : ''}:${remote ?? (await originOf(context))}`;
  await requireConsent(context, place, asked.publicly);
  const membership = membershipOf(context, makeTeamKey(home));
  const nonce = newNonce();
  const founder = await newMember(context, asked);
  const id = teamIdOf({ publicKey: membership.key.publicKey, nonce });
  // A repository that has a team already is refused below.
  const connection =
    inPostgres && findTeamHere(context) === undefined
      ? await createInPostgres(remote, id, founder.member)
      : undefined;
  const hub = connection === undefined ? place : life.withoutPassword(connection);
  await life.foundTeam({ ...founder, hub, nonce, isReviewed: reviewed }, membership);
  keepConnection(home, id, connection);
  return statusOf(context, id);
}

/** The owner's connection string, where it is not in the remote: passwords of a command are read by other processes. */
const ownerVariable = 'AFTERWIT_TEAM_OWNER';

async function createInPostgres(remote: string, team: string, founder: string): Promise<string> {
  const { createHubTeam } = await import('../adapters/postgres/administer-hub.ts');
  const ownerConnection = process.env[ownerVariable] ?? remote;
  return await createHubTeam({ ownerConnection, address: remote, team, name: `team of ${founder}` });
}

function isPostgres(hub: string): boolean {
  return /^postgres(?:ql)?:/.test(hub);
}

/** Joins by an invitation. The machine reads at once, and counts once its inviter has synced. */
export async function joinTeam(
  context: RepositoryContext,
  { code, ...asked }: Beginning & { readonly code: string },
): Promise<TeamStatus> {
  require(context, asked, 'join a team');
  const invitation = life.readInvitation(code);
  await requireConsent(context, invitation.hub, asked.publicly);
  const { home } = context.dependencies;
  const membership = membershipOf(context, makeTeamKey(home));
  const { team, hub: connection, name } = invitation;
  const hub = isPostgres(connection) ? life.withoutPassword(connection) : connection;
  await life.joinTeam(invitation, { ...(await newMember(context, { ...asked, name })), hub }, membership);
  if (isPostgres(connection)) keepConnection(home, team, connection);
  await syncNow(context, invitation.team);
  return statusOf(context, invitation.team);
}

const dayMs = 86_400_000;

export async function inviteToTeam(
  context: RepositoryContext,
  {
    name,
    role = 'writer',
    days = 7,
    ...asked
  }: Asked & {
    readonly name: string;
    readonly role?: TeamRole | undefined;
    readonly days?: number | undefined;
  },
): Promise<TeamInvitation> {
  require(context, asked, 'invite to a team');
  const { id } = teamHere(context);
  const expiresAtMs = context.dependencies.clock.nowMs() + days * dayMs;
  const connection = readTeamKey(context.dependencies.home)?.connections?.[id];
  const invited = { name, role, expiresAtMs, invite: newKey(), connection };
  const invitation = await life.inviteMember(id, invited, membershipOf(context));
  await syncNow(context, id);
  return invitation;
}

export async function syncHere(context: RepositoryContext, asked: Asked): Promise<TeamSyncReport> {
  require(context, asked, 'send memories to a team and fetch theirs');
  return await syncNow(context, teamHere(context).id);
}

export async function revokeFromTeam(
  context: RepositoryContext,
  { who, from, ...asked }: Asked & { readonly who: string; readonly from?: number | undefined },
): Promise<readonly TeamMember[]> {
  require(context, asked, 'revoke a member');
  const { id } = teamHere(context);
  await life.revokeMember(id, { who, from }, membershipOf(context));
  await syncNow(context, id);
  return life.membersOf(context.dependencies.store, id);
}

/** Leaves: colleagues' memories go, one's own stay; the team keeps what it confirmed. */
export async function leaveTeam(context: RepositoryContext, asked: Asked): Promise<TeamLeaving> {
  require(context, asked, 'leave a team');
  const { store, home } = context.dependencies;
  const { id } = teamHere(context);
  await life.tellLeaving(id, membershipOf(context));
  let isTold = true;
  try {
    await syncNow(context, id);
  } catch (fault) {
    // A team that cannot be reached any more can be left all the same.
    if (!isAfterwitError(fault) || fault.code !== 'TEAM_UNREACHABLE') throw fault;
    isTold = false;
  }
  // First, so that a process that ends in between leaves no texts of colleagues behind.
  removeTeamGit(mirrorOf(home, id));
  const removed = await life.takeOut(id, store);
  keepConnection(home, id, undefined);
  if (store.read((reader) => reader.teams().length) === 0) removeTeamKey(home);
  return { team: id, removed, isTold };
}

export function teamStatuses({ dependencies }: RepositoryContext): readonly TeamStatus[] {
  return life.teamStatuses(dependencies.store);
}

export function membersHere(context: RepositoryContext): readonly TeamMember[] {
  return life.membersOf(context.dependencies.store, teamHere(context).id);
}

const shownEntries = 50;

export function logHere(
  context: RepositoryContext,
  { limit = shownEntries, item }: { readonly limit?: number | undefined; readonly item?: string | undefined },
): readonly TeamLogEntry[] {
  return life.teamLog(context.dependencies.store, teamHere(context).id, { limit, item });
}

function require(
  { dependencies }: RepositoryContext,
  { speaker = dependencies.speaker }: Asked,
  what: string,
): void {
  requirePerson(speaker, what);
}

function statusOf(context: RepositoryContext, id: string): TeamStatus {
  const found = teamStatuses(context).find(({ team }) => team === id);
  if (found === undefined)
    throw new AfterwitError('INTERNAL', 'The team that was just written is not there.');
  return found;
}

function findTeamHere({ dependencies: { store }, current }: RepositoryContext): Team | undefined {
  const teams = store.read((reader) => reader.teams());
  return teams.find(({ repositories }) => repositories.some(({ id }) => id === current.known.id));
}

function teamHere(context: RepositoryContext): Team {
  const found = findTeamHere(context);
  if (found !== undefined) return found;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    'The repository here belongs to no team. `afterwit team create` founds one; an invitation of its owner joins one.',
  );
}

function membershipOf(
  { dependencies: { store, home, clock } }: RepositoryContext,
  key = readTeamKey(home),
): life.Membership {
  if (key !== undefined) return { store, key, nowMs: clock.nowMs() };
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    'The key of this machine is gone from the home, so it cannot speak in the team any more. Leave it and join anew.',
  );
}

async function newMember(
  context: RepositoryContext,
  { name, captured = false }: Pick<Beginning, 'name' | 'captured'>,
): Promise<Omit<life.NewMember, 'hub'>> {
  const { userName } = context.dependencies;
  const member = (name ?? userName) || 'founder';
  const shares: TeamShare = captured ? 'captured' : 'confirmed';
  return { member, shares, repository: await repositoryHere(context) };
}

/** The place is what every clone of the repository has: its first commit, else its remote. */
async function repositoryHere({
  dependencies: { git },
  current,
}: RepositoryContext): Promise<TeamRepository> {
  const evidence = (await git.gatherEvidence()).toSorted((one, other) => (one.value < other.value ? -1 : 1));
  const found =
    evidence.find(({ kind }) => kind === 'root') ?? evidence.find(({ kind }) => kind === 'remote');
  if (found === undefined)
    throw new AfterwitError(
      'EMPTY_REPOSITORY',
      'The repository has no commit yet, by which other clones could be told.',
    );
  return { id: current.known.id, place: `${found.kind}:${found.value}` };
}

async function syncNow(context: RepositoryContext, id: string): Promise<TeamSyncReport> {
  const { dependencies } = context;
  const { key } = membershipOf(context);
  const team = dependencies.store.read((reader) => requireTeam(reader.teams(), id));
  const hub = await openHub(context, team);
  try {
    return await syncTeam(id, hub, { ...dependencies, key });
  } finally {
    await hub.close();
  }
}

async function openHub(
  { dependencies: { home, settings } }: RepositoryContext,
  { id, hub }: Team,
): Promise<TeamHub> {
  const [, branch, url] = gitHub.exec(hub) ?? [];
  if (url !== undefined)
    return await openGitTeamHub({
      ...{
        executable: settings.git.executable,
        url,
        team: id,
        layout: branch === undefined ? 'refs' : 'branches',
      },
      directory: mirrorOf(home, id),
    });
  const { postgresTeamHub } = await import('../adapters/postgres/postgres-team-hub.ts');
  const connection = readTeamKey(home)?.connections?.[id] ?? hub;
  return postgresTeamHub({ connection, team: id });
}

/** Where the refs of a git team are mirrored. */
function mirrorOf(home: string, id: string): string {
  return join(home, 'teams', `${id}.git`);
}

async function originOf({ dependencies: { git } }: RepositoryContext): Promise<string> {
  const url = readRemoteUrl(git.location.commonDirectory);
  if (url !== undefined) return url;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    'The repository here has no remote "origin". Name where the team leaves its operations: --remote URL.',
  );
}

/** @throws INVALID_ARGUMENT where anybody may read the remote, or that cannot be told, and nobody typed yes */
async function requireConsent(
  { dependencies: { home, settings } }: RepositoryContext,
  hub: string,
  publicly: string | undefined,
): Promise<void> {
  const [, , url] = gitHub.exec(hub) ?? [];
  if (url === undefined || publicly === 'yes') return;
  const readers = await tellReaders(settings.git.executable, join(home, 'teams'), url);
  if (readers === 'known') return;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    `${readers === 'anybody' ? 'Anybody can read' : 'It cannot be told who can read'} ${url.replace(/\/\/[^/@]*@/, '//')}, and so what this team remembers. To leave it there all the same, type --public yes; else name another place: --remote URL.`,
    { data: { readers } },
  );
}
