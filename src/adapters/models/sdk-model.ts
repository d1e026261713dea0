import { type LanguageModel, ModelFault, type SdkModel } from '../../ports/language-model.ts';
import { replyOf } from './dialects.ts';
import { countOf, readAnswer } from './read-answer.ts';

/** A model that a program has at hand. Its faults are told as one code: their words may quote the provider. */
export function sdkModel(model: SdkModel): LanguageModel {
  return {
    name: `${model.provider}/${model.modelId}`,
    ask: async ({ instructions, text, schema, maxOutputTokens }, abortSignal) => {
      const options = {
        ...{ maxOutputTokens, abortSignal },
        prompt: [
          { role: 'system', content: instructions },
          { role: 'user', content: [{ type: 'text', text }] },
        ],
        responseFormat: { type: 'json', name: 'answer', schema },
      };
      const reply = replyOf(await generate(model, options, abortSignal));
      // A finish reason is a word or, from version 3 on, an object.
      const stopped = reply('finishReason', 'unified') ?? reply('finishReason');
      if (stopped === 'content-filter') throw new ModelFault('refused');
      if (stopped === 'length') throw new ModelFault('truncated');
      const parts = reply('content');
      const texts = Array.isArray(parts) ? parts.map(replyOf).filter((part) => part('type') === 'text') : [];
      const tokens = (name: string) => reply('usage', name, 'total') ?? reply('usage', name);
      return {
        value: readAnswer(texts.map((part) => part('text')).join('')),
        inputTokens: countOf(tokens('inputTokens')),
        outputTokens: countOf(tokens('outputTokens')),
      };
    },
  };
}

async function generate(model: SdkModel, options: unknown, signal: AbortSignal): Promise<unknown> {
  try {
    return await model.doGenerate(options as never);
  } catch {
    throw new ModelFault(signal.aborted ? 'timeout' : 'server_error');
  }
}
