import { join } from 'node:path';
import type { FailureReport } from '../../src/index.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import { makeRepository, openScratchMemory } from '../scratch-memory.ts';

/** A remembered failure, and one that reads like it. */
export interface GenericPair {
  /**
   * The part that tells the two apart, or makes them one: `nothing` in the output, the `value` in a line, the `place` where it was
   * raised, the `environment`; or the `cause`, which both say. Of daily failures their set, and what is asked.
   */
  readonly tells: string;
  readonly same: boolean;
  /** Of a tool that the rules were not tried on: written when they stood, judged once. */
  readonly heldOut?: true;
  readonly known: FailureReport;
  readonly asked: FailureReport;
}

export interface GenericAnswer {
  readonly pair: GenericPair;
  readonly shown: boolean;
  /** Shown as the same in all but something that the card names. */
  readonly hasCaveat: boolean;
  /** Called known to someone who asks. */
  readonly isClear: boolean;
}

/** Written before the rules that they judge, and those held out before they were judged. */
export function readGenericPairs(): readonly GenericPair[] {
  return readJsonLines(join(import.meta.dirname, 'generic-failures.jsonl'));
}

interface DailyFailure
  extends Readonly<Record<'set' | 'command' | 'again' | 'known' | 'recurs' | 'other', string>> {
  readonly renamed?: string;
}

/**
 * Failing commands of 190 tools, written without sight of the code: each recurs as on another day and machine (`again`), and stands
 * beside another failure of its command, and one that names another thing. The third set was judged once before it was read.
 */
export function readDailyPairs(): readonly GenericPair[] {
  const rows = readJsonLines<DailyFailure>(join(import.meta.dirname, 'daily-failures.jsonl.gz'));
  return rows.flatMap(({ set, command, again, known, recurs, other, renamed }) => {
    const pair = (kind: string, output: string | undefined, asked = command): readonly GenericPair[] =>
      output === undefined
        ? []
        : [
            {
              ...{ tells: `${set} set: ${kind}`, same: kind === 'recurs' },
              ...{ known: { command, output: known }, asked: { command: asked, output } },
            },
          ];
    return [...pair('recurs', recurs, again), ...pair('other cause', other), ...pair('other name', renamed)];
  });
}

/** Each pair in a memory of its own: a person records the one with its fix, the other fails. */
export async function askGeneric(
  pairs: readonly GenericPair[],
  folder: string,
): Promise<readonly GenericAnswer[]> {
  const repository = makeRepository(folder, 'generic');
  const answers: GenericAnswer[] = [];
  for (const [place, pair] of pairs.entries()) {
    const home = join(folder, `generic-home-${place}`);
    await using scratch = await openScratchMemory(folder, { repository, home });
    const fix = 'Raise the limit in the settings of the nightly job.';
    await scratch.memory.record({ fix, failure: { ...pair.known, exitCode: 1 } });
    const failure = { ...pair.asked, exitCode: 1 };
    const { memories } = await scratch.memory.recall({ failure, moment: 'after_failure' });
    const { match } = await scratch.memory.recall({ failure });
    answers.push({
      ...{ pair, shown: memories.length > 0, isClear: match?.status === 'match' },
      hasCaveat: memories.some(({ card }) => card.caveat !== undefined),
    });
  }
  return answers;
}
