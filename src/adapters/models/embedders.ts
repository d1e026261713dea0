import type { Embedder } from '../../ports/embedder.ts';
import { ModelFault } from '../../ports/language-model.ts';
import { runCommand } from './command-model.ts';
import { readAnswer, replyOf } from './dialects.ts';
import { post } from './http-model.ts';

/** 64 vectors of 8,192 numbers in decimal digits. */
const mostBytes = 16_000_000;

interface EndpointOptions {
  readonly model: string;
  /** Without the last part, `/embeddings`. */
  readonly endpoint: string;
  /** Read when it is needed; empty where the endpoint wants none. */
  readonly key: () => Promise<string>;
}

/** An endpoint of the form of OpenAI's, as Ollama, vLLM and llama.cpp have it too. */
export function endpointEmbedder({ model, endpoint, key }: EndpointOptions): Embedder {
  return {
    name: `${new URL(endpoint).host}/${model}`,
    leaves: true,
    embed: async (input, signal) => {
      const secret = await key();
      const reply = await post(`${endpoint.replace(/\/+$/, '')}/embeddings`, {
        headers: secret === '' ? {} : { authorization: `Bearer ${secret}` },
        body: { model, input, encoding_format: 'float' },
        ...{ mostBytes, signal },
      });
      return vectorsOf(reply);
    },
  };
}

/** A program that reads `{"model": …, "input": [texts]}` on standard input and prints an answer in the form of an endpoint's. */
export function commandEmbedder(
  model: string,
  { name, command }: { readonly name: string; readonly command: readonly string[] },
): Embedder {
  return {
    name: `${name}/${model}`,
    leaves: true,
    embed: async (input, signal) => {
      const asked = `${JSON.stringify({ model, input })}\n`;
      return vectorsOf(readAnswer(await runCommand(command, asked, { mostBytes, signal })));
    },
  };
}

/** `{"data": [{"embedding": […], "index": 0}, …]}`, or shorter `{"embeddings": [[…], …]}`. @throws ModelFault */
function vectorsOf(json: unknown): readonly (readonly number[])[] {
  const reply = replyOf(json);
  const data = reply('data');
  const vectors = Array.isArray(data)
    ? data
        .map((one, at) => ({ reply: replyOf(one), at }))
        .map(({ reply: one, at }) => ({ vector: one('embedding'), index: Number(one('index') ?? at) }))
        .sort((a, b) => a.index - b.index)
        .map(({ vector }) => vector)
    : reply('embeddings');
  if (!Array.isArray(vectors)) throw new ModelFault('bad_vectors');
  return vectors;
}
