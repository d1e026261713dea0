import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openingOf, requestOf } from '../mcp/server-messages.ts';
import { runProcess } from './run-process.ts';
import type { HookKind } from './time-hook.ts';

/** One call of the hook in a running server: all of its time is added, since no process is started. */
export interface TimedWarmHook {
  readonly kind: HookKind;
  readonly wallMs: number;
  /** CPU time of the server meanwhile, to the hundredth of a second; NaN where there is no /proc. */
  readonly cpuMs: number;
  readonly hasPrinted: boolean;
}

interface WarmHookRequest {
  readonly command: string;
  readonly home: string;
  readonly repository: string;
  /** For settings of an agent; empty. */
  readonly folder: string;
  readonly rounds: number;
  /** Input of a hook of each kind, as it is handed to a process. */
  readonly inputOf: (kind: HookKind) => string;
}

export const era = '2026-07-28';
const warmUpRounds = 3;
const kinds: readonly HookKind[] = ['passing command', 'unknown failure', 'card', 'card, other commit'];
const msPerTick = 10;

export async function timeWarmHook(request: WarmHookRequest): Promise<readonly TimedWarmHook[]> {
  const { command, home, repository, rounds, inputOf } = request;
  const placeholders = {
    failed: await placeholdersOf(request, 'PostToolUseFailure'),
    passed: await placeholdersOf(request, 'PostToolUse'),
  };
  const words = [command, 'mcp', '--home', home, '--repo', repository];
  const server = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(server, 'close');
  const ask = callsOf(server);
  server.stdin.write(openingOf(era));
  const timed: TimedWarmHook[] = [];
  for (let round = 0; round < rounds + warmUpRounds; round++) {
    for (const kind of kinds) {
      const event = JSON.parse(inputOf(kind));
      const isFailure = event.hook_event_name === 'PostToolUseFailure';
      const told = filled(isFailure ? placeholders.failed : placeholders.passed, event);
      const cpuBefore = cpuMsOf(server.pid);
      const startedAtMs = performance.now();
      const text = await ask(told);
      const wallMs = performance.now() - startedAtMs;
      timed.push({ kind, wallMs, cpuMs: cpuMsOf(server.pid) - cpuBefore, hasPrinted: text !== '{}' });
    }
  }
  server.stdin.end();
  await ended;
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

export function callsOf({ stdin, stdout }: ChildProcessWithoutNullStreams | ReturnType<typeof spawn>) {
  if (stdin === null || stdout === null) throw new Error('The server has no streams.');
  const waiting = new Map<number, (text: string) => void>();
  createInterface({ input: stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line);
    waiting.get(id)?.(result?.content?.[0]?.text ?? '');
    waiting.delete(id);
  });
  let last = 100;
  return (told: object): Promise<string> => {
    last += 1;
    const id = last;
    const answer = new Promise<string>((resolve) => waiting.set(id, resolve));
    const call = { name: 'hook', arguments: told };
    stdin.write(`${JSON.stringify(requestOf(era, id, 'tools/call', call))}\n`);
    return answer;
  };
}

function cpuMsOf(pid: number | undefined): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  } catch {
    return Number.NaN;
  }
}
