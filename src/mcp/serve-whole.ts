import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer, type ServerDependencies } from './create-server.ts';
import { redactMessage } from './outgoing.ts';

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

/** Never reached, because lines are limited before. */
const maxBufferSize = 4_194_304;

/** JSON-RPC over standard streams, with redaction of all output. */
export class GuardedTransport extends StdioServerTransport {
  readonly #ended = Promise.withResolvers<void>();
  #answered: RequestId | undefined;

  /** @param answered id of the first request, where it has its answer already */
  constructor(input: Readable, output: Writable, answered?: RequestId) {
    super(input, output, { maxBufferSize });
    this.#answered = answered;
  }

  /** Settles when either side has ended the connection. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    if (this.#answered !== undefined && 'id' in message && message.id === this.#answered) {
      this.#answered = undefined;
      return;
    }
    await super.send(redactMessage(message));
  }

  override async close(): Promise<void> {
    await super.close();
    this.#ended.resolve();
  }
}
