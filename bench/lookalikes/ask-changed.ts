import { join } from 'node:path';
import { SeededRandom } from '../doors/seeded-random.ts';
import { openScratchMemory } from '../scratch-memory.ts';
import { recordAll } from './ask-real.ts';
import { causeLikeness, causeWords, relationOf } from './cause-likeness.ts';
import { changeCircumstances } from './change-circumstance.ts';
import type { MarkedFailure } from './marked-failures.ts';
import { replaceCauses } from './replace-cause.ts';

export interface ChangedAnswer {
  readonly kind: 'same' | 'changed_cause' | 'changed_circumstance';
  readonly shown: boolean;
  /** Shown as the same in all but something that the card names. */
  readonly hasCaveat: boolean;
}

/** Each failure of a cause of its own is recorded; then each is asked about again, as it was and changed. */
export async function askChanged(
  failures: readonly MarkedFailure[],
  folder: string,
  seed: number,
): Promise<readonly ChangedAnswer[]> {
  const own = withCausesOfTheirOwn(failures);
  await using scratch = await openScratchMemory(join(folder, 'changed'));
  await recordAll(scratch.memory, own, 'of_each');
  const random = new SeededRandom(seed);
  const answers: ChangedAnswer[] = [];
  const ask = async (kind: ChangedAnswer['kind'], { command }: MarkedFailure, output: string) => {
    const failure = { output, command, exitCode: 1 };
    const { memories } = await scratch.memory.recall({ failure, moment: 'after_failure' });
    answers.push({
      kind,
      shown: memories.length > 0,
      hasCaveat: memories.some(({ card }) => card.caveat !== undefined),
    });
  };
  for (const failure of own) {
    await ask('same', failure, failure.text);
    for (const { text } of replaceCauses(failure, random)) await ask('changed_cause', failure, text);
    for (const { text } of changeCircumstances(failure, random))
      await ask('changed_circumstance', failure, text);
  }
  return answers;
}

/** The first of those whose causes are not surely unlike: what is known twice is another question. */
function withCausesOfTheirOwn(failures: readonly MarkedFailure[]): readonly MarkedFailure[] {
  const kept: { readonly failure: MarkedFailure; readonly words: ReadonlySet<string> }[] = [];
  for (const failure of failures) {
    const words = causeWords(failure.marked);
    if (kept.every((other) => relationOf(causeLikeness(words, other.words)) === 'unlike'))
      kept.push({ failure, words });
  }
  return kept.map(({ failure }) => failure);
}
