import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestBody } from './parts.ts';
import { type Step, say } from './script.ts';
import type { ServerEvent } from './server-event.ts';
import { speakAnthropic } from './speak-anthropic.ts';
import { speakChat } from './speak-chat.ts';
import { speakGemini } from './speak-gemini.ts';
import { speakOpenAi } from './speak-openai.ts';

/** A request that asked the model for a turn of the conversation. */
export interface AskedTurn {
  readonly body: RequestBody;
  /** When it had arrived, and when its answer had been sent: `performance.now()`. */
  readonly askedAtMs: number;
  readonly answeredAtMs: number;
}

export interface ScriptedModel {
  /** Base URL of a conversation that plays these steps in turn, and what was asked of it so far. */
  play(steps: readonly Step[]): { readonly url: string; readonly asked: readonly AskedTurn[] };
  close(): Promise<void>;
}

interface Conversation {
  readonly steps: readonly Step[];
  readonly asked: AskedTurn[];
}

const done = say('Done.');

/** By the end of the path. */
const dialects: Readonly<Record<string, (step: Step, turn: string) => readonly ServerEvent[]>> = {
  messages: speakAnthropic,
  responses: speakOpenAi,
  completions: speakChat,
  streamGenerateContent: speakGemini,
};

/**
 * A model that plays a script, on the loopback address and a port of the system's choice. It speaks the streams of Anthropic Messages,
 * OpenAI Responses and Chat Completions, and Gemini; the path of the base URL names the conversation, so that several run at once.
 */
export async function openScriptedModel(): Promise<ScriptedModel> {
  const conversations = new Map<string, Conversation>();
  const server = createServer((request, response) => {
    answer(request, response).catch((fault: unknown) => {
      response.writeHead(500).end(String(fault));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = '', ...rest] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
    const conversation = conversations.get(name);
    const body = await bodyOf(request);
    // Gemini names the model first: `models/gemini-2.5-pro:streamGenerateContent`.
    const what = rest.at(-1)?.replace(/^.*:/, '') ?? '';
    const speak = dialects[what];
    if (speak === undefined || conversation === undefined) return sendJson(response, what);
    const askedAtMs = performance.now();
    const { asked, steps } = conversation;
    // A client's request beside the conversation, such as for a title, offers no tools.
    const isTurn = (body.tools ?? []).length > 0;
    const step = isTurn ? (steps[asked.length] ?? done) : done;
    const events = speak(step, `${name}_${asked.length}_${Math.round(askedAtMs)}`);
    if (body.stream === true || speak === speakGemini) sendEvents(response, events);
    else sendMessage(response, step);
    if (isTurn) asked.push({ body, askedAtMs, answeredAtMs: performance.now() });
  }

  return {
    play(steps) {
      const name = `play-${conversations.size + 1}`;
      const asked: AskedTurn[] = [];
      conversations.set(name, { steps, asked });
      return { url: `http://127.0.0.1:${port}/${name}`, asked };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<RequestBody> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? {} : JSON.parse(text);
}

function sendEvents(response: ServerResponse, events: readonly ServerEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const line = ({ type }: ServerEvent): string => (type === undefined ? '' : `event: ${type}\n`);
  response.end(events.map((event) => `${line(event)}data: ${JSON.stringify(event)}\n\n`).join(''));
}

/** The same in one piece, for a client that wants no stream: text alone. */
function sendMessage(response: ServerResponse, { blocks }: Step): void {
  const content = blocks.filter(({ kind }) => kind === 'text').map((block) => ({ ...block, type: 'text' }));
  const usage = { input_tokens: 1_000, output_tokens: 1 };
  const message = { id: 'msg', type: 'message', role: 'assistant', model: 'scripted', content, usage };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...message, stop_reason: 'end_turn', stop_sequence: null }));
}

/** Answers to other requests of clients: the number of tokens, the list of models. */
function sendJson(response: ServerResponse, what: string | undefined): void {
  const answers: Readonly<Record<string, object>> = {
    count_tokens: { input_tokens: 1_000 },
    models: { object: 'list', data: [], models: [] },
  };
  const answer = answers[what ?? ''];
  response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer ?? {}));
}
