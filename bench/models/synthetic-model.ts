import type { SdkModel } from '../../src/index.ts';

/** A language model whose answers are computed from what it is told: the whole way of a real one, without a network. */
export function syntheticModel(
  name: string,
  answer: (told: never) => unknown,
): SdkModel & { readonly asked: () => number } {
  let asked = 0;
  return {
    ...{ provider: 'synthetic', modelId: name },
    asked: () => asked,
    doGenerate: async ({ prompt }: { readonly prompt: readonly { readonly content: unknown }[] }) => {
      asked++;
      const [part] = (prompt.at(-1)?.content ?? []) as readonly { readonly text: string }[];
      const said = JSON.stringify(answer(JSON.parse(part?.text ?? '') as never));
      return { finishReason: 'stop', content: [{ type: 'text', text: said }], usage: {} };
    },
  };
}

/** Limits of a benchmark, in the place of those for a person. */
export const manyQuestions = { 'models.dailyCalls': 100_000, 'models.dailyCost': 0 } as const;
