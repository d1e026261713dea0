import type { LiveModel } from './recordings.ts';
import { sentenceEncoder } from './sentence-encoder.ts';

interface JudgePrompt {
  readonly task: string;
  readonly notes: readonly { readonly id: string; readonly text: string }[];
}

/**
 * A real model without a network: the Universal Sentence Encoder (32 MB), which knows only how near a note is to the task. That
 * nearness, from the farthest to the nearest note of a question, fills all fields of the judge.
 */
export function encoderModel(): LiveModel {
  return {
    name: sentenceEncoder.name,
    async answer({ messages }) {
      const { task, notes } = JSON.parse(messages.at(-1)?.content ?? '') as JudgePrompt;
      const texts = [task, ...notes.map((note) => note.text)];
      const [asked, ...told] = await sentenceEncoder.embed(texts, new AbortController().signal);
      const content = JSON.stringify({
        notes: judge(
          notes,
          told.map((vector) => cosine(asked ?? [], vector)),
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

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const dot = (x: ArrayLike<number>, y: ArrayLike<number>) =>
    Array.from(x).reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return Math.max(0, dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)));
}
