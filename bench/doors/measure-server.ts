import { openServer, type ServerPlace } from '../mcp/open-server.ts';
import { type Era, eras } from '../mcp/server-messages.ts';
import { megabytesOf } from '../reporting/processes.ts';

/** One start of the MCP server, until it has listed its tools and answered a first recall. */
export interface MeasuredServer {
  /** From before the process was started to the answer. */
  readonly listMs: number;
  /** The tools as they were listed. */
  readonly tools: string;
  /** Resident memory after that; NaN where there is no /proc. */
  readonly listedMegabytes: number;
}

interface ServerRequest extends ServerPlace {
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

async function measureStart(era: Era, { question, ...place }: ServerRequest): Promise<MeasuredServer> {
  const startedAtMs = performance.now();
  const server = openServer(place, { era });
  const { result: listed } = JSON.parse(await server.ask('tools/list'));
  const listMs = performance.now() - startedAtMs;
  const listedMegabytes = megabytesOf(server.pid);

  const { result: answered } = JSON.parse(await server.call('recall', { query: question }));
  const { status } = await server.close();
  if (answered?.isError === true || status !== 0)
    throw new Error(`The server failed, with status ${status}.`);
  return { listMs, tools: JSON.stringify(listed?.tools), listedMegabytes };
}
