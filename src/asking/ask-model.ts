import { createHash } from 'node:crypto';
import type { ModelFaultCode } from '../model/errors.ts';
import {
  type LanguageModel,
  ModelFault,
  type ModelLedger,
  type ModelLimits,
  type ModelPrompt,
} from '../ports/language-model.ts';
import type { Clock } from '../ports/system.ts';
import { redact } from '../redaction/redact.ts';

/** One call of the library, a command or an MCP tool, which may ask a model so often. */
export interface ModelTurn {
  /** Takes one question; false when none is left. */
  take(): boolean;
}

export function modelTurn(most: number): ModelTurn {
  let left = most;
  return { take: () => left-- > 0 };
}

export interface ModelAsking {
  readonly model: LanguageModel;
  readonly ledger: ModelLedger;
  readonly turn: ModelTurn;
  readonly limits: ModelLimits;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** An answer, or the reason for none; the asker then goes on as without a model. */
export type Asked<Answer> =
  | { readonly answer: Answer; readonly calls: number }
  | { readonly fault: ModelFaultCode; readonly calls: number };

/** Faults of the model's answer, which a second try may mend. */
const repairable: ReadonlySet<ModelFaultCode> = new Set(['not_json', 'wrong_schema']);

/**
 * Asks a model, or finds its paid answer to the same question. A question counts towards its turn and the budget of the day
 * before it is asked; an answer of another form is asked for once more. Faults of the model are answers.
 * @param read parses the answer; undefined where it has another form
 * @throws the ledger's errors: the question is not asked, or its answer not kept
 */
export async function askModel<Answer>(
  asked: ModelPrompt,
  read: (value: unknown) => Answer | undefined,
  asking: ModelAsking,
): Promise<Asked<Answer>> {
  const { model, ledger, clock } = asking;
  const prompt = { ...asked, text: redact(asked.text) };
  const key = keyOf(model.name, prompt);
  const known = readKnown(ledger.answerTo(key), read);
  if (known !== undefined) return { answer: known, calls: 0 };
  let fault: ModelFaultCode | undefined;
  for (const [calls, each] of [prompt, repairOf(prompt)].entries()) {
    const tried = await askOnce(each, read, asking);
    if ('answer' in tried) {
      ledger.keepAnswer(key, JSON.stringify(tried.value), clock.nowMs());
      return { answer: tried.answer, calls: calls + 1 };
    }
    // Where the repair may not be asked for, the fault of the first answer is told.
    if (!tried.wasAsked) return { fault: fault ?? tried.fault, calls };
    fault = tried.fault;
    if (!repairable.has(fault)) return { fault, calls: calls + 1 };
  }
  return { fault: fault ?? 'wrong_schema', calls: 2 };
}

/** The same question once more, after an answer that could not be read. */
function repairOf(prompt: ModelPrompt): ModelPrompt {
  return {
    ...prompt,
    instructions: `${prompt.instructions}\nYour last answer could not be read. Write one JSON object with exactly the fields of the schema.`,
  };
}

type Tried<Answer> =
  | { readonly answer: Answer; readonly value: unknown }
  | { readonly fault: ModelFaultCode; readonly wasAsked: boolean };

async function askOnce<Answer>(
  prompt: ModelPrompt,
  read: (value: unknown) => Answer | undefined,
  { model, ledger, turn, limits, clock, signal }: ModelAsking,
): Promise<Tried<Answer>> {
  if (!turn.take()) return { fault: 'over_turn', wasAsked: false };
  const call = ledger.reserve(
    {
      ...{ atMs: clock.nowMs(), use: prompt.name, model: model.name },
      inputTokens: mostTokensOf(prompt),
      outputTokens: prompt.maxOutputTokens,
    },
    limits,
  );
  if (typeof call === 'string') return { fault: call, wasAsked: false };
  try {
    const { value, ...counted } = await withDeadline(limits.timeoutMs, signal, (until) =>
      model.ask(prompt, until),
    );
    const answer = read(value);
    const fault = answer === undefined ? 'wrong_schema' : undefined;
    ledger.settle(call, { ...counted, fault }, limits);
    return answer === undefined ? { fault: 'wrong_schema', wasAsked: true } : { answer, value };
  } catch (thrown) {
    const fault = thrown instanceof ModelFault ? thrown.code : 'server_error';
    ledger.settle(call, { fault }, limits);
    return { fault, wasAsked: true };
  }
}

/** Ends in time even where the model does not. */
export async function withDeadline<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const until = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]);
  const timer = setTimeout(() => stop.abort(), timeoutMs);
  const late = new Promise<never>((_, reject) => {
    until.addEventListener('abort', () => reject(new ModelFault('timeout')), { once: true });
  });
  try {
    // The ledger may have been waited for. A call that begins now would hear of no end.
    if (until.aborted) throw new ModelFault('timeout');
    return await Promise.race([work(until), late]);
  } finally {
    clearTimeout(timer);
    late.catch(() => undefined);
  }
}

/** A token has hardly ever less than two bytes. */
function mostTokensOf({ instructions, text, schema }: ModelPrompt): number {
  return Math.ceil(Buffer.byteLength(instructions + text + JSON.stringify(schema)) / 2);
}

function keyOf(model: string, { name, instructions, text, schema }: ModelPrompt): string {
  return createHash('sha256')
    .update(JSON.stringify([model, name, instructions, text, schema]))
    .digest('hex');
}

function readKnown<Answer>(
  body: string | undefined,
  read: (value: unknown) => Answer | undefined,
): Answer | undefined {
  if (body === undefined) return undefined;
  try {
    return read(JSON.parse(body));
  } catch {
    return undefined;
  }
}
