import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { serve } from '../../src/http/main.ts';
import type { Speaker } from '../../src/model/provenance.ts';
import type { ServeRequest } from '../../src/model/server.ts';

const person: Speaker = { kind: 'user', name: 'ada', source: 'cli' };

export interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

/** The real server, on a port that the system chose, over a home of its own. */
export async function openServer(options: Partial<ServeRequest> = {}) {
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'http-home-'));
  const ending = new AbortController();
  const faults: unknown[] = [];
  const serving = await serve({
    repository: home,
    speaker: person,
    opens: false,
    signal: ending.signal,
    onFault: (fault) => faults.push(fault),
    ...options,
    home,
  });
  onTestFinished(async () => {
    ending.abort();
    await serving.ended;
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  const { origin, address } = serving;
  const port = Number(new URL(origin).port);
  const token = new URLSearchParams(new URL(address).hash.slice(1)).get('token') ?? '';
  const ask = (path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const asking = request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
        answer.on('error', reject);
      });
      asking.on('error', reject).end(body);
    });
  return { ...serving, home, port, token, faults, ask };
}

export type OpenedServer = Awaited<ReturnType<typeof openServer>>;

/** Lets a page of ours in, and returns the headers of its further requests. */
export async function enter({ ask, origin, token }: OpenedServer): Promise<Readonly<Record<string, string>>> {
  const headers = { origin, 'content-type': 'application/json' };
  const begun = await ask('/api/session', { method: 'POST', headers, body: JSON.stringify({ token }) });
  const cookie = begun.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { ...headers, cookie, 'x-afterwit-key': JSON.parse(begun.text).key };
}
