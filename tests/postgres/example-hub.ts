import { createHubTeam } from '../../src/adapters/postgres/administer-hub.ts';
import { postgresTeamHub } from '../../src/adapters/postgres/postgres-team-hub.ts';
import type { TeamHub, TeamSearch } from '../../src/ports/team-hub.ts';
import { exampleTeam } from '../fakes/team-operations.ts';
import type { RunningPostgres } from './start-postgres.ts';

/** Who keeps the hubs of the tests: no superuser, as on a rented server. */
export const keeper = { user: 'keeper', password: 'of/the keeper' } as const;

export type OpenHub = TeamHub & TeamSearch;
export type Operation = Parameters<TeamHub['push']>[0][number];

/** A database with the hub of one team. */
export interface ExampleHub {
  readonly database: string;
  /** The role of the team. */
  readonly member: { readonly user: string; readonly password: string };
  /** Forgets every operation. */
  empty(): Promise<void>;
  open(through?: Pick<RunningPostgres, 'connection'>): OpenHub;
  /** Another team of the same database, and how its role connects. */
  addTeam(team: string): Promise<{ readonly user: string; readonly password: string }>;
}

const database = 'hub';

export async function makeExampleHub(server: RunningPostgres): Promise<ExampleHub> {
  await server.query(`CREATE ROLE ${keeper.user} LOGIN CREATEROLE PASSWORD '${keeper.password}'`);
  await server.query(`CREATE DATABASE ${database} OWNER ${keeper.user}`);
  const addTeam = async (team: string) => {
    const ownerConnection = server.connection({ ...keeper, database });
    const { username: user, password } = new URL(
      await createHubTeam({ ownerConnection, team, name: `team ${team}` }),
    );
    return { user, password };
  };
  const member = await addTeam(exampleTeam);
  return {
    ...{ database, member, addTeam },
    empty: async () => {
      for (const table of ['operation', 'machine'])
        await server.query(`DELETE FROM afterwit.${table}`, [], database);
      await server.query('UPDATE afterwit.team SET position = 0', [], database);
    },
    open: (through = server) =>
      postgresTeamHub({ connection: through.connection({ ...member, database }), team: exampleTeam }),
  };
}

/** A team that the role of the example speaks for. */
export function openTeam(
  through: Pick<RunningPostgres, 'connection'>,
  { database: held, member }: ExampleHub,
  team: string,
): OpenHub {
  return postgresTeamHub({ connection: through.connection({ ...member, database: held }), team });
}
