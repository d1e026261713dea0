import type { ModelUse } from '../../asking/model-use.ts';
import type { ModelUpkeep } from '../../model/answers/item-answers.ts';
import { isAfterwitError } from '../../model/errors.ts';
import type { UseAsker } from '../models/use-asker.ts';

/** Asks a language model; undefined without an answer. Never throws for the model, and stops asking after a fault. */
export type AskUpkeep = <Question, Answer>(
  use: ModelUse<Question, Answer>,
  question: Question,
) => Promise<Answer | undefined>;

/** Asks a language model during one upkeep, and counts its calls and fault for the report. */
export function upkeepAsker(asker: UseAsker, signal: AbortSignal | undefined) {
  let calls = 0;
  let fault: string | undefined;
  const ask: AskUpkeep = async (use, question) => {
    if (fault !== undefined) return undefined;
    const asked = await asker.ask(use, question, signal).catch((thrown: unknown) => {
      if (!isAfterwitError(thrown)) throw thrown;
      return { fault: thrown.code, calls: 0 };
    });
    calls += asked.calls;
    if ('answer' in asked) return asked.answer;
    fault = asked.fault;
    return undefined;
  };
  const told = (): Omit<ModelUpkeep, 'retired'> => ({
    ...{ model: asker.model, calls },
    ...(fault === undefined ? {} : { fault }),
  });
  return { ask, told };
}
