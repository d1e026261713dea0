import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer, type ServerDependencies } from './create-server.ts';
import { GuardedTransport } from './guarded-transport.ts';

/** A client being served. */
interface Connection {
  /** Settles when either side has closed the connection. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Serves the client at the other end of two streams, in the protocol version with which it opens the connection. */
export function serve(input: Readable, output: Writable, dependencies: ServerDependencies): Connection {
  const transport = new GuardedTransport(input, output);
  const { close } = serveStdio(() => createServer(dependencies), {
    transport,
    onerror: (fault) => dependencies.logFault('The connection met a fault', fault),
  });
  return { ended: transport.ended, close };
}
