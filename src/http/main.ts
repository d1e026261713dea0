import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { AfterwitError } from '../model/errors.ts';
import type { McpOverHttp, ServeRequest, Serving } from '../model/server.ts';
import { openInBrowser } from '../open/open-in-browser.ts';
import { readVersion } from '../open/read-version.ts';
import { memoryVersion, watchMemory } from '../open/watch-memory.ts';
import { createApp } from './create-app.ts';
import { EventStreams } from './event-streams.ts';
import { OpenedMemories } from './opened-memories.ts';
import { Sessions } from './sessions.ts';
import { openStaticFiles } from './static-files.ts';

/** After the last page has gone, and until the first one comes. */
const usualIdleMs = { afterLast: 60_000, untilFirst: 600_000 } as const;
/** A browser on this machine sends its headers at once; who drips them holds a connection for no longer. */
const usualArrival = { headersTimeout: 5_000, requestTimeout: 20_000, connectionsCheckingInterval: 5_000 };
const keepAliveTimeout = 5_000;
const mostHeaderBytes = 16_384;
const mostConnections = 256;

/** Serves the page and what it asks on this machine alone. @throws INVALID_ARGUMENT for a port that cannot be had */
export async function serve(request: ServeRequest): Promise<Serving> {
  const {
    home,
    repository,
    speaker,
    opens,
    signal,
    onFault,
    openMcp,
    idleMs = usualIdleMs,
    arrival = usualArrival,
  } = request;
  const ending = Promise.withResolvers<void>();
  let idle: NodeJS.Timeout | undefined;
  const waitFor = (ms: number): void => {
    clearTimeout(idle);
    if (streams.count === 0) idle = setTimeout(endUnlessHeard, ms);
  };
  /** An agent may listen where no page does. */
  const endUnlessHeard = (): void => {
    server.closeIdleConnections();
    server.getConnections((_, open) => (open > 0 ? waitFor(idleMs.afterLast) : ending.resolve()));
  };
  const sessions = new Sessions();
  const memories = new OpenedMemories({ home, repository, speaker });
  let mcp: Promise<McpOverHttp> | undefined;
  const streams = new EventStreams({
    version: () => memoryVersion(home),
    watch: (onChange) => watchMemory(home, onChange),
    onLastGone: () => waitFor(idleMs.afterLast),
  });
  const app = createApp({
    port: () => port,
    sessions,
    memories,
    streams,
    files: openStaticFiles(),
    mcp: openMcp && (() => (mcp ??= openMcp({ home, repository, onFault }))),
    speaker,
    version: readVersion(),
    nowMs: Date.now,
    onFault,
    onUse: () => waitFor(idleMs.afterLast),
  });
  const listener = getRequestListener((asked, env) => app.request(asked, undefined, env), {
    overrideGlobalObjects: false,
  });
  const server = createServer({ ...arrival, keepAliveTimeout, maxHeaderSize: mostHeaderBytes }, listener);
  server.on('clientError', refuse);
  server.maxConnections = mostConnections;
  server.maxHeadersCount = 100;
  server.listen(request.port ?? 0, '127.0.0.1');
  await untilListening(once(server, 'listening'), request.port);
  const listening = server.address();
  const port = typeof listening === 'object' && listening !== null ? listening.port : 0;
  waitFor(idleMs.untilFirst);
  signal.addEventListener('abort', () => ending.resolve(), { once: true });
  const origin = `http://127.0.0.1:${port}`;
  const end = async (): Promise<void> => {
    await ending.promise;
    clearTimeout(idle);
    server.close();
    server.closeAllConnections();
    await mcp?.then((opened) => opened.close());
    await memories.close();
  };
  return {
    origin,
    address: `${origin}/#token=${sessions.token}`,
    isOpened: opens && openInBrowser(`${origin}/#token=${sessions.openingToken(Date.now())}`),
    agentToken: sessions.agentToken,
    ended: end(),
  };
}

const refusals: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
};

/** Node's answer to a faulty request; none on a silent connection, where a browser would take it for its next request's. */
function refuse(fault: NodeJS.ErrnoException, socket: Duplex): void {
  const isSilent = 'bytesRead' in socket && socket.bytesRead === 0;
  if (isSilent || !socket.writable) socket.destroy();
  else socket.end(`HTTP/1.1 ${refusals[fault.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
}

async function untilListening(listening: Promise<unknown>, port: number | undefined): Promise<void> {
  try {
    await listening;
  } catch (fault) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      `The port ${port ?? 'that the system chose'} cannot be listened on: ${fault instanceof Error ? fault.message : fault}. Choose another one with --port, or none.`,
      { cause: fault },
    );
  }
}
