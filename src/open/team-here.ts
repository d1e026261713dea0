import { join } from 'node:path';
import { openGitTeamHub } from '../adapters/git/open-git-team-hub.ts';
import { readRemoteUrl, removeTeamGit, tellReaders } from '../adapters/git/team-git.ts';
import { readTeamKey } from '../adapters/system/team-key.ts';
import { requirePerson } from '../engine/items/review-request.ts';
import { requireTeam } from '../engine/teams/settle-team.ts';
import { syncTeam } from '../engine/teams/sync-team.ts';
import type { Membership } from '../engine/teams/team-life.ts';
import type { TeamSyncReport } from '../model/answers/team-answers.ts';
import { invalidArgument } from '../model/errors.ts';
import type { Speaker } from '../model/provenance.ts';
import type { Team } from '../model/team.ts';
import type { TeamHub, TeamSearch } from '../ports/team-hub.ts';
import type { RepositoryContext } from './repository-context.ts';

export interface Asked {
  readonly speaker?: Speaker | undefined;
}

export function requirePersonHere(
  { dependencies }: RepositoryContext,
  { speaker = dependencies.speaker }: Asked,
  what: string,
): void {
  requirePerson(speaker, what);
}

export function findTeamHere({ dependencies: { store }, current }: RepositoryContext): Team | undefined {
  const teams = store.read((reader) => reader.teams());
  return teams.find(({ repositories }) => repositories.some(({ id }) => id === current.known.id));
}

export function teamHere(context: RepositoryContext): Team {
  const found = findTeamHere(context);
  if (found !== undefined) return found;
  throw invalidArgument(
    'The repository here belongs to no team. `afterwit team create` founds one; an invitation of its owner joins one.',
  );
}

export function membershipOf(
  { dependencies: { store, home, clock } }: RepositoryContext,
  key = readTeamKey(home),
): Membership {
  if (key !== undefined) return { store, key, nowMs: clock.nowMs() };
  throw invalidArgument(
    'The key of this machine is gone from the home, so it cannot speak in the team any more. Leave it and join anew.',
  );
}

export async function atHub<T>(
  context: RepositoryContext,
  team: Team,
  work: (hub: TeamHub & Partial<TeamSearch>) => Promise<T>,
): Promise<T> {
  const hub = await openHub(context, team);
  try {
    return await work(hub);
  } finally {
    await hub.close();
  }
}

export async function syncNow(context: RepositoryContext, id: string): Promise<TeamSyncReport> {
  const { dependencies } = context;
  const { key } = membershipOf(context);
  const team = dependencies.store.read((reader) => requireTeam(reader.teams(), id));
  return await atHub(context, team, async (hub) => await syncTeam(id, hub, { ...dependencies, key }));
}

const gitHub = /^git(-branch)?:(.+)$/s;

export function isPostgres(hub: string): boolean {
  return /^postgres(?:ql)?:/.test(hub);
}

/** A hub; one in Postgres is `searchable`, too. A password comes from PGPASSWORD or PGPASSFILE, as for psql. */
async function openHub(
  { dependencies: { home, settings } }: RepositoryContext,
  { id, hub }: Team,
): Promise<TeamHub & Partial<TeamSearch>> {
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
  return postgresTeamHub({ connection: hub, team: id });
}

/** The owner's connection string, where it is not in the remote: passwords of a command are read by other processes. */
const ownerVariable = 'AFTERWIT_TEAM_OWNER';

/** The owner's connection string that the environment holds. */
export function ownerConnection(): string | undefined {
  return process.env[ownerVariable];
}

/** Makes the team's role, or gives it a new password. Returns its connection string. */
export async function putRole(address: string, team: string, name: string): Promise<string> {
  const { createHubTeam } = await import('../adapters/postgres/administer-hub.ts');
  return await createHubTeam({ ownerConnection: ownerConnection() ?? address, address, team, name });
}

function mirrorOf(home: string, id: string): string {
  return join(home, 'teams', `${id}.git`);
}

/** The mirror holds the words of colleagues, too. */
export function removeMirror({ dependencies: { home } }: RepositoryContext, id: string): void {
  removeTeamGit(mirrorOf(home, id));
}

export async function originOf({ dependencies: { git } }: RepositoryContext): Promise<string> {
  const url = readRemoteUrl(git.location.commonDirectory);
  if (url !== undefined) return url;
  throw invalidArgument(
    'The repository here has no remote "origin". Name where the team leaves its operations: --remote URL.',
  );
}

/** @throws INVALID_ARGUMENT where the remote is public, or that cannot be told, and yes was not typed */
export async function requireConsent(
  { dependencies: { home, settings } }: RepositoryContext,
  hub: string,
  publicly: string | undefined,
): Promise<void> {
  const [, , url] = gitHub.exec(hub) ?? [];
  if (url === undefined || publicly === 'yes') return;
  const readers = await tellReaders(settings.git.executable, join(home, 'teams'), url);
  if (readers === 'known') return;
  throw invalidArgument(
    `${readers === 'anybody' ? 'Everyone can read' : 'It cannot be told who can read'} ${url.replace(/\/\/[^/@]*@/, '//')}, and so what this team remembers. To leave it there all the same, type --public yes; else name another place: --remote URL.`,
    { readers },
  );
}
