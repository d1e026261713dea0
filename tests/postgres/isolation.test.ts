import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { exampleTeam, writingMachine } from '../fakes/team-operations.ts';
import { describeWithPostgres } from './first-postgres.ts';
import { bouncerMissing, startBouncer, withClient } from './start-postgres.ts';

const otherTeam = 'b'.repeat(32);

describeWithPostgres('teams of one database', (held) => {
  beforeEach(async () => await held().hub.empty());

  /** As the role of a team, with a setting that anybody may make. */
  async function as<T extends object>(
    role: { readonly user: string; readonly password: string },
    tenant: string | undefined,
    statement: string,
  ): Promise<readonly T[]> {
    const { server, hub } = held();
    return await withClient(server.connection({ ...role, database: hub.database }), async (client) => {
      if (tenant !== undefined)
        await client.query(`SELECT set_config('afterwit.tenant', $1, false)`, [tenant]);
      return (await client.query<T>(statement)).rows;
    });
  }

  async function pushOne(words: string): Promise<void> {
    const ours = held().hub.open();
    const body = { item: { title: words, content: words, type: 'fix' } };
    await ours.push([writingMachine().write({ body })]);
    await ours.close();
  }

  it('are apart whatever a role says it is, and nothing is there for a session that says nothing', async () => {
    const { hub } = held();
    const other = await hub.addTeam(otherTeam);
    await pushOne('kettle');
    for (const [role, tenant, count] of [
      [hub.member, exampleTeam, 1],
      [hub.member, undefined, 0],
      [hub.member, otherTeam, 0],
      [other, exampleTeam, 0],
      [other, otherTeam, 0],
    ] as const) {
      for (const table of ['operation', 'machine', 'team'])
        expect(await as(role, tenant, `SELECT FROM afterwit.${table}`), table).toHaveLength(
          table === 'team' && (role === other) === (tenant === otherTeam) && tenant !== undefined ? 1 : count,
        );
      const [found] = await as<{ matched: number }>(
        ...([role, tenant] as const),
        `SELECT (afterwit.search('kettle', null, null, null, null, 10)->>'matched')::int AS matched`,
      );
      expect(found?.matched).toBe(count);
      expect(await as(role, tenant, 'UPDATE afterwit.operation SET body = NULL RETURNING 1')).toHaveLength(
        count,
      );
    }
  });

  it('can be written by their own role alone, and what was written cannot be rewritten', async () => {
    const { hub } = held();
    const other = await hub.addTeam(otherTeam);
    await pushOne('kettle');
    const row = `SELECT '${exampleTeam}'::uuid, 99, machine, 99, 0, 0, 'text', 1, '', null, null, 'ada', '{}', '\\x00', '\\x00'
      FROM (VALUES (gen_random_uuid())) one (machine)`;
    for (const [role, statement] of [
      [other, `INSERT INTO afterwit.operation ${row}`],
      [other, `INSERT INTO afterwit.team_role VALUES ('${exampleTeam}', session_user)`],
      [hub.member, `UPDATE afterwit.operation SET body = '{"other": 1}'`],
      [hub.member, `UPDATE afterwit.operation SET signature = '\\x00'`],
      [hub.member, 'DELETE FROM afterwit.operation'],
      [hub.member, 'TRUNCATE afterwit.operation'],
      [hub.member, 'SELECT FROM afterwit.operation_0'],
      [hub.member, 'CREATE TABLE afterwit.mine ()'],
      [hub.member, 'SET ROLE afterwit_search'],
    ] as const)
      await expect(as(role, exampleTeam, statement), statement).rejects.toMatchObject({ code: '42501' });
  });

  it('have one exception from the rules for rows, which reads the tenant itself', async () => {
    const { server, hub } = held();
    const ask = async (text: string) => await server.query(text, [], hub.database);
    expect(
      await ask(`SELECT p.proname AS name, r.rolname AS owner, r.rolcanlogin, r.rolsuper, r.rolbypassrls, p.proconfig::text LIKE '%search_path=%' AS is_pinned
        FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
        WHERE pronamespace = 'afterwit'::regnamespace AND prosecdef`),
    ).toEqual([
      {
        ...{ name: 'search', owner: 'afterwit_search', rolcanlogin: false, rolsuper: false },
        ...{ rolbypassrls: false, is_pinned: true },
      },
    ]);
    expect(
      await ask(`SELECT tablename, roles::text, cmd FROM pg_policies WHERE schemaname = 'afterwit'
        AND (qual = 'true' OR with_check = 'true')`),
    ).toEqual([{ tablename: 'operation', roles: '{afterwit_search}', cmd: 'SELECT' }]);
    expect(
      await ask(`SELECT relname AS name, relforcerowsecurity AS forced FROM pg_class
        WHERE relnamespace = 'afterwit'::regnamespace AND relkind IN ('r', 'p') AND relrowsecurity ORDER BY 1`),
    ).toEqual([
      { name: 'machine', forced: true },
      { name: 'operation', forced: true },
      { name: 'team', forced: false },
      { name: 'team_role', forced: false },
    ]);
    // The words of a text carry a mark of their team.
    const keys =
      await ask(`SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
      WHERE c.relnamespace = 'afterwit'::regnamespace AND c.relname <> 'hub_schema' AND a.attname NOT IN ('tenant', 'words')`);
    expect(keys).toEqual([]);
  });

  it('cannot be searched by an index under the rules for rows, which the exception is for', async () => {
    const { server, hub } = held();
    await pushOne('kettle');
    const ours = hub.open();
    const machine = writingMachine();
    await ours.push(Array.from({ length: 1_500 }, () => machine.write()));
    await ours.close();
    await server.query('ANALYZE afterwit.operation', [], hub.database);
    const plan = async (role: string) =>
      await withClient(server.connection({ database: hub.database }), async (client) => {
        await client.query(`SET enable_seqscan = off; SET ROLE ${role}`);
        await client.query(`SELECT set_config('afterwit.tenant', $1, false)`, [exampleTeam]);
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `EXPLAIN SELECT seq FROM afterwit.operation WHERE tenant = '${exampleTeam}'
           AND words @@ 'kettle'::tsquery AND words IS NOT NULL`,
        );
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    expect(await plan('afterwit_member')).not.toMatch(/Index Cond: .*words @@/);
    expect(await plan('afterwit_search')).toMatch(/Index Cond: .*words @@/);
  });

  it('cannot be written by COPY', async () => {
    await expect(
      as(held().hub.member, exampleTeam, 'COPY afterwit.operation FROM STDIN'),
    ).rejects.toMatchObject({ code: '0A000' });
  });

  it.skipIf(bouncerMissing !== undefined)(
    `leave nothing in a session of a pooler that another could meet${bouncerMissing === undefined ? '' : ` (skipped: ${bouncerMissing})`}`,
    async () => {
      const { server, hub } = held();
      const bouncer = await startBouncer(server, [hub.member], 1);
      onTestFinished(async () => await bouncer.stop());
      const client = async <T extends object>(text: string, name?: string) =>
        await withClient(
          bouncer.connection({ ...hub.member, database: hub.database }),
          async (one) => (await one.query<T>({ text, ...(name === undefined ? {} : { name }) })).rows,
        );
      const ours = hub.open(bouncer);
      await ours.push([writingMachine().write()]);
      expect((await ours.pull({ after: undefined, limit: 5 })).operations).toHaveLength(1);
      expect(await ours.search({ text: 'number', limit: 5 })).toMatchObject({ matched: 1 });
      await ours.close();
      expect(await client('SELECT FROM afterwit.operation')).toEqual([]);
      expect(await client('SELECT FROM pg_prepared_statements')).toEqual([]);

      // Clients of such a pool share a session: a setting of one answers the next, and a name is taken.
      await client(`SELECT set_config('afterwit.tenant', '${exampleTeam}', false)`);
      expect(await client('SELECT FROM afterwit.operation')).toHaveLength(1);
      await client('SELECT 1', 'named');
      const named = (await client('SELECT FROM pg_prepared_statements')).length;
      if (named > 0) await expect(client('SELECT 2', 'named')).rejects.toMatchObject({ code: '42P05' });
    },
  );
});
