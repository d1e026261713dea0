import { askModel, type ModelAsking } from '../../asking/ask-model.ts';
import type { EmbedTexts } from '../../asking/embed-texts.ts';
import { judgePrompt } from '../../asking/judge-prompt.ts';
import type { EmbeddingTrial, ModelTrial } from '../../model/answers/model-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import { nearestVectors } from '../../retrieval/near-vectors.ts';

/** A question whose answer is plain, in the form of those that recall asks. */
const example = {
  task: 'The command `npm test` fails: the port 5432 is in use.',
  plannedActions: ['run npm test'],
  units: [
    {
      id: 'a' as ItemId,
      type: 'fix' as const,
      text: 'Port 5432 in use when tests start: stop the local Postgres first, with `make db-stop`.',
      contradicts: [],
    },
    {
      id: 'b' as ItemId,
      type: 'project_fact' as const,
      text: 'Release notes are written in British English.',
      contradicts: [],
    },
  ],
};

/** Returns the prompt that would be sent, word for word. */
export function examplePrompt() {
  return judgePrompt(example).prompt;
}

/** Asks an example, which counts like any question, and reports the answer. */
export async function tryModel(asking: ModelAsking, elapsedMs: () => number): Promise<ModelTrial> {
  const { prompt, read } = judgePrompt(example);
  const startedAtMs = elapsedMs();
  const asked = await askModel(prompt, read, asking);
  const tookMs = Math.round(elapsedMs() - startedAtMs);
  const told = { model: asking.model.name, prompt: prompt.name, tookMs, calls: asked.calls };
  if ('fault' in asked) return { ...told, fault: asked.fault };
  const gainOf = (id: string) =>
    asked.answer.find((verdict) => verdict.id === id)?.expectedOutcomeUplift ?? 0;
  return { ...told, prefersTheFix: gainOf('a') > gainOf('b') };
}

const asked = 'which timezone do we save dates in?';
const meant = 'All timestamps are stored in UTC.';
const worded = 'We save disk space by compressing logs.';

/** Turns three texts into vectors, which counts like any question, and says whether texts of like meaning lie near. */
export async function tryEmbedder(
  { where, embedTexts }: { readonly where: string; readonly embedTexts: EmbedTexts },
  signal: AbortSignal | undefined,
  elapsedMs: () => number,
): Promise<EmbeddingTrial> {
  const startedAtMs = elapsedMs();
  const texts = [asked, meant, worded].map((text) => ({ text }));
  const { vectors, fault, model } = await embedTexts(texts, { mostSent: texts.length, signal });
  const told = { model, where, tookMs: Math.round(elapsedMs() - startedAtMs) };
  const [question, ...notes] = vectors;
  if (question === undefined || fault !== undefined) return { ...told, fault: fault ?? 'bad_vectors' };
  const [nearest] = nearestVectors(question, notes);
  return { ...told, dimensions: question.length, prefersMeaning: nearest?.at === 0 };
}
