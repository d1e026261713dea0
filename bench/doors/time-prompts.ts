import { callHook, openServer, type ServerPlace } from '../mcp/open-server.ts';
import { filled, placeholdersOf } from './time-warm-hook.ts';

interface PromptsRequest extends ServerPlace {
  /** For settings of an agent; what is in it is left alone. */
  readonly folder: string;
  readonly prompts: readonly string[];
}

const warmUps = 3;

/** The wait of an agent for the hook of a prompt, called in a running server as setup writes it. */
export async function timePrompts(request: PromptsRequest): Promise<readonly number[]> {
  const { repository, prompts } = request;
  const placeholders = await placeholdersOf(request, 'UserPromptSubmit');
  const server = openServer(request);
  const timesMs: number[] = [];
  for (const prompt of [...prompts.slice(0, warmUps), ...prompts]) {
    const event = {
      ...{ hook_event_name: 'UserPromptSubmit', session_id: crypto.randomUUID() },
      ...{ cwd: repository, prompt, source: 'user' },
    };
    const startedAtMs = performance.now();
    await callHook(server, filled(placeholders, event));
    timesMs.push(performance.now() - startedAtMs);
  }
  await server.close();
  return timesMs.slice(Math.min(warmUps, prompts.length));
}
