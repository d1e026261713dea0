import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

interface Bridge {
  readonly url: string;
  close(): Promise<void>;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
}

/** One server over standard streams, for one client. */
interface Session {
  readonly child: ChildProcessWithoutNullStreams;
  readonly waiting: Map<number | string, (answer: string) => void>;
}

const sessionHeader = 'mcp-session-id';

/**
 * Speaks HTTP to a client, for a server over standard streams: the suite knows no other way. On the loopback address alone, and as plainly as
 * the protocol allows: an answer of JSON for each request, no stream.
 */
export async function openBridge(program: {
  readonly command: string;
  readonly args: readonly string[];
}): Promise<Bridge> {
  const sessions = new Map<string, Session>();
  const server = createServer((request, response) => {
    answer(request, response).catch((fault: unknown) => {
      response.writeHead(500).end(String(fault));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      for (const { child } of sessions.values()) child.kill();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const body = await textOf(request);
    const message: Message = JSON.parse(body);
    const { id = message.method === 'initialize' ? crypto.randomUUID() : undefined, session } = find(request);
    const found = session ?? (id === undefined ? undefined : start(id));
    if (found === undefined) return void response.writeHead(404).end();
    const answered = ask(found, message, body);
    const headers = id === undefined ? {} : { [sessionHeader]: id };
    if (answered === undefined) return void response.writeHead(202, headers).end();
    response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end(await answered);
  }

  function find({ headers }: IncomingMessage): { readonly id?: string; readonly session?: Session } {
    const id = headers[sessionHeader];
    const session = typeof id === 'string' ? sessions.get(id) : undefined;
    return typeof id === 'string' && session !== undefined ? { id, session } : {};
  }

  function start(id: string): Session {
    const child = spawn(program.command, program.args, { stdio: ['pipe', 'pipe', 'pipe'] });
    child.stderr.resume();
    const session: Session = { child, waiting: new Map() };
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { id: answered, method }: Message = JSON.parse(line);
      if (answered === undefined || method !== undefined) return;
      session.waiting.get(answered)?.(line);
      session.waiting.delete(answered);
    });
    sessions.set(id, session);
    return session;
  }
}

/** Undefined for what takes no answer. */
function ask(
  { child, waiting }: Session,
  { id, method }: Message,
  body: string,
): Promise<string> | undefined {
  const answered =
    id === undefined || method === undefined
      ? undefined
      : new Promise<string>((resolve) => waiting.set(id, resolve));
  child.stdin.write(`${body.replaceAll(/[\r\n]+/g, ' ')}\n`);
  return answered;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
