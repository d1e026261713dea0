import { join } from 'node:path';
import type { FailureMatch, Memory, Speaker } from '../../src/index.ts';
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
  readonly asked: MarkedFailure;
  /** The failure shown unasked. */
  readonly shown?: { readonly known: MarkedFailure; readonly relation: CauseRelation };
  /** The failure that an asked recall calls clearly known. */
  readonly clear?: { readonly known: MarkedFailure; readonly relation: CauseRelation };
  /** Of the match that came with what was shown, or not shown, unasked. */
  readonly match: FailureMatch | undefined;
  /** So many logs of the same cause were recorded. */
  readonly timesKnown: number;
}

/**
 * The recorded fix of a log. `of_cause`: logs of one cause have one fix, as for a breakage that several builds met. `pointing`:
 * each points at the change that made it pass, without saying what to do. `of_each`: each gives another fix, so that two logs of
 * one cause contradict each other.
 */
export type Fixes = 'of_cause' | 'pointing' | 'of_each';

/** Each log is asked about once, those at the other places in file order being known; the halves change roles. */
export async function askReal(
  failures: readonly MarkedFailure[],
  fixes: Fixes,
  folder: string,
): Promise<readonly RealAnswer[]> {
  const answers: RealAnswer[] = [];
  for (const parity of [0, 1]) {
    await using scratch = await openScratchMemory(join(folder, `real-${fixes}-${parity}`));
    const known = failures.filter((_, place) => place % 2 === parity);
    const recorded = await recordAll(scratch.memory, known, fixes);
    for (const asked of failures.filter((_, place) => place % 2 !== parity))
      answers.push(await askBothWays(scratch.memory, asked, { known, recorded }));
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
  for (const [place, failure] of failures.entries()) {
    const fixed = fixes === 'of_cause' ? firstOfCause(failure, failures.slice(0, place)) : failure;
    const { variant } = await memory.record({
      fix:
        fixes === 'of_each'
          ? `Set option_${place} to ${place} in settings/part-${place}.toml.`
          : fixOf(fixed),
      failure: { output: failure.text, command: failure.command, exitCode: 1 },
      // One person's later word would take the place of the earlier one.
      ...(fixes === 'of_each' ? { speaker: speakerOf(place) } : {}),
    });
    if (!recorded.has(variant.id)) recorded.set(variant.id, failure);
  }
  return recorded;
}

function firstOfCause(failure: MarkedFailure, earlier: readonly MarkedFailure[]): MarkedFailure {
  const words = causeWords(failure.marked);
  return earlier.find(({ marked }) => causeLikeness(words, causeWords(marked)) >= recurringFrom) ?? failure;
}

function speakerOf(place: number): Speaker {
  return { kind: 'user', name: `person ${place}`, source: 'library' };
}

function fixOf({ id }: MarkedFailure): string {
  return `Apply the change that made ${id} pass.`;
}

interface Recorded {
  readonly known: readonly MarkedFailure[];
  readonly recorded: ReadonlyMap<string, MarkedFailure>;
}

async function askBothWays(
  memory: Memory,
  asked: MarkedFailure,
  { known, recorded }: Recorded,
): Promise<RealAnswer> {
  const failure = { output: asked.text, command: asked.command, exitCode: 1 };
  const unasked = await memory.recall({ failure, moment: 'after_failure' });
  const byPerson = await memory.recall({ failure });
  const words = causeWords(asked.marked);
  const likenessTo = ({ marked }: MarkedFailure) => causeLikeness(words, causeWords(marked));
  const relate = (id: string | undefined) => {
    const known = recorded.get(id ?? '');
    return known === undefined ? undefined : { known, relation: relationOf(likenessTo(known)) };
  };
  const shown = relate(unasked.memories[0]?.item.id);
  const clear = byPerson.match?.status === 'match' ? relate(byPerson.memories[0]?.item.id) : undefined;
  return {
    asked,
    ...(shown === undefined ? {} : { shown }),
    ...(clear === undefined ? {} : { clear }),
    match: unasked.match,
    timesKnown: known.filter((one) => likenessTo(one) >= recurringFrom).length,
  };
}
