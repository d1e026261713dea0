import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callHook, openServer, type ServerPlace } from '../mcp/open-server.ts';
import { cpuMsOf, endedChildrenCpuMs } from '../reporting/processes.ts';
import { runProcess } from '../run-process.ts';
import { type ExampleFailure, failedInput, passedInput, type readRealResults } from './example-failures.ts';
import type { FilledMemory } from './fill-memory.ts';
import { SeededRandom } from './seeded-random.ts';

export const hookKinds = [
  'plain Node',
  'passing command',
  'unknown failure',
  'card',
  'card, other commit',
] as const;
export type HookKind = (typeof hookKinds)[number];

export interface TimedHook {
  readonly kind: HookKind;
  readonly wallMs: number;
  /** To the hundredth of a second: only the mean of many says something. NaN where there is no /proc. */
  readonly cpuMs: number;
  readonly hasPrinted: boolean;
}

const warmUpRounds = 5;
const seed = 444;

/**
 * Makes the input of a hook of each kind, each of a session of its own.
 * @param real commands of sessions: failures that are not known, and what passed; none without the data
 */
export function hookInputs(
  { known, unknown }: FilledMemory,
  cwd: string,
  real: ReturnType<typeof readRealResults>,
): (kind: HookKind) => string {
  const random = new SeededRandom(seed);
  const passed = real.passed.length > 0 ? real.passed : [{ command: 'npm test', output: 'ok 12 tests' }];
  const realUnknown = real.failed.length > 0 ? real.failed : unknown;
  // Of a few memories it may be that none was learned at one of the commits.
  const learned = (wanted: boolean): readonly ExampleFailure[] => {
    const some = known.filter(({ isEarly }) => isEarly === wanted);
    return (some.length > 0 ? some : known).map(({ failure }) => failure);
  };
  const [early, late] = [learned(true), learned(false)];
  const fail = (failures: readonly ExampleFailure[]): string => {
    const { command, exitCode, print } = random.pick(failures);
    return failedInput({ cwd }, command, `Exit code ${exitCode}\n${print(random)}`);
  };
  const makers: Readonly<Record<HookKind, () => string>> = {
    'plain Node': () => fail(unknown),
    'passing command': () => {
      const { command, output } = random.pick(passed);
      return passedInput({ cwd }, command, output);
    },
    'unknown failure': () => fail(random.happens(0.5) ? realUnknown : unknown),
    card: () => fail(late),
    'card, other commit': () => fail(early),
  };
  return (kind) => makers[kind]();
}

interface HookRequest {
  readonly hook: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly rounds: number;
  readonly inputOf: (kind: HookKind) => string;
}

/** Runs the hook as Claude Code does, in turn with a Node that does nothing, so that all meet the same machine. */
export async function timeHook({ rounds, inputOf, ...request }: HookRequest): Promise<readonly TimedHook[]> {
  const timed: TimedHook[] = [];
  for (let round = 0; round < rounds + warmUpRounds; round++) {
    for (const kind of hookKinds) {
      const before = endedChildrenCpuMs();
      const words = kind === 'plain Node' ? ['-e', '0'] : [request.hook];
      const { status, stderr, stdout, wallMs } = await runProcess({
        ...request,
        words,
        input: inputOf(kind),
      });
      if (status !== 0 || stderr !== '')
        throw new Error(`The hook ended with status ${status} and said: ${stderr}`);
      timed.push({ kind, wallMs, cpuMs: endedChildrenCpuMs() - before, hasPrinted: stdout !== '' });
    }
  }
  return timed.slice(warmUpRounds * hookKinds.length);
}

/** The same in a running server, as setup writes it: all of its time is added, since no process is started. */
export async function timeWarmHook(
  place: ServerPlace,
  folder: string,
  events: readonly (readonly [kind: HookKind, event: object])[],
): Promise<readonly TimedHook[]> {
  const told = await hookArguments(place.command, folder);
  const server = openServer(place);
  const timed: TimedHook[] = [];
  for (const [kind, event] of events) {
    const values = told(event);
    const before = cpuMsOf(server.pid);
    const startedAtMs = performance.now();
    const text = await callHook(server, values);
    const wallMs = performance.now() - startedAtMs;
    timed.push({ kind, wallMs, cpuMs: cpuMsOf(server.pid) - before, hasPrinted: text !== '{}' });
  }
  await server.close();
  return timed;
}

/** Arguments of the hook for an event, by the placeholders that setup writes: what an event has no value for is left standing. */
async function hookArguments(command: string, folder: string) {
  const words = [command, 'setup', '--agent', 'claude-code'];
  const environment = { PATH: process.env.PATH, HOME: folder, CLAUDE_CONFIG_DIR: folder };
  const { status, stderr } = await runProcess({ words, input: '', environment });
  if (status !== 0) throw new Error(`The setup ended with status ${status} and said: ${stderr}`);
  const { hooks } = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'));
  return (event: { readonly hook_event_name?: string }) => {
    const placeholders: Readonly<Record<string, string>> =
      hooks[event.hook_event_name ?? ''][0].hooks[0].input;
    const valueAt = (placeholder: string) =>
      placeholder
        .slice(2, -1)
        .split('.')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], event);
    return Object.fromEntries(
      Object.entries(placeholders).map(([name, one]) => [name, String(valueAt(one) ?? one)]),
    );
  };
}
