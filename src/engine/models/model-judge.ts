import { askModel, type ModelAsking } from '../../asking/ask-model.ts';
import { filePrompt } from '../../asking/file-prompt.ts';
import { judgePrompt } from '../../asking/judge-prompt.ts';
import type { Judge } from '../../ports/judge.ts';
import { ModelFault, type ModelPrompt } from '../../ports/language-model.ts';

/** A judge that asks a language model. @param open what asking needs in this turn; what it throws is a fault of the judge */
export function modelJudge(name: string, open: () => Promise<Omit<ModelAsking, 'signal'>>): Judge {
  async function ask<Answer>(
    { prompt, read }: { readonly prompt: ModelPrompt; readonly read: (value: unknown) => Answer | undefined },
    signal: AbortSignal,
  ): Promise<Answer> {
    const asked = await askModel(prompt, read, { ...(await open()), signal });
    if ('fault' in asked) throw new ModelFault(asked.fault);
    return asked.answer;
  }
  return {
    name,
    judge: async (question) => await ask(judgePrompt(question), question.signal),
    chances: async (question) => await ask(filePrompt(question), question.signal),
  };
}
