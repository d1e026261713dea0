import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callHook, openServer, type ServerPlace } from '../mcp/open-server.ts';
import { cpuMsOf } from '../reporting/processes.ts';
import { runProcess } from '../run-process.ts';
import type { HookKind } from './time-hook.ts';

/** One call of the hook in a running server: all of its time is added, since no process is started. */
export interface TimedWarmHook {
  readonly kind: HookKind;
  readonly wallMs: number;
  /** CPU time of the server meanwhile, to the hundredth of a second; NaN where there is no /proc. */
  readonly cpuMs: number;
  readonly hasPrinted: boolean;
}

interface WarmHookRequest extends ServerPlace {
  /** For settings of an agent; empty. */
  readonly folder: string;
  readonly rounds: number;
  /** Input of a hook of each kind, as it is handed to a process. */
  readonly inputOf: (kind: HookKind) => string;
}

const warmUpRounds = 3;
const kinds: readonly HookKind[] = ['passing command', 'unknown failure', 'card', 'card, other commit'];

export async function timeWarmHook(request: WarmHookRequest): Promise<readonly TimedWarmHook[]> {
  const { rounds, inputOf } = request;
  const placeholders = {
    failed: await placeholdersOf(request, 'PostToolUseFailure'),
    passed: await placeholdersOf(request, 'PostToolUse'),
  };
  const server = openServer(request);
  const timed: TimedWarmHook[] = [];
  for (let round = 0; round < rounds + warmUpRounds; round++) {
    for (const kind of kinds) {
      const event = JSON.parse(inputOf(kind));
      const isFailure = event.hook_event_name === 'PostToolUseFailure';
      const told = filled(isFailure ? placeholders.failed : placeholders.passed, event);
      const cpuBefore = cpuMsOf(server.pid);
      const startedAtMs = performance.now();
      const text = await callHook(server, told);
      const wallMs = performance.now() - startedAtMs;
      timed.push({ kind, wallMs, cpuMs: cpuMsOf(server.pid) - cpuBefore, hasPrinted: text !== '{}' });
    }
  }
  await server.close();
  return timed.slice(warmUpRounds * kinds.length);
}

/** The arguments of the hook, as the setup writes them. */
export async function placeholdersOf(
  { command, folder }: Pick<WarmHookRequest, 'command' | 'folder'>,
  event: string,
): Promise<Readonly<Record<string, string>>> {
  const words = [command, 'setup', '--agent', 'claude-code'];
  const environment = { PATH: process.env.PATH, HOME: folder, CLAUDE_CONFIG_DIR: folder };
  const { status, stderr } = await runProcess({ words, input: '', environment });
  if (status !== 0) throw new Error(`The setup ended with status ${status} and said: ${stderr}`);
  const { hooks } = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'));
  return hooks[event][0].hooks[0].input;
}

/** As the agent does it: what an event has no value for is left standing. */
export function filled(
  placeholders: Readonly<Record<string, string>>,
  event: unknown,
): Readonly<Record<string, string>> {
  const valueAt = (placeholder: string) =>
    placeholder
      .slice(2, -1)
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], event);
  return Object.fromEntries(
    Object.entries(placeholders).map(([name, placeholder]) => [
      name,
      String(valueAt(placeholder) ?? placeholder),
    ]),
  );
}
