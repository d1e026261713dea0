import * as operations from '../../api/operations.ts';
import type {
  EmbeddingTrial,
  ModelCosts,
  ModelOverview,
  ModelPreview,
  ModelTrial,
  ToldPrompt,
} from '../../model/answers/model-answers.ts';
import { modelFaults } from '../../model/errors.ts';
import { countOf, formatCount } from '../../wording/formats.ts';
import { ask, asking, inputOf } from '../ask.ts';
import {
  type Block,
  blank,
  bold,
  cyan,
  dim,
  field,
  green,
  indent,
  table,
  text,
  unbroken,
  yellow,
} from '../page.ts';
import type { Answer, Session } from '../session.ts';

export const models = asking(operations.models, showOverview);
export const modelsTest = asking(operations.testModel, (answer) =>
  'text' in answer ? showPreview(answer) : 'where' in answer ? showEmbedding(answer) : showTrial(answer),
);
export const modelsCost = asking(operations.modelCosts, showCosts);

export async function modelsExport(session: Session): Promise<Answer> {
  const stream = await ask(operations.exportTuning, await inputOf(operations.exportTuning, session), session);
  return { value: undefined, shown: undefined, stream };
}

/** Sets the settings of a provider, in one go. */
export async function modelsUse({
  configuration,
  arguments: [provider = ''],
  options,
}: Session): Promise<Answer> {
  const { model, endpoint, key } = options;
  const chosen = Object.entries({ name: model, endpoint, key, provider });
  const settings = await configuration();
  const changes = [];
  // The provider comes last: it turns on the model that the others describe.
  for (const [name, value] of chosen)
    if (typeof value === 'string') changes.push(await settings.set(`models.${name}`, value));
  return {
    value: { changes },
    shown: [
      changes.map(({ setting }) => unbroken(bold(setting.name), ' = ', cyan(String(setting.value)))),
      blank,
      provider === 'none'
        ? text('Nothing is asked any more.')
        : text('Try it: ', cyan('afterwit models test'), dim('; end it: afterwit models use none')),
    ],
  };
}

function showOverview({
  provider,
  model,
  where,
  key,
  embeddings,
  callsPerTurn,
  uses,
  today,
  limits,
}: ModelOverview): Block {
  return [
    provider === 'none'
      ? [
          text(bold('No language model is asked.'), ' Every answer can be had without.'),
          text(dim('Turn one on: '), cyan('afterwit models use PROVIDER --model NAME')),
        ]
      : [
          unbroken(bold(model ?? provider)),
          field('asked at', where),
          field('key', key && [key.from, key.isThere ? green(' (there)') : yellow(' (missing)')]),
          field('in a turn', countOf(callsPerTurn, 'question')),
          uses.map(({ name, twin, bound }) => field(name, bound, dim(`; without it: ${twin}`))),
        ],
    field(
      'vectors',
      embeddings &&
        `${embeddings.model} at ${embeddings.where}; ${countOf(embeddings.vectors, 'vector')} kept, ${formatCount(Math.ceil(embeddings.bytes / 1024))} kB`,
    ),
    field(
      'today',
      `${formatCount(today.calls)} of ${countOf(limits.calls, 'question')}, ${countOf(today.tokens, 'token')}${limits.cost > 0 ? `, ${money(today.cost)} of ${money(limits.cost)}` : ''}`,
    ),
  ];
}

function showTrial({ model, prompt, tookMs, calls, fault, prefersTheFix }: ModelTrial): Block {
  return [
    unbroken(bold(model), dim(` ${prompt}, ${countOf(calls, 'question')}, ${formatCount(tookMs)} ms`)),
    showFault(fault) ||
      text(
        prefersTheFix
          ? green('It answers, and prefers the note that helps.')
          : yellow('It answers, but does not prefer the note that helps: expect little of it.'),
      ),
  ];
}

function showEmbedding({
  model,
  where,
  tookMs,
  fault,
  dimensions = 0,
  prefersMeaning,
}: EmbeddingTrial): Block {
  return [
    unbroken(
      bold(model),
      dim(` at ${where}, ${countOf(dimensions, 'number')} a vector, ${formatCount(tookMs)} ms`),
    ),
    showFault(fault) ||
      text(
        prefersMeaning
          ? green('What means the like lies nearer than what shares a word.')
          : yellow('What shares a word lies nearer than what means the like: expect little of it.'),
      ),
  ];
}

function showFault(fault: string | undefined): Block {
  if (fault === undefined) return undefined;
  return text(yellow(modelFaults[fault as keyof typeof modelFaults] ?? fault), dim(` (${fault})`));
}

function showPreview({ model, where, ...prompt }: ModelPreview): Block {
  return showPrompt(prompt, `${model} at ${where}`);
}

/** Shows the prompt that would leave this machine, word for word. */
export function showPrompt({ name, instructions, text: asked, schema }: ToldPrompt, whom: string): Block {
  return [
    unbroken(bold(name), dim(` would be sent to ${whom}`)),
    blank,
    [instructions, '', asked, '', JSON.stringify(schema)]
      .join('\n')
      .split('\n')
      .map((line) => indent(2, text(line))),
  ];
}

function showCosts({ lines }: ModelCosts): Block {
  if (lines.length === 0) return text(bold('Nothing was asked.'));
  return table(
    lines.map(({ day, use, model, calls, faults, inputTokens, outputTokens, cost }) => [
      bold(day),
      use,
      model,
      `${countOf(calls, 'question')}${faults === 0 ? '' : `, ${formatCount(faults)} in vain`}`,
      countOf(inputTokens + outputTokens, 'token'),
      money(cost),
    ]),
  );
}

function money(dollars: number): string {
  return `$${dollars.toFixed(dollars < 1 ? 4 : 2)}`;
}
