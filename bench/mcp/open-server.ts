import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface ServerPlace {
  /** The built `bin.js`. */
  readonly command: string;
  readonly home: string;
  readonly repository: string;
}

/** The Model Context Protocol as clients of two eras write it. */
export const eras = ['2026-07-28', '2025-11-25'] as const;
type Era = (typeof eras)[number];

interface ServerForm {
  /** Default: the latest. */
  readonly era?: Era;
  readonly nodeOptions?: readonly string[];
}

/** The built server in a process of its own. */
export interface OpenServer {
  readonly pid: number | undefined;
  /** @returns the line that answers; rejects where the server ends before */
  ask(method: string, params?: object): Promise<string>;
  /** Has a tool called. */
  call(tool: string, values: object): Promise<string>;
  /** Ends the server. */
  close(): Promise<{ readonly status: number | null; readonly stderr: string }>;
  /** SIGKILL, wherever it is. */
  kill(): Promise<void>;
}

const clientInfo = { name: 'bench', version: '1' };

export function openServer(
  { command, home, repository }: ServerPlace,
  { era = eras[0], nodeOptions = [] }: ServerForm = {},
): OpenServer {
  const words = [command, 'mcp', '--home', home, '--repo', repository];
  const server = spawn(process.execPath, [...nodeOptions, ...words]);
  const ended = once(server, 'close');
  let stderr = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // It may be killed while we write.
  server.stdin.on('error', () => undefined);
  const waiting = new Map<number, PromiseWithResolvers<string>>();
  createInterface({ input: server.stdout }).on('line', (line) => {
    const { id } = JSON.parse(line);
    waiting.get(id)?.resolve(line);
    waiting.delete(id);
  });
  server.once('close', () => {
    for (const { reject } of waiting.values())
      reject(new Error(`The server ended before it answered: ${stderr}`));
  });
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  // A client of the older era opens with messages of its own; a newer one sends their content with each request.
  if (era !== eras[0]) {
    const params = { protocolVersion: era, capabilities: {}, clientInfo };
    send({ id: 'opening', method: 'initialize', params });
    send({ method: 'notifications/initialized' });
  }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  let id = 0;
  const ask = (method: string, params: object = {}): Promise<string> => {
    id += 1;
    const answer = Promise.withResolvers<string>();
    waiting.set(id, answer);
    send({ id, method, params: era === eras[0] ? { ...params, _meta } : params });
    return answer.promise;
  };
  return {
    pid: server.pid,
    ask,
    call: (name, values) => ask('tools/call', { name, arguments: values }),
    async close() {
      server.stdin.end();
      const [status] = await ended;
      return { status, stderr };
    },
    async kill() {
      server.kill('SIGKILL');
      await ended;
    },
  };
}

/** The answer to a hook that is called in a running server. */
export async function callHook(server: OpenServer, told: object): Promise<string> {
  const { result } = JSON.parse(await server.call('hook', told));
  return result?.content?.[0]?.text ?? '';
}
