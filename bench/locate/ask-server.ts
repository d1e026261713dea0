import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { residentMegabytes } from '../doors/resident-megabytes.ts';
import { openingOf, requestOf } from '../mcp/server-messages.ts';

interface ServerRequest {
  /** The built `bin.js`. */
  readonly command: string;
  readonly home: string;
  readonly repository: string;
  readonly questions: readonly string[];
}

const era = '2026-07-28';
/** Texts beyond this are refused by the tool. */
const longestQuestion = 20_000;

/**
 * Asks one `afterwit mcp` about files, question after question.
 *
 * @returns most megabytes resident after any of them; NaN where there is no /proc
 */
export async function askServer(request: ServerRequest): Promise<number> {
  const { command, home, repository, questions } = request;
  const words = [command, 'mcp', '--home', home, '--repo', repository];
  const server = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(server, 'close');
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  server.stdin.write(openingOf(era));
  let mostMegabytes = Number.NaN;
  for (const [position, text] of questions.entries()) {
    const id = position + 1;
    const call = { name: 'locate', arguments: { query: text.slice(0, longestQuestion) } };
    server.stdin.write(`${JSON.stringify(requestOf(era, id, 'tools/call', call))}\n`);
    await answerTo(id, lines);
    const megabytes = residentMegabytes(server.pid);
    mostMegabytes = mostMegabytes > megabytes ? mostMegabytes : megabytes;
  }
  server.stdin.end();
  await ended;
  return mostMegabytes;
}

interface Message {
  readonly id?: number;
  readonly result?: { readonly isError?: boolean };
}

async function answerTo(id: number, lines: AsyncIterator<string>): Promise<void> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`The server ended before it answered question ${id}.`);
    const message = JSON.parse(value) as Message;
    if (message.id !== id) continue;
    if (message.result === undefined || message.result.isError === true)
      throw new Error(`The server could not answer question ${id}: ${value.slice(0, 200)}`);
    return;
  }
}
