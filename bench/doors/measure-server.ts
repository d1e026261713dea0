import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Era, eras, openingOf, requestOf } from '../mcp/server-messages.ts';
import { residentMegabytes } from './resident-megabytes.ts';

/** One start of the MCP server, until it has listed its tools and answered a first recall. */
export interface MeasuredServer {
  readonly era: Era;
  /** From before the process was started to the answer. */
  readonly listMs: number;
  /** The tools as they were listed. */
  readonly tools: string;
  /** Resident memory after that; NaN where there is no /proc. */
  readonly listedMegabytes: number;
  readonly recallMs: number;
  readonly recalledMegabytes: number;
}

interface ServerRequest {
  readonly command: string;
  readonly home: string;
  readonly repository: string;
  readonly question: string;
  readonly runs: number;
}

export async function measureServer(request: ServerRequest): Promise<readonly MeasuredServer[]> {
  const measured: MeasuredServer[] = [];
  for (let run = 0; run < request.runs; run++) {
    for (const era of eras) measured.push(await measureStart(era, request));
  }
  return measured;
}

async function measureStart(
  era: Era,
  { command, home, repository, question }: ServerRequest,
): Promise<MeasuredServer> {
  const startedAtMs = performance.now();
  const words = [command, 'mcp', '--home', home, '--repo', repository];
  const server = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(server, 'close');
  const answers = readAnswers(server);
  server.stdin.write(openingOf(era));
  server.stdin.write(`${JSON.stringify(requestOf(era, 1, 'tools/list'))}\n`);
  const { tools } = await answers.to(1);
  const listMs = performance.now() - startedAtMs;
  const listedMegabytes = residentMegabytes(server.pid);

  const askedAtMs = performance.now();
  const call = { name: 'recall', arguments: { query: question } };
  server.stdin.write(`${JSON.stringify(requestOf(era, 2, 'tools/call', call))}\n`);
  const { isError } = await answers.to(2);
  const recallMs = performance.now() - askedAtMs;
  const recalledMegabytes = residentMegabytes(server.pid);
  server.stdin.end();
  const [status] = await ended;
  if (isError === true || status !== 0) throw new Error(`The server failed, with status ${status}.`);
  return { era, listMs, tools: JSON.stringify(tools), listedMegabytes, recallMs, recalledMegabytes };
}

type Result = Readonly<Record<string, unknown>>;

function readAnswers({ stdout }: Pick<ChildProcessWithoutNullStreams, 'stdout'>) {
  let text = '';
  stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const find = (id: number): Result | undefined =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { readonly id?: number; readonly result?: Result })
      .find((message) => message.id === id)?.result;
  return {
    async to(id: number): Promise<Result> {
      for (let found = find(id); ; found = find(id)) {
        if (found !== undefined) return found;
        await Promise.race([once(stdout, 'data'), once(stdout, 'end').then(() => Promise.reject(ended(id)))]);
      }
    },
  };
}

function ended(id: number): Error {
  return new Error(`The server ended before it answered request ${id}.`);
}
