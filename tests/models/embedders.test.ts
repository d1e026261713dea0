import { expect, it } from 'vitest';
import { endpointEmbedder } from '../../src/adapters/models/embedders.ts';
import { type Embedding, embedTexts } from '../../src/asking/embed-texts.ts';
import { modelConstants } from '../../src/asking/options.ts';
import { type Answering, startProvider } from './fake-provider.ts';

const answers = (text: string): Answering => {
  return (response) => response.end(text);
};

it.each([
  { fault: 'bad_vectors', name: 'no number', answer: answers('{"embeddings": [[1, null], [1, 2]]}') },
  {
    fault: 'bad_vectors',
    name: 'a word for a number',
    answer: answers('{"embeddings": [[1, "NaN"], [1, 2]]}'),
  },
  { fault: 'bad_vectors', name: 'empty vectors', answer: answers('{"embeddings": [[], []]}') },
  { fault: 'bad_vectors', name: 'too few vectors', answer: answers('{"embeddings": [[1, 2]]}') },
  { fault: 'bad_vectors', name: 'another form', answer: answers('{"hello": 1}') },
  { fault: 'not_json', name: 'a number that JSON has not', answer: answers('{"embeddings": [[NaN], [1]]}') },
  {
    fault: 'rate_limited',
    name: 'no more',
    answer: (response) => response.writeHead(429).end(),
  },
] as const satisfies readonly { fault: string; name: string; answer: Answering }[])(
  'an endpoint that answers $name is a fault, and nothing is kept',
  async ({ answer, fault }) => {
    const provider = await startProvider(answer);
    const settled: unknown[] = [];
    const kept: unknown[] = [];
    const embedding = {
      embedder: endpointEmbedder({ model: 'm', endpoint: provider.endpoint, key: async () => '' }),
      ledger: {
        reserve: () => 1,
        settle: (_: number, { fault: why }: { fault?: string }) => settled.push(why),
      },
      cache: { vectors: () => new Map(), keep: (...given: unknown[]) => kept.push(given) },
      limits: modelConstants,
      clock: { nowMs: () => 0 },
    } as unknown as Embedding;
    try {
      const texts = [{ text: 'a', owner: '1' }, { text: 'b' }];
      expect(await embedTexts(texts, { mostSent: 9 }, embedding)).toMatchObject({ fault });
      expect(settled).toEqual([fault]);
      expect(kept).toEqual([]);
    } finally {
      await provider.close();
    }
  },
);
