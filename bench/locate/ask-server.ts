import { openServer, type ServerPlace } from '../mcp/open-server.ts';
import { megabytesOf } from '../reporting/processes.ts';

interface ServerRequest extends ServerPlace {
  readonly questions: readonly string[];
}

/** Texts beyond this are refused by the tool. */
const longestQuestion = 20_000;

/**
 * Asks one `afterwit mcp` about files, question after question.
 *
 * @returns most megabytes resident after any of them; NaN where there is no /proc
 */
export async function askServer({ questions, ...place }: ServerRequest): Promise<number> {
  const server = openServer(place);
  let mostMegabytes = Number.NaN;
  for (const [position, text] of questions.entries()) {
    const line = await server.call('locate', { query: text.slice(0, longestQuestion) });
    const { result } = JSON.parse(line);
    if (result === undefined || result.isError === true)
      throw new Error(`The server could not answer question ${position + 1}: ${line.slice(0, 200)}`);
    const megabytes = megabytesOf(server.pid);
    mostMegabytes = mostMegabytes > megabytes ? mostMegabytes : megabytes;
  }
  await server.close();
  return mostMegabytes;
}
