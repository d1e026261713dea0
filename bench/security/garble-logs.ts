import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openHome, openMemory } from '../../src/index.ts';
import type { SeededRandom } from '../doors/seeded-random.ts';
import { ada, copyHome, makeRepository } from './scratch-home.ts';
import type { SecurityPart } from './security-part.ts';

const memories = 24;
const log = 'memory.db-wal';
const database = 'memory.db';
const textOf = (number: number) => `Note ${number}: word${number}kept of the log is worth keeping.`;

/** A memory that was copied while it was open, and how long its log was after each write. */
interface LoggedMemory {
  readonly home: string;
  readonly repository: string;
  /** Bytes of the log that hold the first, the first two … of the memories behind the one that the database holds. */
  readonly ends: readonly number[];
}

interface LogDamage {
  readonly kind: 'cut' | 'bit' | 'noise' | 'zeros' | 'appended';
  /** First byte that is not what was written. */
  readonly at: number;
}

const kinds: readonly LogDamage['kind'][] = ['cut', 'bit', 'noise', 'zeros', 'appended'];

/** The log of the database, cut or garbled at any byte: what was written before is there, and nothing else. */
export const logsPart: SecurityPart = {
  promise: 'log truncated or garbled: the exact longest valid prefix, full text included',
  most: 700,
  step: 100,
  async run({ folder, count, random, signal, progress }) {
    const memory = await writeLog(folder);
    const failures: string[] = [];
    let cases = 0;
    for (; cases < count && !signal.aborted; cases++) {
      const damage = ruin(memory, join(folder, 'ruined'), random);
      const expected = writesBefore(memory.ends, damage.at) + 1;
      const found = await readBack(join(folder, 'ruined'), memory.repository, expected);
      if (found !== undefined)
        failures.push(`${damage.kind} at byte ${damage.at}, ${expected} expected: ${found}`);
      if (cases % 20 === 19) progress(cases + 1, count);
    }
    return {
      figures: { wal_cases: cases, wal_prefix_exact: cases - failures.length },
      findings: [{ promise: logsPart.promise, cases, broken: failures.length }],
      failures,
    };
  },
};

/** Transactions that a log holds whole, when it is as it was written up to a byte. */
export function writesBefore(ends: readonly number[], firstWrongByte: number): number {
  return ends.filter((end) => end <= firstWrongByte).length;
}

async function writeLog(folder: string): Promise<LoggedMemory> {
  const repository = makeRepository(folder);
  const living = join(folder, 'living');
  const home = join(folder, 'copied');
  const open = () => openMemory({ repository, home: living, speaker: ada });
  {
    await using memory = await open();
    await memory.remember({ content: textOf(0) });
  }
  // The last process to close has moved the log into the database.
  const before = readFileSync(join(living, database));
  await using memory = await open();
  const ends: number[] = [];
  for (let number = 1; number <= memories; number++) {
    await memory.remember({ content: textOf(number) });
    ends.push(statSync(join(living, log)).size);
  }
  copyHome(living, home, [database, log]);
  if (!before.equals(readFileSync(join(home, database))))
    throw new Error('The log was moved while it was written.');
  return { home, repository, ends };
}

function ruin({ home, ends }: LoggedMemory, to: string, random: SeededRandom): LogDamage {
  copyHome(home, to, [database]);
  const path = join(to, log);
  copyFileSync(join(home, log), path);
  const bytes = readFileSync(path);
  const length = ends.at(-1) ?? 0;
  const kind = random.pick(kinds);
  const at = kind === 'appended' ? length : random.below(length);
  const noise = Buffer.from(Array.from({ length: 64 }, () => random.below(256)));
  switch (kind) {
    case 'cut':
      writeFileSync(path, bytes.subarray(0, at));
      break;
    case 'bit':
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
      writeFileSync(path, bytes);
      break;
    case 'noise': {
      const written = Buffer.from(bytes);
      noise.copy(written, at);
      writeFileSync(path, written);
      return { kind, at: firstDifference(bytes, written) };
    }
    case 'zeros': {
      const written = Buffer.from(bytes).fill(0, at);
      writeFileSync(path, written);
      return { kind, at: firstDifference(bytes, written) };
    }
    case 'appended':
      writeFileSync(path, Buffer.concat([bytes, noise, noise]));
  }
  return { kind, at };
}

function firstDifference(one: Buffer, other: Buffer): number {
  const at = one.findIndex((byte, position) => byte !== other[position]);
  return at < 0 ? one.length : at;
}

/** What is wrong; undefined when exactly the first `expected` memories are there and found by their words. */
async function readBack(home: string, repository: string, expected: number): Promise<string | undefined> {
  try {
    const texts = Array.from({ length: expected }, (_, number) => textOf(number));
    await using opened = await openHome({ home, repository });
    const { items } = await opened.list({ limit: 1_000 });
    const listed = items.map(({ content }) => content as string).toSorted();
    if (listed.join('\n') !== texts.toSorted().join('\n')) return `${listed.length} are listed`;
    await using memory = await openMemory({ repository, home });
    const found = async (number: number) => {
      const { memories: hits } = await memory.recall({ query: `word${number}kept` });
      return hits.some(({ item }) => item.content === textOf(number));
    };
    if (!(await found(expected - 1))) return 'the last one is not found by its word';
    if (expected <= memories && (await found(expected))) return 'one that is not there is found';
    return undefined;
  } catch (fault) {
    return String(fault);
  }
}
