import type { SettingsOf } from '../model/settings-of.ts';

/** Settings of language models, under `models.*`: only the file of a user's own home sets them. */
export const modelOptions = {
  provider: {
    description:
      'Who answers where a language model may be asked. `openai`: any endpoint of that form (OpenAI, Ollama, vLLM, LM Studio). `command`: the program in `models.command`. `none`: nothing is asked, and nothing leaves this machine.',
    default: 'none',
    choices: ['none', 'openai', 'anthropic', 'google', 'command'],
  },
  name: {
    description:
      'Name of the model, as the provider calls it. For `command`: a program and its arguments, separated by spaces, that read a prompt and print JSON, such as `claude -p`; no shell reads them.',
    default: 'none',
  },
  endpoint: {
    description: 'Address of the provider. `default`: its public one. Without `https:` on this machine only.',
    default: 'default',
  },
  key: {
    description:
      'Where the key is, never the key itself: the name of a variable of the environment, or `command:` and a program with arguments that prints it. `default`: the usual variable of the provider; `none`: the endpoint wants no key.',
    default: 'default',
  },
  dailyCalls: {
    description: 'So many questions are asked in a day (UTC) at most.',
    default: 200,
    minimum: 0,
    maximum: 100_000,
  },
  dailyCost: {
    description: 'So many US dollars are spent in a day at most, at the prices below. 0: no limit of money.',
    default: 1,
    unit: 'US dollars',
    minimum: 0,
    maximum: 10_000,
  },
  inputPrice: {
    description: 'Price of a million tokens sent. 0: unknown, counted as free.',
    default: 0,
    unit: 'US dollars',
    minimum: 0,
    maximum: 1_000,
  },
  outputPrice: {
    description: 'Price of a million tokens received. 0: unknown, counted as free.',
    default: 0,
    unit: 'US dollars',
    minimum: 0,
    maximum: 1_000,
  },
} as const;

/** An answer is waited for so long, all in all; so many questions are under way at once, of all processes of a home. */
export const modelConstants = { timeoutMs: 20_000, concurrency: 2 } as const;

/** The name that the Memory V3 record gives it. */
export const turnOptions = {
  maxLlmCallsPerTurn: {
    description:
      'So many questions a language model is asked at most during one call of the library, a command or an MCP tool; hooks ask none. 0: none is asked.',
    default: 1,
    minimum: 0,
    maximum: 20,
  },
} as const;

/** Who answers, and what may be spent; frozen. */
export type ModelSettings = SettingsOf<typeof modelOptions> &
  Readonly<Record<keyof typeof modelConstants, number>>;
export type TurnSettings = SettingsOf<typeof turnOptions>;
