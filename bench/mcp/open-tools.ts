import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { openingOf, requestOf } from './server-messages.ts';
import type { WritingServerOptions } from './writing-server.ts';

export interface OpenTools {
  /** Answer to a call, as the line that came. */
  call(name: string, values: object): Promise<string>;
  /** Ends the server; all that it wrote to standard error. */
  close(): Promise<string>;
}

const era = '2026-07-28';

/** The built server in a process of its own, asked one thing after the other. */
export function openTools({ command, home, repository }: Omit<WritingServerOptions, 'textOf'>): OpenTools {
  const server = spawn(process.execPath, [command, 'mcp', '--home', home, '--repo', repository]);
  const ended = once(server, 'close');
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  let stderr = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  server.stdin.write(openingOf(era));
  let id = 0;
  return {
    async call(name, values) {
      id += 1;
      server.stdin.write(
        `${JSON.stringify(requestOf(era, id, 'tools/call', { name, arguments: values }))}\n`,
      );
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw new Error(`The server ended before it answered ${name}: ${stderr}`);
        if (JSON.parse(value).id === id) return value;
      }
    },
    async close() {
      server.stdin.end();
      await ended;
      return stderr;
    },
  };
}
