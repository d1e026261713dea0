import { join } from 'node:path';
import type { Memory } from '../../src/index.ts';
import { openScratchMemory } from '../scratch-memory.ts';
import {
  type CauseRelation,
  causeLikeness,
  causeWords,
  recurringFrom,
  relationOf,
} from './cause-likeness.ts';
import type { MarkedFailure } from './marked-failures.ts';

/** The answer about a log while the other half was known. */
export interface RealAnswer {
  /** How the failure shown unasked is related to it, and the one that an asked recall calls clearly known. */
  readonly shown: CauseRelation | undefined;
  readonly clear: CauseRelation | undefined;
  /** So many logs of the same cause were recorded. */
  readonly timesKnown: number;
}

/**
 * The recorded fix of a log. `of_cause`: logs of one cause have one fix, as for a breakage that several builds met. `of_each`: each
 * gives another fix, so that two logs of one cause contradict each other.
 */
type Fixes = 'of_cause' | 'of_each';

/** Each log is asked about once, those at the other places in file order being known; the halves change roles. */
export async function askReal(
  failures: readonly MarkedFailure[],
  fixes: Fixes,
  folder: string,
): Promise<readonly RealAnswer[]> {
  const answers: RealAnswer[] = [];
  for (const parity of [0, 1]) {
    await using scratch = await openScratchMemory(join(folder, `real-${fixes}-${parity}`));
    const { memory } = scratch;
    const known = failures.filter((_, place) => place % 2 === parity);
    const recorded = await recordAll(memory, known, fixes);
    for (const asked of failures.filter((_, place) => place % 2 !== parity)) {
      const failure = { output: asked.text, command: asked.command, exitCode: 1 };
      const unasked = await memory.recall({ failure, moment: 'after_failure' });
      const byPerson = await memory.recall({ failure });
      const words = causeWords(asked.marked);
      const likenessTo = ({ marked }: MarkedFailure) => causeLikeness(words, causeWords(marked));
      const relate = ([first]: (typeof unasked)['memories']) => {
        const other = recorded.get(first?.item.id ?? '');
        return other === undefined ? undefined : relationOf(likenessTo(other));
      };
      answers.push({
        shown: relate(unasked.memories),
        clear: byPerson.match?.status === 'match' ? relate(byPerson.memories) : undefined,
        timesKnown: known.filter((one) => likenessTo(one) >= recurringFrom).length,
      });
    }
  }
  return answers;
}

/** Records each, by the id of the memory that a card would name. */
export async function recordAll(
  memory: Memory,
  failures: readonly MarkedFailure[],
  fixes: Fixes,
): Promise<ReadonlyMap<string, MarkedFailure>> {
  const recorded = new Map<string, MarkedFailure>();
  for (const [place, one] of failures.entries()) {
    const failure = { output: one.text, command: one.command, exitCode: 1 };
    const told =
      fixes === 'of_each'
        ? {
            fix: `Set option_${place} to ${place} in settings/part-${place}.toml.`,
            // One person's later word would take the place of the earlier one.
            speaker: { kind: 'user', name: `person ${place}`, source: 'library' } as const,
          }
        : { fix: `Apply the change that made ${firstOfCause(one, failures.slice(0, place)).id} pass.` };
    const { variant } = await memory.record({ ...told, failure });
    if (!recorded.has(variant.id)) recorded.set(variant.id, one);
  }
  return recorded;
}

function firstOfCause(failure: MarkedFailure, earlier: readonly MarkedFailure[]): MarkedFailure {
  const words = causeWords(failure.marked);
  return earlier.find(({ marked }) => causeLikeness(words, causeWords(marked)) >= recurringFrom) ?? failure;
}
