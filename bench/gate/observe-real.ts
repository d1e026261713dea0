import { join } from 'node:path';
import { SeededRandom } from '../doors/seeded-random.ts';
import { openScratchMemory, type ScratchMemory } from '../issue-memory/scratch-memory.ts';
import { recordAll } from '../lookalikes/ask-real.ts';
import { causeLikeness, causeWords, relationOf } from '../lookalikes/cause-likeness.ts';
import { changeCircumstances } from '../lookalikes/change-circumstance.ts';
import { type MarkedFailure, readMarkedLogs } from '../lookalikes/marked-failures.ts';
import { replaceCauses } from '../lookalikes/replace-cause.ts';
import type { RepositoryHalf } from '../lookalikes/repository-half.ts';
import { type ObservedFailure, observeFailure } from './observe-benchmark.ts';

/** The half that priors may be learned on. */
const developmentHalf: RepositoryHalf = 'even';
const mostLogs = 60;
const seed = 1;

/** A real failure with what was found for it, and whether the best of that is of the same cause. */
export interface RealTrial {
  readonly observation: ObservedFailure;
  readonly repository: string;
  readonly isWrong: boolean;
}

/**
 * Real failures whose cause a person marked, asked about while others are known: recurring and look-alike logs, and the same with
 * another cause or another circumstance. Those in doubt are left out.
 */
export async function observeReal(data: string, folder: string): Promise<readonly RealTrial[]> {
  const logs = readMarkedLogs(data, developmentHalf).slice(0, mostLogs);
  const trials: RealTrial[] = [];
  for (const parity of [0, 1]) {
    await using scratch = await openScratchMemory(join(folder, `real-${parity}`));
    const recorded = await recordAll(scratch.memory, everySecond(logs, parity), 'of_cause');
    for (const asked of everySecond(logs, 1 - parity))
      trials.push(...(await observe(scratch, recorded, { asked, text: asked.text })));
  }
  await using scratch = await openScratchMemory(join(folder, 'changed'));
  const known = everySecond(logs, 0);
  const recorded = await recordAll(scratch.memory, known, 'of_cause');
  const random = new SeededRandom(seed);
  for (const failure of known) {
    for (const { text } of changeCircumstances(failure, random))
      trials.push(...(await observe(scratch, recorded, { asked: failure, text })));
    for (const { text } of replaceCauses(failure, random))
      trials.push(...(await observe(scratch, recorded, { asked: failure, text, isOther: true })));
  }
  return trials;
}

function everySecond(logs: readonly MarkedFailure[], parity: number): readonly MarkedFailure[] {
  return logs.filter((_, place) => place % 2 === parity);
}

interface RealQuestion {
  readonly asked: MarkedFailure;
  readonly text: string;
  /** Its cause was replaced: nothing that is known is of the same. */
  readonly isOther?: boolean;
}

async function observe(
  scratch: ScratchMemory,
  recorded: ReadonlyMap<string, MarkedFailure>,
  { asked, text, isOther = false }: RealQuestion,
): Promise<readonly RealTrial[]> {
  const failure = { output: text, command: asked.command, exitCode: 1 };
  const observation = await observeFailure(scratch, failure, (id) => {
    const known = recorded.get(id);
    return known === undefined ? undefined : { id: known.id, family: known.repository };
  });
  const best = [...recorded.values()].find(({ id }) => id === observation.candidates[0]?.variant);
  if (best === undefined) return [];
  const relation = relationOf(causeLikeness(causeWords(asked.marked), causeWords(best.marked)));
  if (relation !== 'alike' && relation !== 'unlike') return [];
  return [{ observation, repository: asked.repository, isWrong: isOther || relation === 'unlike' }];
}
