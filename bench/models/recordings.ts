import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { redact } from '../../src/redaction/redact.ts';
import { readJsonLines } from '../datasets/json-lines.ts';

/** Recordings that anybody may replay; each file holds what one model was asked. */
export const recordingsFolder = join(import.meta.dirname, 'recordings');

interface Message {
  readonly role: string;
  readonly content: string;
}

/** A request to an endpoint of OpenAI's form. */
interface ChatRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly response_format: { readonly type: string };
}

/** A redacted request with its answer. Another version of a prompt is another question. */
export interface Exchange {
  readonly sent: ChatRequest;
  readonly status: number;
  readonly reply: unknown;
}

/** A model of OpenAI's form: a recorded one, or one at its endpoint. */
export interface AskedModel {
  readonly name: string;
  /** @throws where a recording has no answer, or the endpoint gives none */
  answer(messages: readonly Message[]): Promise<Exchange>;
}

const howToRecord = 'npm run bench -- models --part record --model NAME@ENDPOINT';

/** Answers from a file, without a network. */
export function recordedModel(file: string): AskedModel {
  const exchanges = readJsonLines<Exchange>(file);
  const known = new Map(exchanges.map((exchange) => [JSON.stringify(exchange.sent), exchange]));
  const name = exchanges[0]?.sent.model ?? file;
  return {
    name,
    async answer(messages) {
      const exchange = known.get(JSON.stringify(requestOf(name, messages)));
      if (exchange !== undefined) return exchange;
      throw new Error(
        `${file} has no answer: the prompt or what is asked about has changed. Record the model anew: ${howToRecord}.`,
      );
    },
  };
}

/** A model behind an endpoint, with the key in `OPENAI_API_KEY`, if there is one. @throws RangeError for what names none */
export function liveModel(words = ''): AskedModel {
  const [, name, endpoint] = /^(.+)@(https?:.+)$/.exec(words) ?? [];
  if (name === undefined || endpoint === undefined)
    throw new RangeError(
      '--model names what is recorded: NAME@ENDPOINT such as qwen3@http://localhost:11434/v1.',
    );
  const { OPENAI_API_KEY: key = '' } = process.env;
  return {
    name,
    async answer(messages) {
      const sent = requestOf(name, messages);
      const response = await fetch(`${endpoint.replace(/\/+$/, '')}/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify(sent),
      });
      if (!response.ok)
        throw new Error(`${name} answered with status ${response.status}: nothing is recorded.`);
      return { sent, status: response.status, reply: redacted(await response.json()) };
    },
  };
}

/** @throws where the folder holds none */
export function recordingsIn(folder: string): readonly string[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz')) : [];
  if (files.length === 0) throw new Error(`${folder} holds no recordings. Record one: ${howToRecord}.`);
  return files.toSorted().map((name) => join(folder, name));
}

export function writeRecording(folder: string, name: string, exchanges: readonly Exchange[]): void {
  mkdirSync(folder, { recursive: true });
  const lines = exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`);
  const file = join(folder, `${name.replaceAll(/[^\w.-]+/g, '_')}.jsonl.gz`);
  writeFileSync(file, gzipSync(lines.join(''), { level: 9 }));
}

function requestOf(model: string, messages: readonly Message[]): ChatRequest {
  return redacted({ model, messages, response_format: { type: 'json_object' } });
}

function redacted<Value>(value: Value): Value {
  return JSON.parse(redact(JSON.stringify(value)));
}
