import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openingOf } from '../mcp/server-messages.ts';
import { callsOf, era, filled, placeholdersOf } from './time-warm-hook.ts';

interface PromptsRequest {
  readonly command: string;
  readonly home: string;
  readonly repository: string;
  /** For settings of an agent; what is in it is left alone. */
  readonly folder: string;
  readonly prompts: readonly string[];
}

const warmUps = 3;

/** How long an agent waits for the hook of a prompt, called in a running server as the setup writes it: all of it is added. */
export async function timePrompts(request: PromptsRequest): Promise<readonly number[]> {
  const { command, home, repository, prompts } = request;
  const placeholders = await placeholdersOf(request, 'UserPromptSubmit');
  const words = [command, 'mcp', '--home', home, '--repo', repository];
  const server = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(server, 'close');
  const ask = callsOf(server);
  server.stdin.write(openingOf(era));
  const timesMs: number[] = [];
  for (const prompt of [...prompts.slice(0, warmUps), ...prompts]) {
    const event = {
      ...{ hook_event_name: 'UserPromptSubmit', session_id: crypto.randomUUID() },
      ...{ cwd: repository, prompt, source: 'user' },
    };
    const startedAtMs = performance.now();
    await ask(filled(placeholders, event));
    timesMs.push(performance.now() - startedAtMs);
  }
  server.stdin.end();
  await ended;
  return timesMs.slice(Math.min(warmUps, prompts.length));
}
