import { pipeline, type Readable, type Writable } from 'node:stream';
import { type JSONRPCMessage, ProtocolErrorCode, type RequestId } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { LineLimit } from './line-limit.ts';
import { redactMessage } from './redact-message.ts';
import { hookTool, silence } from './tools/hook.ts';

const callOfHook = new RegExp(
  `^[^"]*(?:"(?:jsonrpc|id)":\\s*"?[\\w:.-]+"?,\\s*)*"method":\\s*"tools/call",\\s*"params":\\s*\\{\\s*"name":\\s*"${hookTool.name}"`,
);

/** Never reached, because lines are limited before. */
const maxBufferSize = 4_194_304;

/** JSON-RPC over standard streams, with limits on what comes in and redaction of what goes out. */
export class GuardedTransport extends StdioServerTransport {
  readonly #ended = Promise.withResolvers<void>();

  constructor(input: Readable, output: Writable) {
    const lines = new LineLimit({
      answersTo: output,
      onTooLong: (id, head) => void this.send(answerTooLong(id, head)).catch(() => undefined),
    });
    super(lines, output, { maxBufferSize });
    // An input error ends the line stream, which ends the connection.
    pipeline(input, lines, () => undefined);
  }

  /** Settles when either side has ended the connection. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    await super.send(redactMessage(message));
  }

  override async close(): Promise<void> {
    await super.close();
    this.#ended.resolve();
  }
}

/** An agent would tell its person of a hook that fails, though nothing is to be said. */
function answerTooLong(id: RequestId | undefined, head: string): JSONRPCMessage {
  if (id === undefined || !callOfHook.test(head)) return tooLong(id);
  return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: silence }] } };
}

function tooLong(id: RequestId | undefined): JSONRPCMessage {
  const message = 'The request is larger than 1 MB and was not read. Send less of it.';
  return {
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    error: { code: ProtocolErrorCode.InvalidRequest, message },
  };
}
