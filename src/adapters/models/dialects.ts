import { ModelFault, type ModelPrompt } from '../../ports/language-model.ts';
import { parsedJson } from '../../text/json/fields.ts';

interface DialectRequest {
  /** After the endpoint. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface DialectAnswer {
  /** JSON as text, or already read. */
  readonly answer: unknown;
  readonly inputTokens?: unknown;
  readonly outputTokens?: unknown;
}

export interface Dialect {
  readonly endpoint: string;
  /** Where its key usually is in the environment. */
  readonly keyVariable: string;
  readonly request: (prompt: ModelPrompt, model: string, key: string) => DialectRequest;
  /** @throws ModelFault */
  readonly read: (reply: Reply) => DialectAnswer;
}

/** Reads a field of JSON that may have any form. */
type Reply = (...path: readonly (string | number)[]) => unknown;

export function replyOf(json: unknown): Reply {
  return (...path) =>
    path.reduce<unknown>(
      (at, key) =>
        typeof at === 'object' && at !== null
          ? (at as Readonly<Record<string | number, unknown>>)[key]
          : undefined,
      json,
    );
}

/** Three ways to ask the same, as their providers document them. */
export const dialects = {
  openai: {
    endpoint: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    request: ({ instructions, text, schema, maxOutputTokens }, model, key) => ({
      path: '/chat/completions',
      headers: key === '' ? {} : { authorization: `Bearer ${key}` },
      body: {
        model,
        max_completion_tokens: maxOutputTokens,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: text },
        ],
        response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } },
      },
    }),
    read: (reply) => {
      const stopped = reply('choices', 0, 'finish_reason');
      refuseIf(stopped === 'content_filter' || typeof reply('choices', 0, 'message', 'refusal') === 'string');
      truncatedIf(stopped === 'length');
      return {
        answer: reply('choices', 0, 'message', 'content'),
        inputTokens: reply('usage', 'prompt_tokens'),
        outputTokens: reply('usage', 'completion_tokens'),
      };
    },
  },
  anthropic: {
    endpoint: 'https://api.anthropic.com',
    keyVariable: 'ANTHROPIC_API_KEY',
    request: ({ instructions, text, schema, maxOutputTokens }, model, key) => ({
      path: '/v1/messages',
      headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
      body: {
        model,
        max_tokens: maxOutputTokens,
        system: instructions,
        messages: [{ role: 'user', content: text }],
        tools: [{ name: 'answer', description: 'Takes the answer.', input_schema: schema }],
        tool_choice: { type: 'tool', name: 'answer' },
      },
    }),
    read: (reply) => {
      const stopped = reply('stop_reason');
      refuseIf(stopped === 'refusal');
      truncatedIf(stopped === 'max_tokens');
      const parts = reply('content');
      const called = Array.isArray(parts)
        ? parts.map(replyOf).find((part) => part('type') === 'tool_use')
        : undefined;
      return {
        answer: called?.('input') ?? reply('content', 0, 'text'),
        inputTokens: reply('usage', 'input_tokens'),
        outputTokens: reply('usage', 'output_tokens'),
      };
    },
  },
  google: {
    endpoint: 'https://generativelanguage.googleapis.com',
    keyVariable: 'GEMINI_API_KEY',
    request: ({ instructions, text, schema, maxOutputTokens }, model, key) => ({
      path: `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
      headers: { 'x-goog-api-key': key },
      body: {
        systemInstruction: { parts: [{ text: instructions }] },
        contents: [{ role: 'user', parts: [{ text }] }],
        generationConfig: {
          responseMimeType: 'application/json',
          responseJsonSchema: schema,
          maxOutputTokens,
        },
      },
    }),
    read: (reply) => {
      const stopped = reply('candidates', 0, 'finishReason');
      refuseIf(reply('promptFeedback', 'blockReason') !== undefined || stopped === 'SAFETY');
      truncatedIf(stopped === 'MAX_TOKENS');
      return {
        answer: reply('candidates', 0, 'content', 'parts', 0, 'text'),
        inputTokens: reply('usageMetadata', 'promptTokenCount'),
        outputTokens: reply('usageMetadata', 'candidatesTokenCount'),
      };
    },
  },
} as const satisfies Readonly<Record<string, Dialect>>;

function refuseIf(refused: boolean): void {
  if (refused) throw new ModelFault('refused');
}

function truncatedIf(isCut: boolean): void {
  if (isCut) throw new ModelFault('truncated');
}

/**
 * The JSON that a model wrote: alone, in a Markdown fence, or with words around it, as programs print it.
 * @throws ModelFault `not_json`
 */
export function readAnswer(answer: unknown): unknown {
  if (typeof answer === 'object' && answer !== null) return answer;
  if (typeof answer !== 'string') throw new ModelFault('not_json');
  const found = [answer, withoutWordsAround(answer)].map(parsedJson).find((value) => value !== undefined);
  if (typeof found !== 'object' || found === null) throw new ModelFault('not_json');
  return found;
}

function withoutWordsAround(text: string): string {
  return text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
}

/** A count of tokens as a provider tells it; undefined for anything else. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;
}
