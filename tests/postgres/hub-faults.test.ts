import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrateHub } from '../../src/adapters/postgres/administer-hub.ts';
import { readHubAddress, refuseOldServer } from '../../src/adapters/postgres/hub-connection.ts';
import { hubFault } from '../../src/adapters/postgres/hub-fault.ts';
import { postgresTeamHub } from '../../src/adapters/postgres/postgres-team-hub.ts';
import { nobody } from '../durability/nobody.ts';
import { exampleTeam, writingMachine } from '../fakes/team-operations.ts';
import { keeper } from './example-hub.ts';
import { describeWithPostgres } from './first-postgres.ts';
import { owner, withClient } from './start-postgres.ts';

/** Tries a push, and gives how it failed; neither its message nor anything else of it may hold the password. */
async function failureOf(connection: string, team = exampleTeam, lockMs?: number): Promise<unknown> {
  const hub = postgresTeamHub({ connection, team, ...(lockMs === undefined ? {} : { lockMs }) });
  try {
    await hub.push([writingMachine(team).write()]);
    return undefined;
  } catch (fault) {
    const { password } = readHubAddress(connection).config;
    expect(inspect(fault, { depth: 9, showHidden: true })).not.toContain(String(password));
    expect(String(fault)).toMatch(/\. [A-Z].*\.$|report it\.$/);
    return (fault as { readonly data: { readonly reason: string } }).data.reason;
  } finally {
    await hub.close();
  }
}

describeWithPostgres('a hub that does not take a push', (held) => {
  beforeEach(async () => await held().hub.empty());
  const member = () => ({ ...held().hub.member, database: held().hub.database });
  const ask = async (text: string) => await held().server.query(text, [], held().hub.database);

  it('says why, and what to do', async () => {
    const { server } = held();
    const reasons: Record<string, unknown> = {
      works: await failureOf(server.connection(member())),
      'no server': await failureOf('postgres://role:hidden@127.0.0.1:1/hub'),
      'no host': await failureOf('postgres://role:hidden@nowhere.invalid/hub?sslmode=disable'),
      'no database': await failureOf(server.connection({ ...member(), database: 'none' })),
      'wrong password': await failureOf(server.connection({ ...member(), password: 'another-one' })),
      'unknown role': await failureOf(server.connection({ ...member(), user: 'another' })),
      'a superuser': await failureOf(server.connection({ ...owner, database: 'hub' })),
      'no rights': await failureOf(server.connection({ ...keeper, user: 'stranger', database: 'hub' })),
      'a team of others': await failureOf(server.connection(member()), 'f'.repeat(32)),
      'no hub': await failureOf(server.connection({ ...keeper, database: 'postgres' })),
      'no encryption': await failureOf(`${server.connection(member())}&sslmode=require`),
    };
    expect(reasons).toEqual({
      ...{ works: undefined, 'no server': 'unreachable', 'no host': 'unreachable' },
      ...{ 'no database': 'unreachable', 'wrong password': 'password', 'unknown role': 'password' },
      ...{ 'a superuser': 'bypasses_rules', 'no rights': 'permission', 'a team of others': 'no_team' },
      ...{ 'no hub': 'no_schema', 'no encryption': 'untrusted' },
    });
  });

  beforeAll(async () => {
    await held().server.query(`CREATE ROLE stranger LOGIN PASSWORD '${keeper.password}'`);
  });

  it('may be a replica, busy, or of another version', async () => {
    const { server, hub } = held();
    await ask(`ALTER ROLE ${hub.member.user} SET default_transaction_read_only = on`);
    expect(await failureOf(server.connection(member()))).toBe('read_only');
    await ask(`ALTER ROLE ${hub.member.user} RESET default_transaction_read_only`);
    await withClient(server.connection(member()), async (other) => {
      await other.query(`BEGIN; SELECT set_config('afterwit.tenant', '${exampleTeam}', true)`);
      await other.query('UPDATE afterwit.team SET position = position');
      expect(await failureOf(server.connection(member()), exampleTeam, 100)).toBe('busy');
      await other.query('ROLLBACK');
    });
    await ask('INSERT INTO afterwit.hub_schema VALUES (99, 0)');
    expect(await failureOf(server.connection(member()))).toBe('newer_schema');
    await ask('DELETE FROM afterwit.hub_schema WHERE version = 99');
    expect(await failureOf(server.connection(member()))).toBeUndefined();
  });

  it('is not set up by a role that may make no schema', async () => {
    const { server } = held();
    const connection = server.connection({ ...keeper, user: 'stranger' });
    await expect(migrateHub(connection)).rejects.toMatchObject({ data: { reason: 'permission' } });
  });
});

describe('what a server says', () => {
  it.each([
    ['53100', 'DISK_FULL', 'full'],
    ['53300', 'TEAM_UNREACHABLE', 'busy'],
    ['40001', 'TEAM_UNREACHABLE', 'busy'],
    ['57P01', 'TEAM_UNREACHABLE', 'unreachable'],
    ['42601', 'INTERNAL', 'internal'],
  ])('%s is %s', (code, expected, reason) => {
    const fault = Object.assign(new Error('Failing row contains (secret).'), { code, severity: 'ERROR' });
    const told = hubFault(fault, 'host/db');
    expect(told).toMatchObject({ code: expected, data: { reason, sqlState: code } });
    expect(inspect(told, { depth: 9 })).not.toContain('secret');
  });

  it('of its age is read: 14 is the oldest', () => {
    expect(() => refuseOldServer(130_022, 'host/db')).toThrow(/older than Postgres 14/);
    refuseOldServer(140_000, 'host/db');
  });
});

describe('a connection string', () => {
  it.each([
    'not a string',
    'mysql://role:hidden@host/db',
    'postgres://role:hidden@host:port/db',
    'postgres://role:hidden@host/db?sslmode=prefer',
    'postgres://role:hidden@host/db?sslrootcert=/nowhere/hidden.pem'.replace('hidden.pem', 'ca.pem'),
    'postgres://role:hidden%zz@host/db',
  ])('%s is refused without its password', (connection) => {
    let fault: unknown;
    try {
      readHubAddress(connection);
    } catch (thrown) {
      fault = thrown;
    }
    expect(fault).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(inspect(fault, { depth: 9 })).not.toContain('hidden');
  });

  it('asks for a certificate of a server elsewhere', () => {
    const encryption = (text: string) => readHubAddress(`postgres://role:hidden@${text}`).config.ssl;
    expect(encryption('db.example.org/db')).toEqual({});
    expect(encryption('db.example.org/db?sslmode=require')).toEqual({ rejectUnauthorized: false });
    for (const here of ['localhost/db', '127.0.0.1:5433/db', '[::1]/db', '/db?host=/run/postgresql'])
      expect(encryption(here)).toBe(false);
  });
});

const certificates = makeCertificate();
afterAll(() => {
  if (certificates !== undefined) rmSync(certificates, { recursive: true, force: true });
});

/** A key and a certificate for 127.0.0.1; undefined without openssl. */
function makeCertificate(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-certificate-'));
  try {
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=afterwit'],
        ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', 'key.pem', '-out', 'certificate.pem'],
      ],
      { cwd: folder, stdio: 'ignore' },
    );
    chmodSync(folder, 0o755);
    if (process.getuid?.() === 0) chownSync(join(folder, 'key.pem'), nobody.uid, nobody.gid);
    chmodSync(join(folder, 'key.pem'), 0o600);
    return folder;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}

if (certificates !== undefined)
  describeWithPostgres(
    'an encrypted hub',
    (held) => {
      it('is trusted by its certificate alone', async () => {
        const { server, hub } = held();
        const { user, password } = hub.member;
        const place = `postgres://${user}:${password}@127.0.0.1:${server.port}/${hub.database}`;
        const root = `&sslrootcert=${encodeURIComponent(join(certificates, 'certificate.pem'))}`;
        expect(await failureOf(`${place}?sslmode=verify-full`)).toBe('untrusted');
        expect(await failureOf(`${place}?sslmode=verify-full${root}`)).toBeUndefined();
        expect(await failureOf(`${place.replace('127.0.0.1', 'localhost')}?sslmode=verify-full${root}`)).toBe(
          'untrusted',
        );
        expect(
          await failureOf(`${place.replace('127.0.0.1', 'localhost')}?sslmode=verify-ca${root}`),
        ).toBeUndefined();
        expect(await failureOf(`${place}?sslmode=require`)).toBeUndefined();
      });
    },
    {
      loopback: true,
      settings: [
        'ssl = on',
        `ssl_cert_file = '${certificates}/certificate.pem'`,
        `ssl_key_file = '${certificates}/key.pem'`,
      ],
    },
  );
