import { type Asked, askModel, type ModelAsking } from '../../asking/ask-model.ts';
import { noteUse } from '../../asking/judge-prompt.ts';
import { type ModelUse, promptOf } from '../../asking/model-use.ts';
import { fileUse } from '../../asking/uses.ts';
import type { Judge } from '../../ports/judge.ts';

import { ModelFault, type ModelPrompt } from '../../ports/language-model.ts';
import { redact } from '../../redaction/redact.ts';

/** The language model that a user turned on, for every use. */
export interface UseAsker {
  /** Its name, for receipts. */
  readonly model: string;
  /** Asks within the turn's limit of questions. Faults of the model are answers. @throws if it cannot be opened; the ledger's errors */
  ask<Question, Answer>(
    use: ModelUse<Question, Answer>,
    question: Question,
    signal?: AbortSignal,
  ): Promise<Asked<Answer>>;
}

/** @param open opens the dependencies of asking in one turn */
export function useAsker(model: string, open: () => Promise<Omit<ModelAsking, 'signal'>>): UseAsker {
  return {
    model,
    ask: async (use, question, signal) => {
      const { prompt, read } = promptOf(use, question);
      return await askModel(prompt, read, { ...(await open()), signal });
    },
  };
}

/** Returns the prompt that would leave this machine, word for word. */
export function previewPrompt<Question, Answer>(
  use: ModelUse<Question, Answer>,
  question: Question,
): ModelPrompt {
  const { prompt } = promptOf(use, question);
  return { ...prompt, text: redact(prompt.text) };
}

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
