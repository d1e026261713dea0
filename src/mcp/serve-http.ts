import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { McpOverHttp, McpPlace } from '../model/server.ts';
import { noteSeen } from '../open/agents-seen.ts';
import { readVersion } from '../open/read-version.ts';
import { chooseHome } from '../open/this-user.ts';
import { createServer } from './create-server.ts';
import { redactMessage } from './outgoing.ts';
import { openLazily, SharedMemory } from './shared-memory.ts';

/** Longest line on the standard streams, in bytes. */
const maxRequestBodySize = 1_048_576;
/** A client that crashed never ends its session: the oldest one makes room. */
const mostSessions = 32;
const notFound = 404;
const sessionNotFound = -32_001;

/**
 * The tools of the MCP server over Streamable HTTP, with sessions in the older protocol only. Hooks are not offered: the
 * program that runs them starts a server itself.
 */
export function openMcpOverHttp({ home, repository, onFault }: McpPlace): McpOverHttp {
  const memory = new SharedMemory((request) => openLazily({ home, repository, ...request }));
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const serverOf = (session?: string): McpServer =>
    redactSent(
      createServer({
        ...{
          memory,
          ...(session && { session }),
          version: readVersion(),
          profile: 'default',
          begin: () => () => undefined,
        },
        logFault: (_, fault) => onFault(fault),
        meet: ({ name }) => noteSeen(chooseHome(home), name),
      }),
    );
  const modern = createMcpHandler(() => serverOf(), {
    ...{ legacy: 'reject', maxRequestBodySize, onerror: onFault },
  });

  async function begin(): Promise<WebStandardStreamableHTTPServerTransport> {
    const session = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({
      maxRequestBodySize,
      sessionIdGenerator: () => session,
      onsessioninitialized: async () => {
        sessions.set(session, transport);
        const [oldest] = sessions.values();
        if (sessions.size > mostSessions) await oldest?.close();
      },
    });
    const server = serverOf(session);
    server.server.onclose = () => sessions.delete(session);
    await server.connect(transport);
    return transport;
  }

  return {
    answer: async (request) => {
      if (!(await isLegacyRequest(request, undefined, { maxRequestBodySize })))
        return await modern.fetch(request);
      const session = request.headers.get('mcp-session-id');
      const transport = session === null ? await begin() : sessions.get(session);
      if (transport !== undefined) return await transport.handleRequest(request);
      const error = { code: sessionNotFound, message: 'This session has ended. Initialize again.' };
      return Response.json({ jsonrpc: '2.0', id: null, error }, { status: notFound });
    },
    close: async () => {
      await modern.close();
      for (const transport of [...sessions.values()]) await transport.close();
      await memory.stop();
    },
  };
}

/** Guards the one way out, for every transport of the server. */
function redactSent(server: McpServer): McpServer {
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(redactMessage(message), options);
    await connect(transport);
  };
  return server;
}
