import type { ModelFaultCode } from '../../model/errors.ts';
import { type LanguageModel, ModelFault, type SdkModel } from '../../ports/language-model.ts';
import { countOf, type Dialect, readAnswer, replyOf } from './dialects.ts';

/** An answer of the forms asked for has a few kilobytes. */
const mostBytes = 1_000_000;

export interface HttpModelOptions {
  readonly dialect: Dialect;
  /** For receipts. */
  readonly name: string;
  readonly model: string;
  readonly endpoint: string;
  /** Read when it is needed; empty where the endpoint wants none. */
  readonly key: () => Promise<string>;
}

/** A model behind an endpoint. Text of the other end beside its answer is not read, and stands in no error. */
export function httpModel({ dialect, name, model, endpoint, key }: HttpModelOptions): LanguageModel {
  return {
    name,
    ask: async (prompt, signal) => {
      const { path, headers, body } = dialect.request(prompt, model, await key());
      const reply = await post(`${endpoint.replace(/\/+$/, '')}${path}`, {
        headers,
        body,
        mostBytes,
        signal,
      });
      const { answer, ...counted } = dialect.read(replyOf(reply));
      return {
        value: readAnswer(answer),
        inputTokens: countOf(counted.inputTokens),
        outputTokens: countOf(counted.outputTokens),
      };
    },
  };
}

interface Posted {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

/** The JSON that an address answers to JSON. @throws ModelFault */
export async function post(
  url: string,
  { headers, body, mostBytes: most, signal }: Posted,
): Promise<unknown> {
  const response = await send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal,
  });
  refuseStatus(response);
  return parse(await readText(response, most, signal));
}

async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (fault) {
    throw new ModelFault(request.signal?.aborted ? 'timeout' : faultOfConnection(fault));
  }
}

/** Node tells by its own codes why TLS ended. */
function faultOfConnection(fault: unknown): ModelFaultCode {
  const { cause } = fault as { readonly cause?: { readonly code?: unknown } };
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(String(cause?.code)) ? 'untrusted' : 'unreachable';
}

function refuseStatus({ status, ok, body, type }: Response): void {
  if (ok) return;
  void body?.cancel().catch(() => undefined);
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) throw new ModelFault('redirected');
  if (status === 429) throw new ModelFault('rate_limited');
  if (status === 401 || status === 403) throw new ModelFault('unauthorised');
  throw new ModelFault(status >= 500 ? 'server_error' : 'rejected');
}

async function readText({ body }: Response, most: number, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      // Leaving the loop cancels the rest.
      if (bytes > most) throw new ModelFault('too_long');
      chunks.push(chunk);
    }
  } catch (fault) {
    if (fault instanceof ModelFault) throw fault;
    throw new ModelFault(signal.aborted ? 'timeout' : 'truncated');
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelFault('not_json');
  }
}

/** A model that a program has at hand. Its faults are told as one code: their words may quote the provider. */
export function sdkModel(model: SdkModel): LanguageModel {
  return {
    name: `${model.provider}/${model.modelId}`,
    ask: async ({ instructions, text, schema, maxOutputTokens }, abortSignal) => {
      const options = {
        ...{ maxOutputTokens, abortSignal },
        prompt: [
          { role: 'system', content: instructions },
          { role: 'user', content: [{ type: 'text', text }] },
        ],
        responseFormat: { type: 'json', name: 'answer', schema },
      };
      const reply = replyOf(await generate(model, options, abortSignal));
      // A finish reason is a word or, from version 3 on, an object.
      const stopped = reply('finishReason', 'unified') ?? reply('finishReason');
      if (stopped === 'content-filter') throw new ModelFault('refused');
      if (stopped === 'length') throw new ModelFault('truncated');
      const parts = reply('content');
      const texts = Array.isArray(parts) ? parts.map(replyOf).filter((part) => part('type') === 'text') : [];
      const tokens = (name: string) => reply('usage', name, 'total') ?? reply('usage', name);
      return {
        value: readAnswer(texts.map((part) => part('text')).join('')),
        inputTokens: countOf(tokens('inputTokens')),
        outputTokens: countOf(tokens('outputTokens')),
      };
    },
  };
}

async function generate(model: SdkModel, options: unknown, signal: AbortSignal): Promise<unknown> {
  try {
    return await model.doGenerate(options as never);
  } catch {
    throw new ModelFault(signal.aborted ? 'timeout' : 'server_error');
  }
}
