import { readFileSync } from 'node:fs';
import pg from 'pg';
import { AfterwitError, invalidArgument } from '../../model/errors.ts';
import { hubMigrations } from './hub-schema.ts';

/** Why a hub did not answer as it should, by `data.reason`. */
const wordings = {
  unreachable: 'cannot be reached. Check that it runs, and its host and port; what waits is sent next time.',
  untrusted:
    'has no certificate that this machine trusts. Give its authority by sslrootcert=FILE in the connection string.',
  not_admitted:
    'lets this machine in by no rule. It may ask for encryption (PGSSLMODE), or for a certificate of its authority (PGSSLCERT and PGSSLKEY): ask who keeps it.',
  password:
    'refused the role or its password, or was given none. Ask who keeps the team for the present one, and put it into PGPASSWORD or ~/.pgpass.',
  permission:
    'does not let this role do that. Use the role that was made for the team, or for making teams the owner.',
  no_team: 'does not know this team, or not for this role. Ask who keeps the team for its connection string.',
  no_schema: 'holds no hub yet. Who keeps the database creates the team there first.',
  newer_schema: 'was set up by a newer version of afterwit. Update afterwit on this machine.',
  older_schema: 'was set up by an older version of afterwit. Who keeps the database brings it up to date.',
  old_server: 'is older than Postgres 14. Use a newer server.',
  read_only: 'takes no writes: it is a replica, or set to read only. Use the address of the primary.',
  bypasses_rules:
    'gave a role that may read every team. Use the role that was made for this team, and never a superuser.',
  busy: 'did not let this machine write in time, since others are writing. Try again.',
  full: 'has no space left. Its owner must make some; what waits is sent next time.',
  internal: 'refused a statement. This is a fault of afterwit: please report it.',
} as const;

export type HubFaultReason = keyof typeof wordings;

/** Names of its own for the server, never the whole connection string: that holds a password. */
export function hubError(reason: HubFaultReason, where: string, sqlState?: string): AfterwitError {
  return new AfterwitError(
    reason === 'full' ? 'DISK_FULL' : reason === 'internal' ? 'INTERNAL' : 'TEAM_UNREACHABLE',
    `The team's Postgres ${where} ${wordings[reason]}`,
    { data: { reason, hub: where, ...(sqlState === undefined ? {} : { sqlState }) } },
  );
}

/** By SQLSTATE, whole or its class of two characters. */
const reasonOfState: Readonly<Record<string, HubFaultReason>> = {
  '08': 'unreachable',
  '25006': 'read_only',
  '28': 'password',
  '28000': 'not_admitted',
  '3D000': 'unreachable',
  '3F000': 'no_schema',
  '42501': 'permission',
  '42P01': 'no_schema',
  '40': 'busy',
  '53': 'busy',
  '53100': 'full',
  '55P03': 'busy',
  '57': 'unreachable',
  '57014': 'busy',
};

/** Codes by which Node tells why a connection or its encryption failed. */
const untrusted = /CERT|SELF_SIGNED|UNABLE_TO|TLS|SSL/;

/**
 * A fault of the driver or the server in our words. Keeps only its code: a message of the server may repeat values, and
 * one of the driver the connection.
 */
export function hubFault(fault: unknown, where: string): unknown {
  if (fault instanceof AfterwitError || !(fault instanceof Error)) return fault;
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : '';
  if (/^[0-9A-Z]{5}$/.test(code) && 'severity' in fault)
    return hubError(reasonOfState[code] ?? reasonOfState[code.slice(0, 2)] ?? 'internal', where, code);
  // An alert is the server's word on the certificate of this machine.
  if (/ALERT/.test(code)) return hubError('not_admitted', where);
  if (untrusted.test(code) || fault.message.includes('does not support SSL'))
    return hubError('untrusted', where);
  // The server asked for a password, and there was none.
  if (/client password must be a string/.test(fault.message)) return hubError('password', where);
  // Faults of pg without a code: a connection that ended, timed out, or met an answer that it does not know.
  if (code !== '' || isOfDriver(fault.message)) return hubError('unreachable', where);
  return fault;
}

function isOfDriver(message: string): boolean {
  return /connection|connect|timeout|timed out|not queryable|password|SASL/i.test(message);
}

const connectMs = 10_000;
/** A network that swallows an answer is noticed by it; a push or a pull takes a small part of this. */
const answerMs = 120_000;
const oldestServer = 140_000;

export interface HubAddress {
  /** For messages: host and database, and nothing secret. */
  readonly where: string;
  readonly config: pg.ClientConfig;
}

/**
 * `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with psql's `host=` (folder of a socket), `sslmode`, `sslrootcert`,
 * `sslcert` and `sslkey`, or PGSSLMODE, PGSSLROOTCERT, PGSSLCERT and PGSSLKEY. A missing password comes from PGPASSWORD or
 * the file PGPASSFILE. Without `sslmode`, a server on another machine must show a trusted certificate.
 * @throws INVALID_ARGUMENT
 */
export function readHubAddress(connection: string): HubAddress {
  const url = hubUrl(connection);
  const option = (name: string) =>
    url.searchParams.get(name) ??
    (name.startsWith('ssl') ? process.env[`PG${name.toUpperCase()}`] : undefined);
  const host = option('host') ?? (decoded(url.hostname.replace(/^\[|\]$/g, '')) || 'localhost');
  const port = Number(option('port') ?? (url.port || process.env.PGPORT || 5432));
  const database = decoded(url.pathname.slice(1)) || decoded(url.username);
  if (!Number.isInteger(port)) throw malformed('its port');
  const isHere = host.startsWith('/') || /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  return {
    where: `${host}${host.startsWith('/') ? '' : `:${port}`}/${database}`,
    config: {
      ...{ host, port, database, user: decoded(url.username), password: decoded(url.password) },
      ssl: encryptionOf(option('sslmode') ?? (isHere ? 'disable' : 'verify-full'), option),
      ...{ connectionTimeoutMillis: connectMs, query_timeout: answerMs, application_name: 'afterwit' },
    },
  };
}

/** @throws INVALID_ARGUMENT */
export function hubUrl(connection: string): URL {
  // A socket has no host, which a URL must have.
  const whole = connection.replace(/^(postgres(?:ql)?:\/\/(?:[^/@]*@)?)(?=\/)/, '$1localhost');
  // The fault of a wrong one would hold the text, and so its password.
  if (!URL.canParse(whole) || !/^postgres(ql)?:/.test(whole)) throw malformed('its form');
  return new URL(whole);
}

function encryptionOf(mode: string, option: (name: string) => string | undefined): pg.ClientConfig['ssl'] {
  const files = Object.entries({ sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' }).flatMap(
    ([name, field]) => {
      const file = option(name);
      return file === undefined || file === 'system' ? [] : [[field, readCertificate(file)] as const];
    },
  );
  const given = Object.fromEntries(files);
  if (mode === 'disable') return false;
  if (mode === 'require') return { ...given, rejectUnauthorized: 'ca' in given };
  if (mode === 'verify-ca') return { ...given, checkServerIdentity: () => undefined };
  if (mode === 'verify-full') return given;
  throw malformed('its sslmode: disable, require, verify-ca and verify-full are known');
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw malformed(`the file ${file} cannot be read`);
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw malformed('an escape in it');
  }
}

function malformed(what: string): AfterwitError {
  return invalidArgument(
    `The connection string of the team cannot be read: ${what}. It looks like postgres://ROLE:PASSWORD@HOST:5432/DATABASE.`,
  );
}

/** A statement within a transaction. Always unnamed: a pooler hands the next one to another connection. */
export type Ask = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

export interface HubConnection {
  readonly where: string;
  /**
   * One transaction; those of a connection run in turn. `settings` hold for it alone, since behind a pooler the next
   * transaction in the same session may be another team's.
   */
  transaction<T>(settings: Readonly<Record<string, string>>, work: (ask: Ask) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Connects when it is first asked, and again after a connection broke. @param check asked of each new connection. */
export function connectToHub(
  { where, config }: HubAddress,
  check: (client: pg.Client) => Promise<void>,
): HubConnection {
  let held: pg.Client | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(config);
    const forget = () => {
      if (held === client) held = undefined;
    };
    // Comes when the server ends the connection between two transactions, too.
    client.on('error', forget).on('end', forget);
    try {
      await client.connect();
      await check(client);
    } catch (fault) {
      void client.end().catch(() => undefined);
      throw fault;
    }
    return client;
  }

  async function run<T>(
    settings: Readonly<Record<string, string>>,
    work: (ask: Ask) => Promise<T>,
  ): Promise<T> {
    const client = held ?? (await connect());
    held = client;
    try {
      await client.query(beginning(settings));
      const found = await work(async (text, values) => (await client.query(text, values?.slice())).rows);
      await client.query('COMMIT');
      return found;
    } catch (fault) {
      // The next transaction must not meet this connection, whose state is unknown.
      held = undefined;
      void client.end().catch(() => undefined);
      throw fault;
    }
  }

  return {
    where,
    transaction: async (settings, work) => {
      const mine = last.then(async () => await run(settings, work));
      last = mine.catch(() => undefined);
      try {
        return await mine;
      } catch (fault) {
        throw hubFault(fault, where);
      }
    },
    close: async () => {
      await last;
      await held?.end().catch(() => undefined);
    },
  };
}

/** @throws TEAM_UNREACHABLE of a server that is too old, or a role that row-level security does not hold back. */
export async function checkMemberConnection(client: pg.Client, where: string): Promise<void> {
  const { rows } = await client.query<{ version: number; bypasses: boolean }>(
    `SELECT current_setting('server_version_num')::int AS version, rolsuper OR rolbypassrls AS bypasses
     FROM pg_roles WHERE rolname = session_user`,
  );
  refuseOldServer(rows[0]?.version ?? 0, where);
  if (rows[0]?.bypasses !== false) throw hubError('bypasses_rules', where);
  const schema = await client.query<{ version: number }>(
    'SELECT max(version) AS version FROM afterwit.hub_schema',
  );
  const version = schema.rows[0]?.version ?? 0;
  if (version > hubMigrations.length) throw hubError('newer_schema', where);
  if (version < hubMigrations.length) throw hubError('older_schema', where);
}

export function refuseOldServer(version: number, where: string): void {
  if (version < oldestServer) throw hubError('old_server', where);
}

/** One round trip for the begin and the settings of the transaction. */
function beginning(settings: Readonly<Record<string, string>>): string {
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  );
  return `BEGIN ISOLATION LEVEL READ COMMITTED; SELECT ${set.join(', ')}`;
}
