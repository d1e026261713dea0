import type { IndexProgress } from '../model/answers/memory-status.ts';
import { AfterwitError } from '../model/errors.ts';
import { countOf, formatCount } from '../wording/format-number.ts';

/** How long interrupted work may take to stop. The index stays consistent even if it is cut off. */
const graceMs = 1_000;

/**
 * The result of `work`, unless the signal comes first.
 * @throws INTERRUPTED
 */
export async function untilInterrupted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  lastProgress: () => IndexProgress | undefined,
): Promise<T> {
  const { promise: graceOver, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    timer = setTimeout(() => reject(interrupted(lastProgress())), graceMs);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, graceOver]);
  } catch (error) {
    throw error instanceof Error && error.name === 'AbortError' ? interrupted(lastProgress()) : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

const plurals: Partial<Record<IndexProgress['phase'], string>> = {
  learning: 'past fixes',
  upkeep: 'memories',
};

function interrupted(progress: IndexProgress | undefined): AfterwitError {
  if (progress === undefined || progress.total === 0) {
    return new AfterwitError('INTERRUPTED', 'Stopped, as you asked. Run the command again to start over.');
  }
  const { phase, done, total } = progress;
  const what = {
    listing: 'commit',
    mining: 'commit',
    code: 'file',
    learning: 'past fix',
    sessions: 'transcript',
    upkeep: 'memory',
    finishing: 'commit',
  }[phase];
  return new AfterwitError(
    'INTERRUPTED',
    `Stopped, as you asked, after ${formatCount(done)} of ${countOf(total, what, plurals[phase])}. What was finished is kept: run the command again to continue.`,
    { data: { done, total } },
  );
}
