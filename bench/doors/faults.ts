import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { killWriters } from './kill-writers.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Where a fault happens: a home of its own, a copy of a good one. */
export interface FaultSite {
  readonly home: string;
  /** The built command. */
  readonly command: string;
  readonly repository: string;
  readonly random: SeededRandom;
}

/** Something that goes wrong while the hook runs. */
export interface Fault {
  readonly name: string;
  /** Brings it about, once; gives what ends it. */
  readonly begin?: (site: FaultSite) => () => void | Promise<void>;
  /** Brings it about again before each call, for what the hook, or SQLite, may mend. */
  readonly renew?: (site: FaultSite) => void;
  /** The hook's input instead of a known failure. */
  readonly input?: (input: string, random: SeededRandom) => string | Buffer;
  /** Folder that the agent works in, instead of the clone. */
  readonly cwd?: (site: FaultSite) => string;
  /** Root is bound by no permissions, so the hook runs as another user. */
  readonly asNobody?: true;
  readonly launcher?: string;
}

const busyMs = 1_000;
const idleMs = 50;

export const faults: readonly Fault[] = [
  { name: 'none, to compare with' },
  { name: 'locked by a writer', begin: (site) => hold(site, 'memory.db', 'BEGIN EXCLUSIVE') },
  {
    name: 'locked against readers',
    begin: (site) =>
      hold(site, 'memory.db', 'PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; DROP TABLE IF EXISTS x'),
  },
  { name: 'lock file held', begin: (site) => hold(site, 'memory.db.lock', 'BEGIN EXCLUSIVE') },
  { name: 'slow: a writer for a second at a time', begin: holdNowAndThen },
  { name: 'writers killed as they write', begin: killWriters },
  { name: 'database missing', renew: (site) => removeMemory(site) },
  {
    name: 'database missing, backup there',
    renew: ({ home }) => rmSync(join(home, 'memory.db'), { force: true }),
  },
  { name: 'home missing', renew: ({ home }) => rmSync(home, { recursive: true, force: true }) },
  { name: 'home is a file', renew: replaceHome },
  { name: 'database empty', renew: ({ home }) => writeFileSync(join(home, 'memory.db'), '') },
  { name: 'database and backup empty', renew: emptyBoth },
  { name: 'database cut short', renew: cutShort },
  { name: 'bytes of the database changed', renew: changeBytes },
  { name: 'database is noise', renew: (site) => fillWithNoise(site, 'memory.db') },
  { name: 'log is noise', renew: (site) => fillWithNoise(site, 'memory.db-wal') },
  { name: 'database is a folder', renew: (site) => replaceDatabase(site, mkdirSync) },
  { name: 'database is a pipe', renew: (site) => replaceDatabase(site, makePipe) },
  { name: 'settings are broken', renew: ({ home }) => writeFileSync(join(home, 'config.json'), '{"gate":') },
  { name: 'home is read-only', begin: makeReadOnly, asNobody: true },
  { name: 'no room for a byte', launcher: 'ulimit -f 0; exec "$0" "$@"' },
  { name: 'repository gone', cwd: ({ home }) => join(home, 'gone') },
  { name: 'input torn', input: (input, random) => input.slice(0, random.below(input.length)) },
  { name: 'input is noise', input: (_, random) => noise(random.below(20_000), random) },
];

function hold({ home }: FaultSite, name: string, sql: string): () => void {
  const database = new DatabaseSync(join(home, name), { timeout: busyMs });
  database.exec(sql);
  return () => database.close();
}

function holdNowAndThen({ home }: FaultSite): () => Promise<void> {
  const database = new DatabaseSync(join(home, 'memory.db'), { timeout: busyMs });
  let isOver = false;
  const holding = (async () => {
    while (!isOver) {
      database.exec('BEGIN IMMEDIATE');
      await sleep(busyMs);
      database.exec('COMMIT');
      await sleep(idleMs);
    }
    database.close();
  })();
  return () => {
    isOver = true;
    return holding;
  };
}

function removeMemory({ home }: FaultSite): void {
  for (const name of readdirSync(home).filter((entry) => entry.startsWith('memory.db')))
    rmSync(join(home, name), { recursive: true, force: true });
}

function replaceHome({ home }: FaultSite): void {
  rmSync(home, { recursive: true, force: true });
  writeFileSync(home, '');
}

function emptyBoth({ home }: FaultSite): void {
  for (const name of ['memory.db', 'memory.db.backup']) writeFileSync(join(home, name), '');
}

function cutShort({ home, random }: FaultSite): void {
  const path = join(home, 'memory.db');
  const { size } = statSync(path);
  if (size > 0) truncateSync(path, random.below(size));
}

function changeBytes({ home, random }: FaultSite): void {
  const path = join(home, 'memory.db');
  const { size } = statSync(path);
  const file = openSync(path, 'r+');
  for (let change = 0; change < 20; change++) writeSync(file, noise(1, random), 0, 1, random.below(size + 1));
  closeSync(file);
}

function fillWithNoise({ home, random }: FaultSite, name: string): void {
  writeFileSync(join(home, name), noise(65_536, random));
}

function replaceDatabase(site: FaultSite, make: (path: string) => void): void {
  removeMemory(site);
  make(join(site.home, 'memory.db'));
}

function makePipe(path: string): void {
  execFileSync('mkfifo', [path]);
}

function makeReadOnly({ home }: FaultSite): () => void {
  for (const name of readdirSync(home)) chmodSync(join(home, name), 0o444);
  chmodSync(home, 0o555);
  return () => chmodSync(home, 0o755);
}

function noise(length: number, random: SeededRandom): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}
