import { isAfterwitError, openMemory } from '../../../src/index.ts';
import { person } from '../../person.ts';
import type { RealHistory } from './real-event.ts';

/** Says something of every tree; only what must be indexed for it matters. */
const anyText = 'code';

/**
 * Indexes the history and each asked tree before any fix is recorded: the history in one go, then the blobs of each tree that earlier
 * trees lack. Reuses the index of the home, so that an interrupted run goes on.
 *
 * @returns the commits that the repository has
 */
export async function indexHistory(
  { events }: RealHistory,
  git: string,
  home: string,
): Promise<ReadonlySet<string>> {
  await using memory = await openMemory({
    ...{ repository: git, home, speaker: person },
    clock: { nowMs: () => 0 },
  });
  await memory.index();
  const commits = new Set<string>();
  for (const { asks } of events) {
    if (asks?.asOf === undefined || commits.has(asks.asOf)) continue;
    try {
      await memory.locate(anyText, { asOf: asks.asOf, topK: 1 });
      commits.add(asks.asOf);
    } catch (fault) {
      if (!isAfterwitError(fault) || fault.code !== 'COMMIT_NOT_FOUND') throw fault;
    }
  }
  return commits;
}
