import { makeTeamKey, newKey, newNonce, removeTeamKey } from '../adapters/system/team-key.ts';
import * as life from '../engine/teams/team-life.ts';
import type {
  TeamFounding,
  TeamInvitation,
  TeamLeaving,
  TeamMember,
  TeamRevocation,
  TeamStatus,
  TeamSyncReport,
} from '../model/answers/team-answers.ts';
import { AfterwitError, isAfterwitError } from '../model/errors.ts';
import type { TeamRepository, TeamRole, TeamShare } from '../model/team.ts';
import { teamIdOf } from '../teams/authority.ts';
import type { RepositoryContext } from './repository-context.ts';
import {
  type Asked,
  findTeamHere,
  isPostgres,
  membershipOf,
  originOf,
  ownerConnection,
  putRole,
  removeMirror,
  requireConsent,
  requirePersonHere,
  syncNow,
  teamHere,
} from './team-here.ts';

interface Beginning extends Asked {
  readonly name?: string | undefined;
  readonly captured?: boolean | undefined;
  /** `yes`, typed, if the remote may be public. */
  readonly publicly?: string | undefined;
}

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
): Promise<TeamFounding> {
  requirePersonHere(context, asked, 'found a team');
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
      ? await putRole(remote, id, `team of ${founder.member}`)
      : undefined;
  const hub = connection === undefined ? place : life.withoutPassword(connection);
  await life.foundTeam({ ...founder, hub, nonce, isReviewed: reviewed }, membership);
  return { ...statusOf(context, id), ...passwordOf(connection) };
}

function passwordOf(connection: string | undefined): { readonly password?: string } {
  return connection === undefined ? {} : { password: decodeURIComponent(new URL(connection).password) };
}

/** Joins by an invitation. The machine reads at once, and counts once its inviter has synced. */
export async function joinTeam(
  context: RepositoryContext,
  { code, ...asked }: Beginning & { readonly code: string },
): Promise<TeamStatus> {
  requirePersonHere(context, asked, 'join a team');
  const invitation = life.readInvitation(code);
  await requireConsent(context, invitation.hub, asked.publicly);
  const { home } = context.dependencies;
  const membership = membershipOf(context, makeTeamKey(home));
  const { hub, name } = invitation;
  await life.joinTeam(invitation, { ...(await newMember(context, { ...asked, name })), hub }, membership);
  await syncNow(context, invitation.team);
  life.requireOwnCode(context.dependencies.store, invitation.team);
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
  requirePersonHere(context, asked, 'invite to a team');
  const { id } = teamHere(context);
  const expiresAtMs = context.dependencies.clock.nowMs() + days * dayMs;
  const invited = { name, role, expiresAtMs, invite: newKey() };
  const invitation = await life.inviteMember(id, invited, membershipOf(context));
  await syncNow(context, id);
  return invitation;
}

export async function syncHere(context: RepositoryContext, asked: Asked): Promise<TeamSyncReport> {
  requirePersonHere(context, asked, 'send memories to a team and fetch theirs');
  const report = await syncNow(context, teamHere(context).id);
  life.requireOwnCode(context.dependencies.store, report.team);
  return report;
}

export async function revokeFromTeam(
  context: RepositoryContext,
  { who, from, ...asked }: Asked & { readonly who: string; readonly from?: number | undefined },
): Promise<TeamRevocation> {
  requirePersonHere(context, asked, 'revoke a member');
  const { id, hub, member } = teamHere(context);
  await life.revokeMember(id, { who, from }, membershipOf(context));
  await syncNow(context, id);
  const isRenewed = isPostgres(hub) && ownerConnection() !== undefined;
  const connection = isRenewed ? await putRole(hub, id, `team of ${member}`) : undefined;
  const members = life.membersOf(context.dependencies.store, id);
  return { members, canRead: !isRenewed, ...passwordOf(connection) };
}

/** Leaves: colleagues' memories go, one's own stay; the team keeps its confirmed ones. */
export async function leaveTeam(context: RepositoryContext, asked: Asked): Promise<TeamLeaving> {
  requirePersonHere(context, asked, 'leave a team');
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
  removeMirror(context, id);
  const removed = await life.takeOut(id, store);
  if (store.read((reader) => reader.teams().length) === 0) removeTeamKey(home);
  return { team: id, removed, isTold };
}

export function membersHere(context: RepositoryContext): readonly TeamMember[] {
  return life.membersOf(context.dependencies.store, teamHere(context).id);
}

function statusOf(context: RepositoryContext, id: string): TeamStatus {
  const found = life.teamStatuses(context.dependencies.store).find(({ team }) => team === id);
  if (found === undefined)
    throw new AfterwitError('INTERNAL', 'The team that was just written is not there.');
  return found;
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

/** The place is common to every clone of the repository: its first commit, else its remote. */
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
