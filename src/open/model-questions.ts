import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openModelLedger } from '../adapters/sqlite/cache-file.ts';
import { statementUse, uses } from '../asking/uses.ts';
import { examplePrompt, tryEmbedder, tryModel } from '../engine/models/try-model.ts';
import type {
  EmbeddingTrial,
  ModelCostLine,
  ModelCosts,
  ModelOverview,
  ModelPreview,
  ModelTrial,
} from '../model/answers/model-answers.ts';
import type { HomeContext } from './home-context.ts';
import { openEmbeddings, openLanguageModels } from './language-models.ts';

const dayMs = 86_400_000;

/** @throws INVALID_SETTING where a provider is chosen and something that it needs is missing */
export async function overviewOf(context: HomeContext): Promise<ModelOverview> {
  const { models: limits, memory } = context.settings();
  const today = linesSince(context, 0);
  const sum = (of: (line: ModelCostLine) => number) => today.reduce((total, line) => total + of(line), 0);
  const embeddings = await embeddingsOf(context);
  const spent = {
    ...(embeddings === undefined ? {} : { embeddings }),
    callsPerTurn: memory.v3.maxLlmCallsPerTurn,
    uses: uses
      .filter((use) => use !== statementUse || memory.v3.extractionMode === 'hybrid')
      .map(({ name, twin, bound }) => ({ name, twin, bound })),
    today: {
      calls: sum(({ calls }) => calls),
      tokens: sum(({ inputTokens, outputTokens }) => inputTokens + outputTokens),
      cost: sum(({ cost }) => cost),
    },
    limits: { calls: limits.dailyCalls, cost: limits.dailyCost },
  };
  if (limits.provider === 'none') return { provider: 'none', ...spent };
  return await asking(openLanguageModels, context, async ({ model, where, key }) => ({
    ...{ provider: limits.provider, model: model.name, where },
    key: { from: key.from, isThere: await key.isThere() },
    ...spent,
  }));
}

export async function testModel(
  context: HomeContext,
  {
    embeddings,
    preview,
    signal,
  }: {
    readonly embeddings?: boolean | undefined;
    readonly preview?: boolean | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<ModelTrial | ModelPreview | EmbeddingTrial> {
  if (embeddings)
    return await asking(openEmbeddings, context, async (opened) =>
      tryEmbedder(opened, signal, () => performance.now()),
    );
  return await asking(openLanguageModels, context, async ({ model, where, turn }) => {
    const { name, instructions, text, schema } = examplePrompt();
    if (preview) return { model: model.name, where, name, instructions, text, schema };
    return await tryModel({ ...turn(), signal }, () => performance.now());
  });
}

async function embeddingsOf(context: HomeContext): Promise<ModelOverview['embeddings']> {
  if (context.settings().models.embeddings.source === 'none') return undefined;
  return await asking(openEmbeddings, context, async ({ embedder, where, cache }) => {
    const kept = cache.counts().find(({ model }) => model === embedder.name);
    return { model: embedder.name, where, vectors: kept?.count ?? 0, bytes: kept?.bytes ?? 0 };
  });
}

export function costsOf(context: HomeContext, days: number): ModelCosts {
  const sinceMs = context.clock.nowMs() - (days - 1) * dayMs;
  return { sinceMs, lines: linesSince(context, days - 1) };
}

/** A home where nothing was ever asked has no such file, and looking makes none. */
export function linesSince(
  { home, clock }: Pick<HomeContext, 'home' | 'clock'>,
  daysBefore: number,
): readonly ModelCostLine[] {
  const path = join(home, 'cache.db');
  if (!existsSync(path)) return [];
  const ledger = openModelLedger(path);
  try {
    return ledger.costsSince(clock.nowMs() - daysBefore * dayMs);
  } finally {
    ledger.close();
  }
}

/** Opens what asks a model, and closes it after the answer. */
async function asking<Opened extends Readonly<{ close(): void }>, Answer>(
  open: (context: Parameters<typeof openEmbeddings>[0]) => Opened,
  { home, settings, clock }: HomeContext,
  ask: (opened: Opened) => Promise<Answer>,
): Promise<Answer> {
  const opened = open({ home, settings: settings(), clock });
  try {
    return await ask(opened);
  } finally {
    opened.close();
  }
}
