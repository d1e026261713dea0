import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '../doors/seeded-random.ts';
import type { ServerPlace } from '../mcp/open-server.ts';
import { startWritingServer } from '../mcp/writing-server.ts';
import { makeRepository } from '../security/scratch-home.ts';
import { addLosses, examineMemory, type Losses, noLosses } from './examine-memory.ts';

/** Servers that write at the same time. */
export const writers = 8;
const longestLifeMs = 600;
const longestGapMs = 50;
const seed = 9;

export interface KillingRequest {
  readonly command: string;
  readonly folder: string;
  /** Each kills as many servers as there are writers. */
  readonly rounds: number;
  /** Decides who is killed when; the same in every run unless given. */
  readonly random?: SeededRandom;
  /** Rounds that write into the same home. A home is examined whole after each, so it is not to grow for ever. */
  readonly roundsPerHome?: number;
  /** Makes what the first round of a home finds there. */
  readonly prepare?: (home: string) => void;
  /** `all`: no process is killed before it has written once. `one`: the others, or every other round all, may still be starting. */
  readonly awaits?: 'all' | 'one';
  readonly signal?: AbortSignal;
  readonly onRound?: (kills: number) => void;
}

export interface Killed {
  readonly kills: number;
  readonly losses: Losses;
  readonly refusals: readonly string[];
}

/** Keeps servers writing into one memory, kills them wherever they are, and looks for what was acknowledged. */
export async function killAndExamine(request: KillingRequest): Promise<Killed> {
  const { command, folder, rounds, roundsPerHome = 25, prepare, awaits = 'all', signal, onRound } = request;
  const { random = new SeededRandom(seed) } = request;
  const repository = makeRepository(folder);
  const refusals: string[] = [];
  let losses = noLosses;
  let promised = new Map<string, string>();
  let round = 0;
  while (round < rounds && !signal?.aborted) {
    const home = join(folder, `home-${Math.floor(round / roundsPerHome)}`);
    if (round % roundsPerHome === 0) {
      promised = new Map();
      prepare?.(home);
    }
    const written = await writeAndKill({ command, home, repository }, { round, random, awaits });
    promised = new Map([...promised, ...written.acknowledged]);
    refusals.push(...written.refusals);
    round += 1;
    const isLast = round === rounds || round % roundsPerHome === 0 || signal?.aborted === true;
    losses = addLosses(losses, await examineMemory({ command, home, repository, promised, isLast }));
    onRound?.(round * writers);
  }
  return { kills: round * writers, losses, refusals };
}

interface Round {
  readonly round: number;
  readonly random: SeededRandom;
  readonly awaits: 'all' | 'one';
}

async function writeAndKill(place: ServerPlace, { round, random, awaits }: Round) {
  const servers = Array.from({ length: writers }, (_, writer) =>
    startWritingServer({ ...place, textOf: (count) => textOf(round, writer, count) }),
  );
  const started = servers.map((server) => server.started);
  if (awaits === 'all') await Promise.all(started);
  else if (round % 2 === 0) await Promise.race(started);
  await sleep(random.below(longestLifeMs));
  // One after the other, so that those that live on meet what the dead have left.
  for (const server of random.shuffle(servers)) {
    await sleep(random.below(longestGapMs));
    await server.kill();
  }
  return {
    acknowledged: servers.flatMap(({ acknowledged }) => [...acknowledged]),
    refusals: servers.flatMap((server) => server.refusals),
  };
}

function textOf(round: number, writer: number, count: number): string {
  return `Note ${count} of writer ${writer} in round ${round}: word${round}x${writer}x${count} is worth keeping.`;
}
