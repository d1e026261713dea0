import type { FailureReport } from '../../model/failure.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { Speaker } from '../../model/speaker.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { circumstanceLines } from '../../query/told/circumstance-lines.ts';
import { knownCircumstance } from './known-circumstance.ts';
import { learnOne } from './learn-circumstance.ts';

interface FailedRun {
  readonly failure?: FailureReport | undefined;
  readonly repositoryId?: RepositoryId | undefined;
  readonly speaker: Pick<Speaker, 'session'>;
}

/**
 * Counts which of the lines that passing runs print a failing run prints as well: what nearly only failing ones print is no
 * circumstance. Where nothing was learned from passing ones, there is nothing to count, and the output is not read.
 */
export function learnFailing(
  transaction: MemoryTransaction,
  { failure, repositoryId, speaker: { session } }: FailedRun,
  nowMs: number,
): void {
  const place = { repositoryId, command: failure?.command };
  if (failure === undefined || !knownCircumstance(transaction, place)?.sketch.size) return;
  learnOne(
    transaction,
    { ...place, passed: false, lines: circumstanceLines(failure.output), session },
    nowMs,
  );
}
