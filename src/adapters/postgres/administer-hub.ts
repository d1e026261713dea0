import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import {
  type Ask,
  connectToHub,
  type HubConnection,
  hubError,
  hubUrl,
  readHubAddress,
  refuseOldServer,
} from './hub-connection.ts';
import { checksumOf, hubMigrations } from './hub-schema.ts';

export interface NewHubTeam {
  /** Connection of a role that may create schemas and roles in the database. */
  readonly ownerConnection: string;
  /** Where members reach the database, with or without a password. Default: where the owner does. */
  readonly address?: string | undefined;
  readonly team: string;
  readonly name: string;
}

/**
 * Sets up or updates the schema of the database, and makes the team with a role of its own. The role of an existing team
 * gets a new password. Returns the connection string of the role, which is kept nowhere.
 */
export async function createHubTeam({
  ownerConnection,
  address = ownerConnection,
  team,
  name,
}: NewHubTeam): Promise<string> {
  const url = hubUrl(address);
  const role = `afterwit_${team.slice(0, 16)}`;
  const password = randomBytes(24).toString('base64url');
  await administer(ownerConnection, async (ask, where) => {
    await migrate(ask, where);
    await ask(
      `INSERT INTO afterwit.team (tenant, name) VALUES ($1, $2) ON CONFLICT (tenant) DO UPDATE SET name = excluded.name`,
      [team, name],
    );
    await ask('INSERT INTO afterwit.team_role (tenant, role) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      team,
      role,
    ]);
    const [found] = await ask('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    // The server is given the proof of the password, so that its log cannot hold the password.
    await ask(
      `${found === undefined ? 'CREATE' : 'ALTER'} ROLE ${pg.escapeIdentifier(role)} LOGIN PASSWORD ${pg.escapeLiteral(proofOf(password))}`,
    );
    await ask(`GRANT afterwit_member TO ${pg.escapeIdentifier(role)}`);
  });
  url.username = role;
  url.password = password;
  return url.href;
}

/** Brings the schema up to date; two at once wait for each other. */
export async function migrateHub(ownerConnection: string): Promise<void> {
  await administer(ownerConnection, migrate);
}

async function administer(
  connection: string,
  work: (ask: Ask, where: string) => Promise<void>,
): Promise<void> {
  const address = readHubAddress(connection);
  const hub: HubConnection = connectToHub(address, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      `SELECT current_setting('server_version_num')::int AS version`,
    );
    refuseOldServer(rows[0]?.version ?? 0, address.where);
  });
  try {
    await hub.transaction({ client_min_messages: 'warning' }, async (ask) => await work(ask, address.where));
  } finally {
    await hub.close();
  }
}

/** `afwt` in ASCII. */
const migrationLock = 0x61667774;

async function migrate(ask: Ask, where: string): Promise<void> {
  await ask(`SELECT pg_advisory_xact_lock(${migrationLock})`);
  await ask('CREATE SCHEMA IF NOT EXISTS afterwit');
  await ask(
    'CREATE TABLE IF NOT EXISTS afterwit.hub_schema (version int PRIMARY KEY, checksum bigint NOT NULL)',
  );
  const applied = await ask<{ version: number; checksum: string }>(
    'SELECT version, checksum FROM afterwit.hub_schema ORDER BY version',
  );
  if (applied.some(({ version, checksum }) => Number(checksum) !== expectedChecksum(version)))
    throw hubError('newer_schema', where);
  for (const [at, migration] of hubMigrations.entries()) {
    if (at < applied.length) continue;
    await ask(migration);
    await ask('INSERT INTO afterwit.hub_schema VALUES ($1, $2)', [at + 1, checksumOf(migration)]);
  }
}

function expectedChecksum(version: number): number | undefined {
  const migration = hubMigrations[version - 1];
  return migration === undefined ? undefined : checksumOf(migration);
}

/** Returns the proof of a password that Postgres keeps (RFC 5803). */
function proofOf(password: string): string {
  const iterations = 4_096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}
