import { join } from 'node:path';
import { type ClueWeights, judgeSentences } from '../../src/capture/find-statements.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import { rateOf, rateTable, sharesOf } from '../reporting/rates.ts';
import type { Suite } from '../suite.ts';
import { fitClues, isKept, type LabelledMessage, writeClues } from './fit-statements.ts';

/** Sets of two writers, judged once, when everything stood. */
const heldOut = ['d', 'f'];
/** Chances from which on a sentence may be kept, or told to a language model. */
const leasts = [0.2, 0.5, 0.7, 0.85, 0.9];

/**
 * Messages to agents, written by nine writers without sight of the code: what of them is found, by weights fitted without the
 * writer. `--dataset FILE` has other messages of the same form.
 */
export const statementsSuite: Suite = {
  description: 'what users lay down in messages, of writers left out; --fit prints the weights of the clues',
  options: ['dataset', 'fit'],
  async run({ datasets, fit }) {
    const written = readJsonLines<LabelledMessage>(join(import.meta.dirname, 'statements.jsonl.gz'));
    const own = written.filter(({ set }) => !heldOut.includes(set));
    const fitted = fitClues(own);
    if (fit) console.log(writeClues(fitted));
    const leftOut = [...Map.groupBy(own, ({ set }) => set)].flatMap(([set, messages]) => {
      const weights = fitClues(own.filter((message) => message.set !== set));
      return messages.map((message) => judge(message, weights));
    });
    const others = datasets.flatMap((path) => readJsonLines<LabelledMessage>(path));
    const sets = {
      left_out: leftOut,
      held_out: written.filter(({ set }) => heldOut.includes(set)).map((message) => judge(message)),
      ...(others.length > 0 ? { other: others.map((message) => judge(message)) } : {}),
    };
    const rates = Object.fromEntries(
      Object.entries(sets).flatMap(([name, judged]) =>
        leasts.flatMap((least) => [
          [
            `${name}_found_${least}`,
            rateOf(
              judged.filter(({ kept }) => kept),
              ({ right }) => right >= least,
            ),
          ],
          [
            `${name}_none_${least}`,
            rateOf(
              judged.filter(({ kept }) => !kept),
              ({ wrong }) => wrong >= least,
            ),
          ],
        ]),
      ),
    );
    return {
      cases: written.length + others.length,
      figures: { clues: fitted.size, ...sharesOf(rates) },
      tables: [rateTable('Messages of which something is found', rates)],
    };
  },
};

/** The highest chance of a sentence that is to be kept, and of one that is not. */
function judge(message: LabelledMessage, weights?: ClueWeights) {
  const judged = judgeSentences(message.message, weights);
  const highest = (kept: boolean) =>
    Math.max(0, ...judged.flatMap(({ text, chance }) => (isKept(text, message) === kept ? [chance] : [])));
  return { kept: message.keep.length > 0, right: highest(true), wrong: highest(false) };
}
