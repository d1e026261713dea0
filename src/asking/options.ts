import type { SettingsOf } from '../model/settings-of.ts';

/** Settings of language models, under `models.*`: only the file of a user's own home sets them. */
export const modelOptions = {
  provider: {
    description:
      'Who answers where a language model may be asked. `openai`: any endpoint of that form. `command`: a program. `none`: nothing is asked, and nothing leaves this machine.',
    default: 'none',
    choices: ['none', 'openai', 'anthropic', 'google', 'command'],
  },
  name: {
    description:
      'Name of the model; for `command` a program and its arguments, such as `claude -p`. No shell reads them.',
    default: 'none',
  },
  endpoint: {
    description: 'Address of the provider. `default`: its public one. Without `https:` on this machine only.',
    default: 'default',
  },
  key: {
    description:
      'Where the key is, never the key itself: a variable of the environment, or `command:` and a program that prints it. `default`: the usual variable; `none`: no key is wanted.',
    default: 'default',
  },
  dailyCalls: {
    description: 'Most questions in a day (UTC).',
    default: 200,
    minimum: 0,
    maximum: 100_000,
  },
  dailyCost: {
    description: 'Most that is spent in a day, at the prices that are set. 0: no limit.',
    default: 1,
    unit: 'US dollars',
    minimum: 0,
    maximum: 10_000,
  },
  inputPrice: {
    description: 'Price of a million tokens sent.',
    default: 0,
    unit: 'US dollars',
    minimum: 0,
    maximum: 1_000,
  },
  outputPrice: {
    description: 'Price of a million tokens received.',
    default: 0,
    unit: 'US dollars',
    minimum: 0,
    maximum: 1_000,
  },
} as const;

/** Settings of vectors, under `models.embeddings.*`: only the file of a user's own home sets them. */
export const embeddingOptions = {
  source: {
    description:
      'What turns texts into vectors, so that memories are found by what they mean as well. An address: an endpoint of the form of OpenAI (`http://localhost:11434/v1`). `command:` and a program. `file:` and a folder with static vectors. `none`: nothing does.',
    default: 'none',
  },
  name: {
    description: 'Name of the model, for an endpoint or a program.',
    default: 'none',
  },
  key: {
    description: 'Where the key of an endpoint is, as `models.key`.',
    default: 'none',
  },
} as const;

/** An answer is waited for so long, all in all; so many questions are under way at once, of all processes of a home. */
export const modelConstants = { timeoutMs: 20_000, concurrency: 2 } as const;

/** The name that the Memory V3 record gives it. */
export const turnOptions = {
  maxLlmCallsPerTurn: {
    description:
      'Most questions to a language model during one call of the library, a command or an MCP tool; where sessions are read, of one session. Hooks ask none.',
    default: 1,
    minimum: 0,
    maximum: 20,
  },
  extractionMode: {
    description:
      'What finds statements worth keeping where sessions are read (`mine-sessions`). `heuristic`: rules. `hybrid`: also the language model of `models.*`, which is told up to twelve messages a session of which the rules keep nothing.',
    default: 'heuristic',
    choices: ['heuristic', 'hybrid'],
  },
} as const;

/** The answering model, and the limits of spending; frozen. */
export type ModelSettings = SettingsOf<typeof modelOptions> &
  Readonly<Record<keyof typeof modelConstants, number>>;
export type EmbeddingSettings = SettingsOf<typeof embeddingOptions>;
export type TurnSettings = SettingsOf<typeof turnOptions>;
