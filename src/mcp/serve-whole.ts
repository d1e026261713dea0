import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer, type ServerDependencies } from './create-server.ts';
import { GuardedTransport } from './guarded-transport.ts';

interface Connection {
  readonly input: Readable;
  readonly output: Writable;
  /** Id of the first request, where it has its answer already. */
  readonly answered: string | number | undefined;
}

/** A server of the whole offer, in the era of the protocol in which the client opens the connection. */
export interface WholeServer {
  /** Settles when either side has ended the connection. */
  readonly ended: Promise<void>;
  close(): void;
}

export function serveWhole(
  dependencies: ServerDependencies,
  { input, output, answered }: Connection,
): WholeServer {
  const transport = new GuardedTransport(input, output, answered);
  const { close } = serveStdio(() => createServer(dependencies), {
    transport,
    onerror: (fault) => dependencies.logFault('The connection met a fault', fault),
  });
  return { ended: transport.ended, close: () => void close() };
}
