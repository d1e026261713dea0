import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { redactMessage } from './redact-message.ts';

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
