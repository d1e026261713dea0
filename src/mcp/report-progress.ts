import type { ServerContext } from '@modelcontextprotocol/server';
import type { IndexProgress } from '../model/answers/commit-answers.ts';

/** More often nobody can read it. */
const everyMs = 250;

const phases: Readonly<Record<IndexProgress['phase'], string>> = {
  listing: 'Looking for new commits',
  mining: 'Reading the history',
  code: 'Reading the code',
  learning: 'Learning from past fixes',
  finishing: 'Tidying the index up',
};

/**
 * Tells the client how far indexing is; undefined when it did not ask. What is told always grows, as the protocol
 * demands, while the counts of our phases each start at nothing: those before are added up.
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
    // A client that has gone away is told nothing; the connection ends by itself.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
