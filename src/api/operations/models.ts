import { preview, watching, where } from '../common-fields.ts';
import { count, flag } from '../field.ts';
import { ofHome } from '../operation.ts';

/** Asks nothing. */
export const models = ofHome({
  name: 'models',
  reads: true,
  summary: 'Show which language model may be asked, where it is, and what of the budget of the day is spent.',
  answer: 'ModelOverview',
  input: {},
  terminal: {
    words: ['models'],
    alsoSpelled: [['models', 'list']],
    otherNames: ['model', 'llm', 'providers'],
    details: 'Hooks never ask one, and every answer can be had without.',
    examples: { 'afterwit models': 'Is anything asked, and where?' },
  },
  run: async (_, home) => (await import('../../open/model-questions.ts')).overviewOf(home),
});

/** Asks one example, which counts like any question. A fault is an answer. @throws INVALID_SETTING */
export const testModel = ofHome({
  name: 'testModel',
  summary: 'Ask the language model an example, and say what came back.',
  answer: 'ModelTrial | ModelPreview | EmbeddingTrial',
  input: {
    preview,
    embeddings: flag('Try what turns texts into vectors instead.'),
    signal: watching.signal,
  },
  terminal: {
    words: ['models', 'test'],
    details: 'The question is one that recall would ask: which of two notes helps with a failing test.',
    examples: {
      'afterwit models test --dry-run': 'The prompt, word for word.',
      'afterwit models test': 'Does it answer, and how fast?',
    },
  },
  run: async (options, home) =>
    await (await import('../../open/model-questions.ts')).testModel(home, options),
});

/** Counts the questions to models, day by day and use by use. Default: of 30 days. */
export const modelCosts = ofHome({
  name: 'modelCosts',
  reads: true,
  summary: 'Show what language models were asked, and what it cost.',
  answer: 'ModelCosts',
  input: { days: count('Days to look back.', { placeholder: 'DAYS', byDefault: '30' }) },
  terminal: {
    words: ['models', 'cost'],
    examples: { 'afterwit models cost --days 7': 'What was spent this week?' },
  },
  run: async ({ days = 30 }, home) => (await import('../../open/model-questions.ts')).costsOf(home, days),
});

/** Lines of JSON, in the chat form that trainers read, without statements of an agent alone. */
export const exportTuning = ofHome({
  name: 'exportTuning',
  reads: true,
  summary: 'Write what you and tests said of shown memories, to fine-tune a judge of your own.',
  answer: 'readonly string[]',
  input: {
    validation: flag('The tenth of the tasks that is put aside for validation, not the others.'),
    where: where('Of all repositories.'),
  },
  terminal: {
    words: ['models', 'export'],
    examples: { 'afterwit models export': 'Examples, one a line.' },
  },
  run: async ({ validation = false, where: which = 'here' }, { store, here, confined }) => {
    const { exportTuning: write } = await import('../../engine/models/export-tuning.ts');
    const isHere = confined || which === 'here';
    return write(store, { validation, scopes: isHere ? here().scopes : undefined });
  },
});
