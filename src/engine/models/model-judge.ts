import { askModel, type ModelAsking } from '../../asking/ask-model.ts';
import { judgePrompt } from '../../asking/judge-prompt.ts';
import type { Judge } from '../../ports/judge.ts';
import { ModelFault } from '../../ports/language-model.ts';

/** A judge that asks a language model. @param open what asking needs in this turn; what it throws is a fault of the judge */
export function modelJudge(name: string, open: () => Promise<Omit<ModelAsking, 'signal'>>): Judge {
  return {
    name,
    judge: async (question) => {
      const { prompt, read } = judgePrompt(question);
      const asked = await askModel(prompt, read, { ...(await open()), signal: question.signal });
      if ('fault' in asked) throw new ModelFault(asked.fault);
      return asked.answer;
    },
  };
}
