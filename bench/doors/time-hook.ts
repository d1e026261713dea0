import { endedChildrenCpuMs } from '../reporting/processes.ts';
import { type ProcessRun, runProcess } from '../run-process.ts';
import type { ExampleFailure } from './example-failures.ts';
import { failedInput, passedInput } from './example-inputs.ts';
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

interface RealCommands {
  readonly unknown: readonly ExampleFailure[];
  readonly passed: readonly { readonly command: string; readonly output: string }[];
}

interface HookRequest {
  readonly hook: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly rounds: number;
  /** Real commands, where there are any: half of the failures that are not known, and all that passed. */
  readonly real: RealCommands | undefined;
}

const warmUpRounds = 5;
const seed = 444;

/** Runs the hook as Claude Code does, in turn with a Node that does nothing, so that all meet the same machine. */
export async function timeHook(filled: FilledMemory, request: HookRequest): Promise<readonly TimedHook[]> {
  const inputOf = hookInputs(filled, request);
  const timed: TimedHook[] = [];
  for (let round = 0; round < request.rounds + warmUpRounds; round++) {
    for (const kind of hookKinds) {
      const before = endedChildrenCpuMs();
      const words = kind === 'plain Node' ? ['-e', '0'] : [request.hook];
      const run = await runProcess({ ...request, words, input: inputOf(kind) });
      expectQuietEnd(run);
      const cpuMs = endedChildrenCpuMs() - before;
      timed.push({ kind, wallMs: run.wallMs, cpuMs, hasPrinted: run.stdout !== '' });
    }
  }
  return timed.slice(warmUpRounds * hookKinds.length);
}

/** Makes the input of a hook of each kind, each of a session of its own. */
export function hookInputs(
  { known, unknown }: FilledMemory,
  { real, cwd }: Pick<HookRequest, 'real' | 'cwd'>,
): (kind: HookKind) => string {
  const random = new SeededRandom(seed);
  // Of a few memories it may be that none was learned at one of the commits.
  const learned = (wanted: boolean): readonly ExampleFailure[] => {
    const some = known.filter(({ isEarly }) => isEarly === wanted);
    return (some.length > 0 ? some : known).map(({ failure }) => failure);
  };
  const early = learned(true);
  const late = learned(false);
  const fail = (failures: readonly ExampleFailure[]): string => {
    const { command, exitCode, print } = random.pick(failures);
    return failedInput({ cwd }, command, `Exit code ${exitCode}\n${print(random)}`);
  };
  const makers: Readonly<Record<HookKind, () => string>> = {
    'plain Node': () => fail(unknown),
    'passing command': () => {
      const { command, output } = random.pick(
        real?.passed ?? [{ command: 'npm test', output: 'ok 12 tests' }],
      );
      return passedInput({ cwd }, command, output);
    },
    'unknown failure': () => fail(random.happens(0.5) ? (real?.unknown ?? unknown) : unknown),
    card: () => fail(late),
    'card, other commit': () => fail(early),
  };
  return (kind) => makers[kind]();
}

/** Wall times of one kind; with `printed`, only of those that did, or did not, print something. */
export function wallMsOf(hooks: readonly TimedHook[], kind: HookKind, printed?: boolean): readonly number[] {
  return hooks
    .filter((hook) => hook.kind === kind && (printed === undefined || hook.hasPrinted === printed))
    .map(({ wallMs }) => wallMs);
}

function expectQuietEnd({ status, stderr }: ProcessRun): void {
  if (status !== 0 || stderr !== '')
    throw new Error(`The hook ended with status ${status} and said: ${stderr}`);
}
