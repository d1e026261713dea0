import type { ServerContext } from '@modelcontextprotocol/server';
import type { IndexProgress } from '../model/answers/memory-status.ts';

/** Shortest interval between two reports; faster ones could not be read. */
const everyMs = 250;

const phases: Readonly<Record<IndexProgress['phase'], string>> = {
  listing: 'Looking for new commits',
  mining: 'Reading the history',
  code: 'Reading the code',
  learning: 'Learning from past fixes',
  sessions: 'Reading sessions',
  upkeep: 'Looking through memories',
  finishing: 'Tidying the index up',
};

/**
 * Reports the progress of indexing to the client; undefined when it did not ask for it. The protocol demands growing
 * numbers, but each of our phases counts from 0, so the counts of earlier phases are added.
 */
export function reportProgress({
  mcpReq,
}: Pick<ServerContext, 'mcpReq'>): ((progress: IndexProgress) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last: IndexProgress = { phase: 'listing', done: 0, total: 0 };
  let doneBefore = 0;
  let told = 0;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (progress.phase !== last.phase) doneBefore += last.done;
    last = progress;
    const done = doneBefore + progress.done;
    const now = performance.now();
    if (done <= told || now - toldAtMs < everyMs) return;
    told = done;
    toldAtMs = now;
    const params = {
      progressToken,
      progress: done,
      ...(progress.total === 0 ? {} : { total: doneBefore + progress.total }),
      message: phases[progress.phase],
    };
    // A closed client gets nothing; the connection ends by itself.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
