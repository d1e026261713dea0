import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openHome } from '../../src/index.ts';
import { startWritingServer, type WritingServer } from '../mcp/writing-server.ts';
import { ada, makeRepository } from './scratch-home.ts';
import type { SecurityPart } from './security-part.ts';

/** Acknowledgements waited for after the blow, and how long. */
const awaitedWrites = 3;
const longestWaitMs = 5_000;

interface Site {
  readonly folder: string;
  readonly home: string;
  readonly repository: string;
}

/** Ways to take a memory, or its repository, away from a server that has it open. */
const blows: Readonly<Record<string, (site: Site) => void | Promise<void>>> = {
  'database deleted': ({ home }) => rmSync(join(home, 'memory.db')),
  'database deleted with its log': ({ home }) => removeFiles(home, (name) => /^memory\.db(?:-|$)/.test(name)),
  'log deleted': ({ home }) => removeFiles(home, (name) => /^memory\.db-/.test(name)),
  'all but the lock deleted': ({ home }) => removeFiles(home, (name) => !name.endsWith('.lock')),
  // The server may be writing into it.
  'home deleted': ({ home }) => rmSync(home, { recursive: true, maxRetries: 20, retryDelay: 5 }),
  'home moved away': ({ home }) => renameSync(home, `${home}-away`),
  purged: async ({ home, repository }) => {
    await using opened = await openHome({ home, repository, speaker: ada });
    await opened.purge();
  },
  'repository swapped': ({ folder, repository }) => {
    renameSync(repository, `${repository}-away`);
    renameSync(makeRepository(folder, 'other', 'Another beginning'), repository);
  },
};

function removeFiles(home: string, isMeant: (name: string) => boolean): void {
  for (const name of readdirSync(home))
    if (name.startsWith('memory.db') && isMeant(name)) rmSync(join(home, name));
}

interface Struck {
  /** Acknowledged of what was sent after the blow. */
  readonly acknowledged: number;
  /** Of these, not found by a process that starts afterwards. */
  readonly vanished: number;
  readonly refused: number;
}

/** A memory or a repository taken away under a running server: what it acknowledges afterwards is found. */
export const vanishedPart: SecurityPart = {
  promise: 'memory or repository taken away under a running server: every acknowledged memory can be read',
  most: 20 * Object.keys(blows).length,
  step: Object.keys(blows).length,
  async run({ folder, command, count, random, signal, progress }) {
    const struck: Struck[] = [];
    const failures: string[] = [];
    const rounds = Array.from({ length: count }).flatMap(() => Object.entries(blows));
    for (const [at, [name, strike]] of rounds.slice(0, count).entries()) {
      if (signal.aborted) break;
      const place = join(folder, `round-${at}`);
      const site = { folder: place, home: join(place, 'home'), repository: makeRepository(place) };
      const one = await strikeServer({ ...site, command, strike, waitMs: random.below(100) });
      if (one.vanished > 0 || one.acknowledged === 0) failures.push(`${name}: ${JSON.stringify(one)}`);
      struck.push(one);
      progress(at + 1, count);
    }
    const sum = (of: (one: Struck) => number) => struck.reduce((all, one) => all + of(one), 0);
    return {
      figures: {
        struck: struck.length,
        struck_acknowledged: sum(({ acknowledged }) => acknowledged),
        struck_vanished: sum(({ vanished }) => vanished),
        struck_refused: sum(({ refused }) => refused),
        struck_mute: struck.filter(({ acknowledged }) => acknowledged === 0).length,
      },
      findings: [
        {
          promise: 'taken away under a server: what it acknowledges afterwards is found',
          cases: struck.length,
          broken: struck.filter(({ vanished }) => vanished > 0).length,
        },
        {
          promise: `taken away under a server: it writes again within ${longestWaitMs / 1000} s`,
          cases: struck.length,
          broken: struck.filter(({ acknowledged }) => acknowledged === 0).length,
        },
      ],
      failures,
    };
  },
};

interface Strike extends Site {
  readonly command: string;
  readonly strike: (site: Site) => void | Promise<void>;
  /** How long the server writes before. */
  readonly waitMs: number;
}

async function strikeServer({ command, strike, waitMs, ...site }: Strike): Promise<Struck> {
  const texts = new Map<number, string>();
  let isStruck = false;
  const server = startWritingServer({
    ...site,
    command,
    textOf(count) {
      // It is asked for at sending, and again at the answer.
      const text = texts.get(count) ?? `Note ${count}, sent ${isStruck ? 'after' : 'before'} the blow.`;
      texts.set(count, text);
      return text;
    },
  });
  try {
    await server.started;
    await sleep(waitMs);
    await strike(site);
    isStruck = true;
    const refusedBefore = server.refusals.length;
    await waitForWrites(server);
    return { ...(await countVanished(server, site)), refused: server.refusals.length - refusedBefore };
  } finally {
    await server.kill();
  }
}

function sentAfter({ acknowledged }: WritingServer): readonly string[] {
  return [...acknowledged.values()].filter((text) => text.includes('after'));
}

async function waitForWrites(server: WritingServer): Promise<void> {
  const untilMs = performance.now() + longestWaitMs;
  while (sentAfter(server).length < awaitedWrites && performance.now() < untilMs) await sleep(20);
}

/** Counts the acknowledged memories that a new process does not find. */
async function countVanished(server: WritingServer, { home, repository }: Site) {
  const texts = sentAfter(server);
  await using opened = await openHome({ home, repository, speaker: ada });
  const { items } = await opened.list({ limit: 1_000_000 });
  const found = new Set<string>(items.map(({ content }) => content));
  return { acknowledged: texts.length, vanished: texts.filter((text) => !found.has(text)).length };
}
