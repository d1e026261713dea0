import { readFileSync } from 'node:fs';
import pg from 'pg';
import { AfterwitError } from '../../model/errors.ts';
import { hubError, hubFault } from './hub-fault.ts';
import { hubMigrations } from './hub-schema.ts';

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
  return new AfterwitError(
    'INVALID_ARGUMENT',
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
