import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrateHub } from '../../src/adapters/postgres/administer-hub.ts';
import { hubFault, readHubAddress, refuseOldServer } from '../../src/adapters/postgres/hub-connection.ts';
import { postgresTeamHub } from '../../src/adapters/postgres/postgres-team-hub.ts';
import { nobody } from '../durability/nobody.ts';
import { isFull } from '../effort.ts';
import { exampleTeam, writingMachine } from '../fakes/team-operations.ts';
import { keeper } from './example-hub.ts';
import { describeWithPostgres, type HubOfTests } from './first-postgres.ts';
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

describe('a fault code of a server', () => {
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

const memberRole = `afterwit_${exampleTeam.slice(0, 16)}`;
// Each of these hubs is a server of its own; by itself, the reading of addresses above stands in for them.
const certificates = isFull ? makeCertificates() : undefined;
afterAll(() => {
  if (certificates !== undefined) rmSync(certificates, { recursive: true, force: true });
});

/** Certificates of two authorities: for 127.0.0.1 and the team's role, and for the role only. Undefined without openssl. */
function makeCertificates(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-certificates-'));
  const make = (name: string, subject: string, ...words: readonly string[]) =>
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${subject}`],
        ...['-keyout', `${name}.key`, '-out', `${name}.pem`, ...words],
      ],
      { cwd: folder, stdio: 'ignore' },
    );
  const by = (authority: string) => ['-CA', `${authority}.pem`, '-CAkey', `${authority}.key`];
  try {
    for (const authority of ['authority', 'other']) make(authority, authority);
    make('server', 'server', ...by('authority'), '-addext', 'subjectAltName=IP:127.0.0.1');
    make('client', memberRole, ...by('authority'));
    make('stranger', memberRole, ...by('other'));
    writeFileSync(
      join(folder, 'rules'),
      'local all all scram-sha-256\nhostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-full\n',
    );
    chmodSync(folder, 0o755);
    if (process.getuid?.() === 0) chownSync(join(folder, 'server.key'), nobody.uid, nobody.gid);
    chmodSync(join(folder, 'server.key'), 0o600);
    return folder;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}

if (certificates !== undefined) {
  const settings = [
    'ssl = on',
    `ssl_cert_file = '${certificates}/server.pem'`,
    `ssl_key_file = '${certificates}/server.key'`,
  ];
  const addressOf = ({ server, hub: { member, database } }: HubOfTests) =>
    `postgres://${member.user}:${member.password}@127.0.0.1:${server.port}/${database}?sslmode=verify-full`;
  const root = `&sslrootcert=${encodeURIComponent(join(certificates, 'authority.pem'))}`;

  describeWithPostgres(
    'an encrypted hub',
    (held) => {
      it('is trusted by its certificate alone', async () => {
        const address = addressOf(held());
        const elsewhere = address.replace('127.0.0.1', 'localhost');
        expect(await failureOf(address)).toBe('untrusted');
        expect(await failureOf(`${address}${root}`)).toBeUndefined();
        expect(await failureOf(`${elsewhere}${root}`)).toBe('untrusted');
        expect(await failureOf(`${elsewhere.replace('full', 'ca')}${root}`)).toBeUndefined();
        expect(await failureOf(address.replace('verify-full', 'require'))).toBeUndefined();
      });
    },
    { loopback: true, settings },
  );

  describeWithPostgres(
    'a hub that asks machines for a certificate',
    (held) => {
      afterEach(() => vi.unstubAllEnvs());

      it('takes that of its authority, and no other', async () => {
        const address = `${addressOf(held())}${root}`;
        const stub = (name: string) => {
          vi.stubEnv('PGSSLCERT', join(certificates, `${name}.pem`));
          vi.stubEnv('PGSSLKEY', join(certificates, `${name}.key`));
        };
        expect(await failureOf(address)).toBe('not_admitted');
        stub('client');
        expect(await failureOf(address)).toBeUndefined();
        stub('stranger');
        expect(await failureOf(address)).toBe('not_admitted');
        stub('none');
        expect(() => readHubAddress(address)).toThrow(/cannot be read: the file .*none\.pem cannot be read/);
      });
    },
    {
      loopback: true,
      settings: [
        ...settings,
        `ssl_ca_file = '${certificates}/authority.pem'`,
        `hba_file = '${certificates}/rules'`,
      ],
    },
  );
}
