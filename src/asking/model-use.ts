import type { JsonSchema, ModelPrompt } from '../ports/language-model.ts';

/** One thing that a language model may be asked: a row of `uses`. Caps, cache, ledger and redaction are those of `askModel`. */
export interface ModelUse<Question, Answer> {
  /** Name and version of the prompt, such as `judge@1`. */
  readonly name: string;
  readonly instructions: string;
  readonly schema: JsonSchema;
  /** The answer where no model is asked, or none answers. */
  readonly twin: string;
  /** The most that a wrong answer can do. */
  readonly bound: string;
  write(question: Question): WrittenQuestion<Answer>;
}

export interface WrittenQuestion<Answer> {
  /** Told as JSON. */
  readonly told: unknown;
  readonly maxOutputTokens: number;
  /** Undefined where an answer is not of the form. */
  readonly read: (value: unknown) => Answer | undefined;
}

export function promptOf<Question, Answer>(
  { name, instructions, schema, write }: ModelUse<Question, Answer>,
  question: Question,
): { readonly prompt: ModelPrompt } & Pick<WrittenQuestion<Answer>, 'read'> {
  const { told, maxOutputTokens, read } = write(question);
  const text = JSON.stringify(told, undefined, 1);
  return { prompt: { name, instructions, text, schema, maxOutputTokens }, read };
}

export function objectOf(properties: Readonly<Record<string, unknown>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
