import { proveFindings } from '../engine/teams/settle-team.ts';
import { compactTeam, pullWhole } from '../engine/teams/sync-team.ts';
import * as life from '../engine/teams/team-life.ts';
import type { TeamCompaction, TeamLogEntry, TeamSearchAnswer } from '../model/answers/team-answers.ts';
import { invalidArgument } from '../model/errors.ts';
import type { RepositoryContext } from './repository-context.ts';
import { type Asked, atHub, requirePersonHere, syncNow, teamHere } from './team-here.ts';

const shownHits = 20;

/** @throws INVALID_ARGUMENT for a team in git: all that it told is here */
export async function searchHere(
  context: RepositoryContext,
  {
    query,
    types,
    members,
    here = false,
    confirmed,
    limit = shownHits,
    ...asked
  }: Asked & {
    readonly query: string;
    readonly types?: readonly string[] | undefined;
    readonly members?: readonly string[] | undefined;
    readonly here?: boolean | undefined;
    readonly confirmed?: boolean | undefined;
    readonly limit?: number | undefined;
  },
): Promise<TeamSearchAnswer> {
  requirePersonHere(context, asked, 'search what a team told');
  const team = teamHere(context);
  return await atHub(context, team, async (hub) => {
    if (hub.search === undefined)
      throw invalidArgument(
        'A team in git is searched here, where all that it told is: `afterwit recall` or `afterwit list --text`.',
      );
    const places = here ? team.repositories.map(({ place }) => place) : undefined;
    const isConfirmed = confirmed === true ? true : undefined;
    // Lines spell types in capitals.
    const spelled = types?.map((type) => type.toUpperCase());
    const question = { text: query, types: spelled, members, places, isConfirmed, limit };
    return proveFindings(context.dependencies.store, team, await hub.search(question));
  });
}

const shownEntries = 50;

export async function logHere(
  context: RepositoryContext,
  {
    limit,
    item,
    whole = false,
    ...asked
  }: Asked & {
    readonly limit?: number | undefined;
    readonly item?: string | undefined;
    readonly whole?: boolean | undefined;
  },
): Promise<readonly TeamLogEntry[]> {
  const { store } = context.dependencies;
  const team = teamHere(context);
  if (whole) requirePersonHere(context, asked, 'take out all that a team told');
  const told = whole
    ? await atHub(context, team, pullWhole)
    : store.read((reader) => reader.teamOperations({ team: team.id, item }));
  const newest = told.toReversed().filter((one) => item === undefined || one.item === item);
  return life.teamLog(store, team.id, newest.slice(0, limit ?? (whole ? undefined : shownEntries)), whole);
}

const dayMs = 86_400_000;
const keptDays = 90;

/** Empties at the hub texts that were replaced long ago. */
export async function compactHere(
  context: RepositoryContext,
  { days = keptDays, ...asked }: Asked & { readonly days?: number | undefined },
): Promise<TeamCompaction> {
  requirePersonHere(context, asked, 'take earlier texts from a team');
  const { store, clock } = context.dependencies;
  const { id } = teamHere(context);
  const team = store.read((reader) => life.requireOwner(reader, id));
  await syncNow(context, id);
  const beforeMs = clock.nowMs() - days * dayMs;
  const emptied = await atHub(context, team, async (hub) => await compactTeam(id, hub, { store, beforeMs }));
  return { team: id, emptied };
}
