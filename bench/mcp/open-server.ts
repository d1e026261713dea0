import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Era, eras, openingOf, requestOf } from './server-messages.ts';

export interface ServerPlace {
  /** The built `bin.js`. */
  readonly command: string;
  readonly home: string;
  readonly repository: string;
}

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
}

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
  server.stdin.write(openingOf(era));
  let id = 0;
  const ask = (method: string, params: object = {}): Promise<string> => {
    id += 1;
    const answer = Promise.withResolvers<string>();
    waiting.set(id, answer);
    server.stdin.write(`${JSON.stringify(requestOf(era, id, method, params))}\n`);
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
  };
}

/** The answer to a hook that is called in a running server. */
export async function callHook(server: OpenServer, told: object): Promise<string> {
  const { result } = JSON.parse(await server.call('hook', told));
  return result?.content?.[0]?.text ?? '';
}
