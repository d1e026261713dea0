import type { Asked } from '../../asking/ask-model.ts';
import { fileUse } from '../../asking/file-prompt.ts';
import { noteUse } from '../../asking/judge-prompt.ts';
import type { Judge } from '../../ports/judge.ts';
import { ModelFault } from '../../ports/language-model.ts';
import type { UseAsker } from './use-asker.ts';

/** A judge that asks a language model. An error of the asker is a fault of the judge. */
export function modelJudge({ model, ask }: UseAsker): Judge {
  return {
    name: model,
    judge: async (question) => answerOf(await ask(noteUse, question, question.signal)),
    chances: async (question) => answerOf(await ask(fileUse, question, question.signal)),
  };
}

function answerOf<Answer>(asked: Asked<Answer>): Answer {
  if ('fault' in asked) throw new ModelFault(asked.fault);
  return asked.answer;
}
