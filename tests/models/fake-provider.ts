import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a provider received. */
interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Answering = (response: ServerResponse, request: Received) => void;

export interface FakeProvider {
  readonly endpoint: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/** A provider on loopback that answers as it is told to. */
export async function startProvider(answer: Answering): Promise<FakeProvider> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const asked = { path: request.url ?? '', headers: request.headers, body };
      received.push(asked);
      answer(response, asked);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => closed(server),
  };
}

export async function closed(server: Pick<Server, 'close' | 'closeAllConnections'>): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

export type DialectName = 'openai' | 'anthropic' | 'google';

/** An answer in the words of each provider. */
export const spoken: Readonly<Record<DialectName, (answer: string, stop?: 'cut' | 'refused') => unknown>> = {
  openai: (content, stop) => ({
    choices: [
      {
        finish_reason: stop === 'cut' ? 'length' : 'stop',
        message: stop === 'refused' ? { refusal: 'I will not.' } : { content },
      },
    ],
    usage: { prompt_tokens: 11, completion_tokens: 7 },
  }),
  anthropic: (text, stop) => ({
    stop_reason: stop === 'cut' ? 'max_tokens' : stop === 'refused' ? 'refusal' : 'end_turn',
    content: stop === 'refused' ? [] : [{ type: 'text', text }],
    usage: { input_tokens: 11, output_tokens: 7 },
  }),
  google: (text, stop) =>
    stop === 'refused'
      ? { promptFeedback: { blockReason: 'SAFETY' } }
      : {
          candidates: [
            { finishReason: stop === 'cut' ? 'MAX_TOKENS' : 'STOP', content: { parts: [{ text }] } },
          ],
          usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7 },
        },
};
