import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerPlace } from './open-server.ts';
import { openingOf, requestOf } from './server-messages.ts';

/** A server in a process of its own that is given one memory to remember after the other. */
export interface WritingServer {
  /** Settles with the first acknowledgement, or when the server ends without one. */
  readonly started: Promise<unknown>;
  /** Acknowledged texts so far, by the first 8 digits of the memory's id. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Answers that were errors. */
  readonly refusals: readonly string[];
  /** SIGKILL, wherever it is; settles when all it ever said has been read. */
  kill(): Promise<void>;
}

export interface WritingServerOptions extends ServerPlace {
  /** The text of its `count`th memory. */
  readonly textOf: (count: number) => string;
}

interface Answer {
  readonly id: number;
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text: string }[] };
}

const era = '2026-07-28';

export function startWritingServer({
  command,
  home,
  repository,
  textOf,
}: WritingServerOptions): WritingServer {
  const words = [command, 'mcp', '--home', home, '--repo', repository];
  const server = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(server, 'close');
  const acknowledged = new Map<string, string>();
  const refusals: string[] = [];
  let count = 0;
  let unread = '';

  const send = (): void => {
    const params = { name: 'remember', arguments: { content: textOf(count) } };
    server.stdin.write(`${JSON.stringify(requestOf(era, count, 'tools/call', params))}\n`);
  };
  const take = (line: string): void => {
    const { result } = JSON.parse(line) as Answer;
    const [, id] = /^Remembered: \w+ (\w{8})/.exec(result?.content?.[0]?.text ?? '') ?? [];
    if (id === undefined) refusals.push(line);
    else acknowledged.set(id, textOf(count));
    count += 1;
    send();
  };
  // It is killed while we write.
  server.stdin.on('error', () => undefined);
  server.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (unread + chunk).split('\n');
    unread = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  server.stdin.write(openingOf(era));
  send();
  return {
    started: Promise.race([once(server.stdout, 'data'), ended]),
    acknowledged,
    refusals,
    async kill() {
      server.kill('SIGKILL');
      await ended;
    },
  };
}
