import { expect, it } from 'vitest';
import { createHubTeam, migrateHub } from '../../src/adapters/postgres/administer-hub.ts';
import { checksumOf, hubMigrations } from '../../src/adapters/postgres/hub-schema.ts';
import { postgresTeamHub } from '../../src/adapters/postgres/postgres-team-hub.ts';
import { exampleTeam } from '../fakes/team-operations.ts';
import { keeper } from './example-hub.ts';
import { describeWithPostgres } from './first-postgres.ts';
import { withClient } from './start-postgres.ts';

describeWithPostgres('the schema of a hub', (held) => {
  async function newDatabase(name: string): Promise<string> {
    await held().server.query(`CREATE DATABASE ${name} OWNER ${keeper.user}`);
    return held().server.connection({ ...keeper, database: name });
  }
  const tablesOf = async (database: string) =>
    await held().server.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'afterwit'::regnamespace ORDER BY 1`,
      [],
      database,
    );

  it('is made once, however many make it at once, and again', async () => {
    const connection = await newDatabase('many');
    await Promise.all(Array.from({ length: 5 }, async () => await migrateHub(connection)));
    const tables = await tablesOf('many');
    expect(tables.length).toBeGreaterThan(20);
    await migrateHub(connection);
    expect(await tablesOf('many')).toEqual(tables);
  });

  it('is brought up to date with the words of its texts', async () => {
    const { server } = held();
    const connection = await newDatabase('older');
    const tenant = 'c'.repeat(32);
    const [first = ''] = hubMigrations;
    await withClient(connection, async (client) => {
      await client.query(
        'CREATE SCHEMA afterwit; CREATE TABLE afterwit.hub_schema (version int, checksum bigint)',
      );
      await client.query(first);
      await client.query('INSERT INTO afterwit.hub_schema VALUES (1, $1)', [checksumOf(first)]);
    });
    await server.query(
      `INSERT INTO afterwit.operation SELECT $1, 1, $1, 1, 0, 0, 'text', 1, '', 'i', null, 'ada', '{}', '\\x00', '\\x00', null,
         to_tsvector('english', $2)`,
      [tenant, "Ada's kettles at c:\\lid"],
      'older',
    );
    await migrateHub(connection);
    const [found] = await server.query(
      `SELECT words @@ afterwit.question($1, 'kettle -pot') AS own, words @@ afterwit.question($1, '"c:\\lid"') AS exact,
         words @@ afterwit.question('d0000000-0000-0000-0000-000000000000', 'kettle') AS other FROM afterwit.operation`,
      [tenant],
      'older',
    );
    expect(found).toEqual({ own: true, exact: true, other: false });
  });

  it('of a newer version, or of another one under the same number, is left alone', async () => {
    const { server } = held();
    const connection = await newDatabase('newer');
    await createHubTeam({ ownerConnection: connection, team: 'c'.repeat(32), name: 'c' });
    for (const change of [
      'INSERT INTO afterwit.hub_schema VALUES (99, 1)',
      'DELETE FROM afterwit.hub_schema WHERE version = 99; UPDATE afterwit.hub_schema SET checksum = 7',
    ]) {
      await server.query(change, [], 'newer');
      await expect(migrateHub(connection)).rejects.toMatchObject({
        code: 'TEAM_UNREACHABLE',
        data: { reason: 'newer_schema' },
      });
    }
  });

  it('keeps a team whose role gets a new password, and the old one ends', async () => {
    const { server, hub } = held();
    const ownerConnection = server.connection({ ...keeper, database: hub.database });
    const [first, second] = [
      await createHubTeam({ ownerConnection, team: 'd'.repeat(32), name: 'd' }),
      await createHubTeam({ ownerConnection, team: 'd'.repeat(32), name: 'renamed' }),
    ];
    const pull = async (connection: string) => {
      const opened = postgresTeamHub({ connection, team: 'd'.repeat(32) });
      try {
        return await opened.pull({ after: undefined, limit: 1 });
      } finally {
        await opened.close();
      }
    };
    expect(await pull(second)).toMatchObject({ operations: [], isAll: true });
    await expect(pull(first)).rejects.toMatchObject({ data: { reason: 'password' } });
    expect(await server.query('SELECT name FROM afterwit.team ORDER BY 1', [], hub.database)).toEqual([
      { name: 'renamed' },
      { name: `team ${exampleTeam}` },
    ]);
  });
});
