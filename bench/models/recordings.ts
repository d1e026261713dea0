import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { redact } from '../../src/redaction/redact.ts';
import { readJsonLines } from '../datasets/json-lines.ts';

/** Recordings that anybody may replay; each file holds what one model was asked. */
export const recordingsFolder = join(import.meta.dirname, 'recordings');

/** A redacted request to a provider of OpenAI's form, with its answer. Another version of a prompt is another question. */
export interface Exchange {
  readonly sent: unknown;
  readonly status: number;
  readonly reply: unknown;
}

/** A model that is asked while it is recorded. */
export interface LiveModel {
  readonly name: string;
  answer(sent: ChatRequest): Promise<Pick<Exchange, 'status' | 'reply'>>;
}

/** A request to an endpoint of OpenAI's form. */
interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly [field: string]: unknown;
}

/** A provider on loopback that answers from a recording. */
export interface RecordedProvider {
  readonly model: string;
  readonly endpoint: string;
  /** Questions so far. */
  readonly asked: () => number;
  /** @throws where something was asked that no recording answers, or that the model did not answer */
  requireAll(): void;
  save(): void;
  close(): Promise<void>;
}

const howToRecord = 'npm run bench -- models --part record --model NAME@ENDPOINT';

/** Answers from a file, without a network. @param live is asked in its place, and what it says is kept by `save` */
export async function startRecorded(file: string, live?: LiveModel): Promise<RecordedProvider> {
  const known = new Map(readRecording(file).map((exchange) => [keyOf(exchange.sent), exchange]));
  const used = new Map<string, Exchange>();
  const failed: string[] = [];
  let asked = 0;
  const exchangeFor = async (body: string): Promise<Exchange> => {
    asked++;
    const sent = redactedJson(JSON.parse(body)) as ChatRequest;
    const key = keyOf(sent);
    const exchange = live === undefined ? known.get(key) : await record(live, sent);
    if (exchange?.status === 200) used.set(key, exchange);
    else failed.push(exchange === undefined ? 'not recorded' : `status ${exchange.status}`);
    return exchange ?? { sent, status: 404, reply: {} };
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { status, reply } = await exchangeFor(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const [first] = known.values();
  return {
    model: live?.name ?? (first?.sent as ChatRequest | undefined)?.model ?? basename(file),
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    requireAll() {
      if (failed.length === 0) return;
      const why = [...new Set(failed)].join(', ');
      throw new Error(
        live === undefined
          ? `${file} has no answer to ${failed.length} questions: the prompt or what is asked about has changed. Record the same model anew: ${howToRecord}.`
          : `${live.name} left ${failed.length} questions without an answer (${why}), so that nothing was recorded.`,
      );
    },
    save() {
      mkdirSync(dirname(file), { recursive: true });
      const lines = [...used]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, exchange]) => `${JSON.stringify(exchange)}\n`);
      writeFileSync(file, gzipSync(lines.join(''), { level: 9 }));
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A model behind an endpoint, with the key in `OPENAI_API_KEY`, if there is one. @throws RangeError for what names none */
export function liveModel(words = ''): LiveModel {
  const [, name, endpoint] = /^(.+)@(https?:.+)$/.exec(words) ?? [];
  if (name === undefined || endpoint === undefined)
    throw new RangeError(
      '--model names what is recorded: NAME@ENDPOINT such as qwen3@http://localhost:11434/v1, or `encoder`.',
    );
  const { OPENAI_API_KEY: key = '' } = process.env;
  return {
    name,
    async answer(sent) {
      const response = await fetch(`${endpoint.replace(/\/+$/, '')}/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify(sent),
      });
      return { status: response.status, reply: await response.json().catch(() => ({})) };
    },
  };
}

async function record(live: LiveModel, sent: ChatRequest): Promise<Exchange> {
  const answered = await live.answer(sent).catch(() => ({ status: 503, reply: {} }));
  return { sent, status: answered.status, reply: redactedJson(answered.reply) };
}

function readRecording(file: string): readonly Exchange[] {
  return existsSync(file) ? readJsonLines<Exchange>(file) : [];
}

/** @throws where the folder holds none */
export function recordingsIn(folder: string): readonly string[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz')) : [];
  if (files.length === 0) throw new Error(`${folder} holds no recordings. Record one: ${howToRecord}.`);
  return files.toSorted().map((name) => join(folder, name));
}

export function recordingOf(folder: string, { name }: Pick<LiveModel, 'name'>): string {
  return join(folder, `${name.replaceAll(/[^\w.-]+/g, '_')}.jsonl.gz`);
}

function redactedJson(value: unknown): unknown {
  return JSON.parse(redact(JSON.stringify(value)));
}

function keyOf(sent: unknown): string {
  return createHash('sha256').update(JSON.stringify(sent)).digest('hex');
}
