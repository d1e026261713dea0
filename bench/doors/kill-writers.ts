import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerPlace } from '../mcp/open-server.ts';
import { startWritingServer } from '../mcp/writing-server.ts';
import type { SeededRandom } from './seeded-random.ts';

const longestLifeMs = 400;

type Killing = ServerPlace & { readonly random: SeededRandom };

/** Keeps a server writing memories and kills it wherever it is, again and again. */
export function killWriters({ random, ...place }: Killing): () => Promise<void> {
  let isOver = false;
  let written = 0;
  const textOf = () => `Note ${written++} of a process that will be killed.`;
  const killing = (async () => {
    while (!isOver) {
      const server = startWritingServer({ ...place, textOf });
      await server.started;
      await sleep(random.below(longestLifeMs));
      await server.kill();
    }
  })();
  return () => {
    isOver = true;
    return killing;
  };
}
