import { readTeamKey } from '../adapters/system/team-key.ts';
import { requirePerson } from '../engine/items/review-request.ts';
import { requireTeam } from '../engine/teams/settle-team.ts';
import { syncTeam } from '../engine/teams/sync-team.ts';
import type { Membership } from '../engine/teams/team-life.ts';
import type { TeamSyncReport } from '../model/answers/team-answers.ts';
import { AfterwitError } from '../model/errors.ts';
import type { Speaker } from '../model/provenance.ts';
import type { Team } from '../model/team.ts';
import type { TeamHub } from '../ports/team-hub.ts';
import type { TeamSearch } from '../ports/team-search.ts';
import type { RepositoryContext } from './repository-context.ts';
import { openHub } from './team-hubs.ts';

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
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    'The repository here belongs to no team. `afterwit team create` founds one; an invitation of its owner joins one.',
  );
}

export function membershipOf(
  { dependencies: { store, home, clock } }: RepositoryContext,
  key = readTeamKey(home),
): Membership {
  if (key !== undefined) return { store, key, nowMs: clock.nowMs() };
  throw new AfterwitError(
    'INVALID_ARGUMENT',
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
